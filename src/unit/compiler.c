/*
** Units are compiled by whatever C compiler is there, started without a shell, each in a draft in the folder of units; what it has made is
** sealed and gets its name by being renamed. All of that a worker does (worker.h), which also goes on when the search is over, or the
** program. Where another process has the draft of a unit, a job is to wait for that one.
*/
#include "unit/compiler.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <lauxlib.h>

#include "base/clock.h"
#include "base/file.h"
#include "system/confined.h"
#include "system/folder.h"
#include "system/metatable.h"
#include "system/watch.h"

#define JOB "gts.compiler"

extern char **environ;

typedef struct Compiler {
  FolderDraft draft;    /* closed; its name, by which it is known whether a process works on it */
  pid_t owner;          /* the process that started the worker */
  int socket;           /* where the worker reports; -1: the draft is another's */
} Compiler;

static Compiler *check_job (lua_State *L) { return luaL_checkudata(L, 1, JOB); }

static int refuse (lua_State *L, const char *what, const char *path, int error) {
  lua_pushnil(L);
  lua_pushfstring(L, "cannot %s %s: %s", what, path, strerror(error));
  return 2;
}

static void close_socket (Compiler *job) {
  if (job->socket >= 0) close(job->socket);
  job->socket = -1;
}

static bool write_source (int at, const char *text, size_t size) {
  int file = folder_open(at, WORK_SOURCE, O_WRONLY | O_CREAT | O_EXCL);
  if (file < 0) return false;
  bool written = fchmod(file, 0600) == 0 && file_write(file, text, size);
  return close(file) == 0 && written;
}

/* Our environment, but for the place of temporary files: they are to be where they are removed in any case. */
static char **new_environment (lua_State *L) {
  static char folder[] = "TMPDIR=.";
  size_t count = 0, kept = 0;
  while (environ && environ[count]) count++;
  char **list = lua_newuserdatauv(L, (count + 2) * sizeof *list, 0);
  for (size_t i = 0; i < count && environ[i]; i++)
    if (strncmp(environ[i], folder, sizeof "TMPDIR=" - 1) != 0) list[kept++] = environ[i];
  list[kept++] = folder;
  list[kept] = NULL;
  return list;
}

/* The list of texts on top, as arguments of a program. They live as long as the userdata that is pushed in its place. */
static char *const *arguments_of (lua_State *L) {
  luaL_checktype(L, -1, LUA_TTABLE);
  int count = (int)lua_rawlen(L, -1);
  char **list = lua_newuserdatauv(L, sizeof *list * (size_t)(count + 1), 1);
  for (int i = 0; i < count; i++) {
    if (lua_rawgeti(L, -2, i + 1) != LUA_TSTRING) luaL_error(L, "arguments are texts");
    list[i] = (char *)lua_tostring(L, -1);
    lua_pop(L, 1);
  }
  list[count] = NULL;
  lua_pushvalue(L, -2);
  lua_setiuservalue(L, -2, 1);
  lua_remove(L, -2);
  return list;
}

/*
** native.compile(folder, name, text, seconds, background, niceness, turns, program, arguments ...) -> job; nil
** and why not. The program, a path, is to make unit.so of unit.c, which holds the text; that is then
** the unit `name` in the folder. Each list of arguments is tried where the one before fails. For
** the seconds, the niceness and the turns see Work. Where another process makes the unit, the job is to wait for that one.
*/
static int native_compile (lua_State *L) {
  enum { FOLDER = 1, NAME, TEXT, SECONDS, BACKGROUND, NICENESS, TURNS, PROGRAM, ARGUMENTS };
  size_t size;
  const char *text = luaL_checklstring(L, TEXT, &size);
  Work work = {.folder = folder_check(L, FOLDER), .name = luaL_checkstring(L, NAME),
               .seconds = luaL_checknumber(L, SECONDS), .background = luaL_checknumber(L, BACKGROUND),
               .niceness = (int)luaL_checkinteger(L, NICENESS), .takes_turns = lua_toboolean(L, TURNS),
               .program = luaL_checkstring(L, PROGRAM)};
  int last = lua_gettop(L);
  luaL_checkstack(L, last + 10, NULL);
  char *const **commands = lua_newuserdatauv(L, sizeof *commands * (size_t)(last + 1), 0);
  for (int i = ARGUMENTS; i <= last; i++) {
    lua_pushvalue(L, i);
    commands[i - ARGUMENTS] = arguments_of(L);
  }
  commands[last + 1 - ARGUMENTS] = NULL;
  work.commands = commands;
  work.environment = new_environment(L);
  Compiler *job = lua_newuserdatauv(L, sizeof *job, 1);
  *job = (Compiler){.owner = getpid(), .socket = -1};
  luaL_setmetatable(L, JOB);
  lua_pushvalue(L, FOLDER);
  lua_setiuservalue(L, -2, 1);
  DraftState state = folder_draft(work.folder, work.name, &work.draft);
  job->draft = work.draft;
  if (state == DRAFT_BUSY) return 1;
  if (state == DRAFT_FAILED || !write_source(work.draft.at, text, size)) {
    refuse(L, "use the folder", work.folder->path, errno);
    folder_remove(work.folder, &work.draft);
    return 2;
  }
  job->socket = worker_start(&work);
  return job->socket >= 0 ? 1 : refuse(L, "start", work.program, errno);
}

