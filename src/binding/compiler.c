/*
** Units are compiled by whatever C compiler is there, started without a shell, each in a draft of its own in the folder of units; what
** it has made is sealed and gets its name by being renamed. So two processes, or two threads, may build the same unit.
*/
#include "binding/compiler.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
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

#include "binding/folder.h"
#include "binding/seal.h"
#include "binding/worker.h"

#define JOB "gts.compiler"

/* The files of a draft; the compiler is told of them by these names. */
#define SOURCE "unit.c"
#define MADE "unit.so"

extern char **environ;

typedef struct Compiler {
  FolderDraft draft;
  pid_t worker, owner;  /* the worker, 0 if there is none; the process that started it */
  int socket;
} Compiler;

static Compiler *check_job (lua_State *L) { return luaL_checkudata(L, 1, JOB); }

/* The folder of the job at index 1. */
static const Folder *folder_of (lua_State *L) {
  lua_getiuservalue(L, 1, 1);
  return folder_check(L, -1);
}

static int refuse (lua_State *L, const char *what, const char *why) {
  lua_pushnil(L);
  lua_pushfstring(L, "%s: %s", what, why);
  return 2;
}

/* Ends the processes, if they still run. A process that was forked from ours has no part in that. */
static void end_worker (Compiler *job) {
  if (job->worker && job->owner == getpid()) worker_end(job->worker, job->socket);
  else if (job->worker) close(job->socket);
  job->worker = 0;
}

static void stop (const Folder *folder, Compiler *job) {
  end_worker(job);
  if (job->owner == getpid()) folder_remove(folder, &job->draft);
  else if (job->draft.at >= 0) close(job->draft.at);
  job->draft.at = -1;
}

static bool write_source (const Compiler *job, const char *text, size_t size) {
  int file = folder_open(job->draft.at, SOURCE, O_WRONLY | O_CREAT | O_EXCL);
  if (file < 0) return false;
  bool written = fchmod(file, 0600) == 0 && seal_write(file, text, size);
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

/*
** native.compile(folder, text, seconds, path, program, argument ...) -> job; nil and why not. The program at `path` is to make unit.so
** of unit.c, which holds the text; after so many seconds it is ended.
*/
static int native_compile (lua_State *L) {
  enum { FOLDER = 1, TEXT, SECONDS, PATH, PROGRAM };
  size_t size;
  const Folder *folder = folder_check(L, FOLDER);
  const char *text = luaL_checklstring(L, TEXT, &size);
  Work work = {.program = luaL_checkstring(L, PATH), .seconds = luaL_checknumber(L, SECONDS)};
  int count = lua_gettop(L) - PROGRAM + 1;
  char **arguments = lua_newuserdatauv(L, sizeof *arguments * (size_t)(count + 1), 0);
  for (int i = 0; i < count; i++) arguments[i] = (char *)luaL_checkstring(L, PROGRAM + i);
  arguments[count] = NULL;
  work.arguments = arguments;
  work.environment = new_environment(L);
  Compiler *job = lua_newuserdatauv(L, sizeof *job, 1);
  *job = (Compiler){.draft.at = -1, .owner = getpid()};
  luaL_setmetatable(L, JOB);
  lua_pushvalue(L, FOLDER);
  lua_setiuservalue(L, -2, 1);
  if (!folder_draft(folder, &job->draft) || !write_source(job, text, size)) {
    refuse(L, folder->path, strerror(errno));
    stop(folder, job);
    return 2;
  }
  work.folder = job->draft.at;
  job->worker = worker_start(&work, &job->socket);
  if (job->worker > 0) return 1;
  job->worker = 0;
  refuse(L, arguments[0], strerror(errno));
  stop(folder, job);
  return 2;
}

/* Pushes what came of it: true; or false and why. */
static int push_report (lua_State *L, const WorkReport *made) {
  if (WIFEXITED(made->status) && WEXITSTATUS(made->status) == 0 && made->status >= 0) {
    lua_pushboolean(L, 1);
    return 1;
  }
  lua_pushboolean(L, 0);
  if (made->status == WORK_TOO_LONG) lua_pushliteral(L, "it took too long");
  else if (made->text[0] == '\0' && made->status >= 0 && WIFSIGNALED(made->status))
    lua_pushfstring(L, "it was ended by signal %d", WTERMSIG(made->status));
  else lua_pushlstring(L, made->text, strcspn(made->text, "\n"));
  return 2;
}

/* native.wait(job, seconds) -> true when the compiler has done its work; false and why not, if it has failed; nil if it still runs after
** so many seconds, or if a signal came. */
static int native_wait (lua_State *L) {
  Compiler *job = check_job(L);
  double seconds = luaL_checknumber(L, 2);
  WorkReport made = {.status = WORK_NOT_STARTED, .text = "its process was ended"};
  luaL_argcheck(L, job->worker != 0, 1, "the job is over");
  struct pollfd file = {.fd = job->socket, .events = POLLIN};
  if (poll(&file, 1, seconds < 1000 ? (int)(seconds * 1000) : 1000000) <= 0) return 0;
  ssize_t got = recv(job->socket, &made, sizeof made, MSG_DONTWAIT);
  if (got < 0 && (errno == EINTR || errno == EAGAIN)) return 0;
  end_worker(job);
  return push_report(L, &made);
}

/* native.keep(job, name) -> true; nil and why not. Seals what the compiler has made, and names it in the folder of units. */
static int native_keep (lua_State *L) {
  Compiler *job = check_job(L);
  const char *name = luaL_checkstring(L, 2);
  const Folder *folder = folder_of(L);
  int file = folder_open(job->draft.at, MADE, O_RDWR);
  if (file < 0) return refuse(L, "what it should have made", strerror(errno));
  bool sealed = seal_file(file);
  if (close(file) != 0 || !sealed) return refuse(L, "what it has made", "it cannot be sealed");
  if (renameat(job->draft.at, MADE, folder->at, name) != 0) return refuse(L, folder->path, strerror(errno));
  lua_pushboolean(L, 1);
  return 1;
}

/* native.stop(job): ends it, if it still runs, and removes what it has left. */
static int native_stop (lua_State *L) {
  Compiler *job = check_job(L);
  stop(folder_of(L), job);
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
      lua_pushfstring(L, "%s %I %I", file, (LUAI_UACINT)status.st_size, (LUAI_UACINT)status.st_mtime);
      return 2;
    }
    lua_pop(L, 2);
    folder += length;
    if (*folder == '\0') return 0;
  }
}

void compiler_register (lua_State *L) {
  luaL_newmetatable(L, JOB);
  lua_pushcfunction(L, native_stop);
  lua_setfield(L, -2, "__gc");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pop(L, 1);
}

void compiler_set_functions (lua_State *L) {
  static const luaL_Reg functions[] = {
    {"find", native_find}, {"compile", native_compile}, {"wait", native_wait}, {"keep", native_keep}, {"stop", native_stop},
    {NULL, NULL}
  };
  luaL_setfuncs(L, functions, 0);
}