/* Pushes why there is no unit. */
static void push_reason (lua_State *L, const Folder *folder, const WorkReport *made) {
  if (made->status == WORK_TOO_LONG) lua_pushliteral(L, "it took too long");
  else if (made->status == WORK_NOT_STARTED) lua_pushliteral(L, "no process can be started");
  else if (made->status == WORK_NOT_NAMED)
    lua_pushfstring(L, "%s: %s", folder->path, strerror(made->error));
  else if (made->status == WORK_NOT_SEALED)
    lua_pushfstring(L, "what it has made: %s", made->error ? strerror(made->error) : "it cannot be sealed");
  else if (made->text[0] == '\0' && WIFSIGNALED(made->status))
    lua_pushfstring(L, "it was ended by signal %d", WTERMSIG(made->status));
  else if (made->text[0] == '\0' && WIFEXITED(made->status))
    lua_pushfstring(L, "exit code %d", WEXITSTATUS(made->status));
  else lua_pushlstring(L, made->text, strcspn(made->text, "\n"));
}

/* Pushes what came of it: true, and the number of the command that has done it; false, and why not; false, if it was given up. */
static int push_report (lua_State *L, const Folder *folder, const WorkReport *made) {
  lua_pushboolean(L, made->status == 0);
  if (made->status == WORK_YIELDED) return 1;
  if (made->status == 0) lua_pushinteger(L, made->way + 1);
  else push_reason(L, folder, made);
  return 2;
}

/* Waits until no process has the draft any more, at most `seconds`, or until a signal. */
static bool wait_for_other (const Folder *folder, const Compiler *job, double seconds) {
  const double look = 0.01, until = clock_now() + seconds;
  while (folder_is_busy(folder, &job->draft))
    if (clock_now() >= until || poll(NULL, 0, clock_milliseconds(fmin(seconds, look))) != 0)
      return false;
  return true;
}

/*
** native.wait(job, seconds) -> what came of it: true, and by which command; false, and why not; false, if that is not known: it was given
** up for another, or another process was at it. nil if it is not done within that time, or if a signal came.
*/
static int native_wait (lua_State *L) {
  Compiler *job = check_job(L);
  double seconds = luaL_checknumber(L, 2);
  lua_getiuservalue(L, 1, 1);
  const Folder *folder = folder_check(L, -1);
  WorkReport made;
  if (job->owner != getpid()) close_socket(job);        /* a copy of the process that hears of it */
  if (job->socket < 0) {
    if (!wait_for_other(folder, job, seconds)) return 0;
    lua_pushboolean(L, 0);
    return 1;
  }
  struct pollfd file = {.fd = job->socket, .events = POLLIN};
  if (poll(&file, 1, clock_milliseconds(fmax(seconds, 0))) <= 0) return 0;
  ssize_t got = recv(job->socket, &made, sizeof made, MSG_DONTWAIT);
  if (got < 0 && (errno == EINTR || errno == EAGAIN)) return 0;
  close_socket(job);
  if (got == (ssize_t)sizeof made) return push_report(L, folder, &made);
  lua_pushboolean(L, 0);
  lua_pushliteral(L, "its process was ended");
  return 2;
}

/* native.leave(job): no search waits for it any more. It goes on in the background, unless another does. */
static int native_leave (lua_State *L) {
  const Compiler *job = check_job(L);
  if (job->socket >= 0 && job->owner == getpid()) shutdown(job->socket, SHUT_WR);
  return 0;
}

/* What the worker still does, it does in the background. */
static int job_close (lua_State *L) {
  close_socket(check_job(L));
  return 0;
}

static bool is_program (const char *file) {
  struct stat status;
  return stat(file, &status) == 0 && S_ISREG(status.st_mode) && access(file, X_OK) == 0;
}

/* native.find(program) -> its path, wherever one is; and what it is, for a key: its path, size and time. Nothing if it is not on the
** PATH. */
static int native_find (lua_State *L) {
  const char *program = luaL_checkstring(L, 1), *path = strchr(program, '/') ? "" : getenv("PATH");
  char here[PATH_MAX];
  for (const char *folder = path ? path : "/usr/bin"; ; folder++) {
    size_t length = strcspn(folder, ":");
    lua_pushlstring(L, folder, length);
    const char *file = length ? lua_pushfstring(L, "%s/%s", lua_tostring(L, -1), program) : lua_pushstring(L, program);
    if (is_program(file)) {
      struct stat status;
      if (file[0] != '/' && getcwd(here, sizeof here)) file = lua_pushfstring(L, "%s/%s", here, file);
      if (stat(file, &status) != 0) return 0;
      lua_pushfstring(L, "%s %I %I %I", file, (LUAI_UACINT)status.st_size, (LUAI_UACINT)status.st_mtim.tv_sec,
                      (LUAI_UACINT)status.st_mtim.tv_nsec);
      return 2;
    }
    lua_pop(L, 2);
    folder += length;
    if (*folder == '\0') return 0;
  }
}

void compiler_register (lua_State *L) {
  metatable_make(L, JOB, (const luaL_Reg[]){{"__gc", job_close}, {NULL, NULL}}, NULL);
}

void compiler_set_functions (lua_State *L) {
  static const luaL_Reg functions[] = {
    {"find", native_find}, {"compile", native_compile}, {"wait", native_wait}, {"leave", native_leave},
    {NULL, NULL}
  };
  luaL_setfuncs(L, functions, 0);
  confined_push_program(L, "tcc");
  lua_setfield(L, -2, "carried");
}
