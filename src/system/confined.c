/*
** A worker is a process with one descriptor, a socket to us. It is started by posix_spawn, so that a host with many threads is not copied;
** it has no handler, no environment, and a new process group. What it sends is bytes, preceded by their number, which is limited. Whatever
** it does, it is killed at its deadline, by the parent, and waited for by its own number: a host that ignores SIGCHLD, or waits for any
** child, is not in the way.
*/
#include "system/confined.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <lauxlib.h>

#include "base/clock.h"
#include "base/process.h"
#include "system/interrupt.h"
#include "system/metatable.h"
#include "system/refuse.h"

#define WORKER "gts.worker"
static const MetatableKind kind;

typedef struct Worker {
  pid_t process;                /* 0: none */
  int channel;                  /* -1: closed */
  double deadline;              /* by the clock */
} Worker;

static Worker *check_worker (lua_State *L) {
  Worker *worker = luaL_checkudata(L, 1, WORKER);
  luaL_argcheck(L, worker->process > 0, 1, "the worker is closed");
  return worker;
}

/* Starting. */

static int set_attributes (posix_spawnattr_t *attributes) {
  sigset_t all, none;
  sigfillset(&all);
  sigemptyset(&none);
  return posix_spawnattr_setsigdefault(attributes, &all) || posix_spawnattr_setsigmask(attributes, &none) ||
    posix_spawnattr_setpgroup(attributes, 0) ||
    posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
}

/* Starts a program with `channel` as its input, and no output. 0 or an error number. */
static int spawn (pid_t *process, char **arguments, int channel) {
  static char language[] = "LC_ALL=C";
  char *environment[] = {language, NULL};
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  if (posix_spawn_file_actions_init(&actions) != 0) return ENOMEM;
  if (posix_spawnattr_init(&attributes) != 0) {
    posix_spawn_file_actions_destroy(&actions);
    return ENOMEM;
  }
  int failure = posix_spawn_file_actions_adddup2(&actions, channel, 0);
  if (!failure) failure = posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  if (!failure) failure = posix_spawn_file_actions_adddup2(&actions, 1, 2);
  if (!failure) failure = set_attributes(&attributes);
  if (!failure) failure = posix_spawn(process, arguments[0], &actions, &attributes, arguments, environment);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return failure;
}

/* confined.start(seconds, program, argument ...) -> worker, which is killed after that time; nil and why not. */
static int confined_start (lua_State *L) {
  double seconds = luaL_checknumber(L, 1);
  int count = lua_gettop(L) - 1, pair[2];
  luaL_argcheck(L, count > 0, 2, "no program");
  char **arguments = lua_newuserdatauv(L, sizeof *arguments * (size_t)(count + 1), 0);
  for (int i = 0; i < count; i++) arguments[i] = (char *)luaL_checkstring(L, i + 2);
  arguments[count] = NULL;
  Worker *worker = lua_newuserdatauv(L, sizeof *worker, 0);
  *worker = (Worker){0, -1, clock_now() + seconds};
  metatable_set(L, &kind);
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) return refuse(L, strerror(errno));
  worker->channel = pair[0];
  int failure = spawn(&worker->process, arguments, pair[1]);
  close(pair[1]);
  if (failure) {
    worker->process = 0;
    return refuse(L, strerror(failure));
  }
  return 1;
}

/* Talking. Nothing of Lua is called, so that no error leaves the middle of it. */

/* Waits until the channel is ready. NULL; or why it is not, in a word. */
static const char *wait_for (const Worker *worker, short events) {
  for (;;) {
    struct pollfd one = {.fd = worker->channel, .events = events};
    double left = worker->deadline - clock_now();
    if (interrupt_heard()) return "interrupted";
    if (left <= 0) return "time";
    int ready = poll(&one, 1, clock_milliseconds(fmin(left, INTERRUPT_LOOK)));
    if (ready > 0) return NULL;
    if (ready < 0 && errno != EINTR) return "closed";
  }
}

static bool is_passing (void) { return errno == EINTR || errno == EAGAIN; }

static const char *read_all (const Worker *worker, char *bytes, size_t size) {
  for (size_t done = 0; done < size; ) {
    const char *why = wait_for(worker, POLLIN);
    if (why) return why;
    ssize_t got = recv(worker->channel, bytes + done, size - done, MSG_DONTWAIT);
    if (got > 0) done += (size_t)got;
    else if (got == 0 || !is_passing()) return "closed";
  }
  return NULL;
}

static const char *write_all (const Worker *worker, const char *bytes, size_t size) {
  for (size_t done = 0; done < size; ) {
    const char *why = wait_for(worker, POLLOUT);
    if (why) return why;
    ssize_t put = send(worker->channel, bytes + done, size - done, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (put >= 0) done += (size_t)put;
    else if (!is_passing()) return "closed";
  }
  return NULL;
}

/* worker:send(text) -> true; nil and "time", "closed" or "interrupted". */
static int worker_send (lua_State *L) {
  const Worker *worker = check_worker(L);
  size_t length;
  const char *text = luaL_checklstring(L, 2, &length);
  uint32_t size = (uint32_t)length;
  Interrupt interrupt;
  interrupt_begin(&interrupt, L, interrupt_raise);
  const char *why = write_all(worker, (const char *)&size, sizeof size);
  if (!why) why = write_all(worker, text, length);
  interrupt_end(&interrupt);
  if (why) return refuse(L, why);
  lua_pushboolean(L, 1);
  return 1;
}

/* worker:receive(most) -> text; nil and "time", "closed", "interrupted", or "size": it is more than `most` bytes. */
static int worker_receive (lua_State *L) {
  const Worker *worker = check_worker(L);
  lua_Integer most = luaL_checkinteger(L, 2);
  uint32_t size = 0;
  Interrupt interrupt;
  interrupt_begin(&interrupt, L, interrupt_raise);
  const char *why = read_all(worker, (char *)&size, sizeof size);
  interrupt_end(&interrupt);
  if (why) return refuse(L, why);
  if (size > most) return refuse(L, "size");
  char *bytes = lua_newuserdatauv(L, size, 0);
  interrupt_begin(&interrupt, L, interrupt_raise);
  why = read_all(worker, bytes, size);
  interrupt_end(&interrupt);
  if (why) return refuse(L, why);
  lua_pushlstring(L, bytes, size);
  return 1;
}

/* Ending. */

/* What is known of the process: true if it is our child, alive or not yet waited for. The host may have waited for it. */
static bool ask (pid_t process, siginfo_t *info) {
  info->si_pid = 0;
  return waitid(P_PID, (id_t)process, info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

/* Kills what is left, with all that it may have started, and waits for it. */
static void end (Worker *worker) {
  siginfo_t info;
  if (worker->channel >= 0) close(worker->channel);
  if (worker->process > 0 && ask(worker->process, &info)) {
    kill(-worker->process, SIGKILL);
    process_wait(worker->process);
  }
  worker->channel = -1;
  worker->process = 0;
}

/* worker:close(): kills it. */
static int worker_close (lua_State *L) {
  end(luaL_checkudata(L, 1, WORKER));
  return 0;
}

/*
** worker:ended() -> how it has ended by itself: its exit code, or the name of the signal, as "SEGV"; nil if it has not, or that is unknown.
** Closes it. A program around the worker gives signals as exit codes from 128 on.
*/
static int worker_ended (lua_State *L) {
  enum { PATIENCE = 50, SIGNALLED = 128 };      /* milliseconds from the end of the channel to that of the process */
  Worker *worker = check_worker(L);
  siginfo_t info;
  bool known = false;
  for (int i = 0; i < PATIENCE && ask(worker->process, &info); i++) {
    known = info.si_pid != 0;
    if (known) break;
    poll(NULL, 0, 1);
  }
  end(worker);
  if (!known) return 0;
  bool exited = info.si_code == CLD_EXITED && info.si_status < SIGNALLED;
  const char *name = exited ? NULL : sigabbrev_np(info.si_code == CLD_EXITED ? info.si_status - SIGNALLED : info.si_status);
  if (exited) lua_pushinteger(L, info.si_status);
  else lua_pushstring(L, name ? name : "unknown");
  return 1;
}

/* Where things are. */

bool confined_place_stays;

static const char here = 0;

/* Pushes `path` without links, if it is a program; else pushes nothing. */
static bool push_program (lua_State *L, const char *path) {
  char real[PATH_MAX];
  if (realpath(path, real) == NULL || access(real, X_OK) != 0) return false;
  lua_pushstring(L, real);
  return true;
}

/* Is this module a part of the program itself, and no library? */
static bool is_in_program (const Dl_info *module) {
  Dl_info program;
  return dladdr((const void *)getauxval(AT_PHDR), &program) != 0 && program.dli_fbase == module->dli_fbase;
}

void confined_push_program (lua_State *L, const char *name) {
  static const char *const beside[] = {"..", "lib", "lua/5.4", NULL}, *const of_program[] = {PLACES, NULL};
  char file[PATH_MAX];
  Dl_info module;
  if (dladdr(&here, &module) == 0) {
    lua_pushnil(L);
    return;
  }
  bool program = is_in_program(&module);
  char *slash = realpath(program ? "/proc/self/exe" : module.dli_fname, file) ? strrchr(file, '/') : NULL;
  if (slash) *slash = '\0';
  for (const char *const *place = program ? of_program : beside; slash && *place; place++) {
    const char *path = lua_pushfstring(L, "%s/%s/gts/%s", file, *place, name);
    if (push_program(L, path)) {
      lua_remove(L, -2);
      return;
    }
    lua_pop(L, 1);
  }
  lua_pushnil(L);
}

/* confined.folder(path) -> the folder without links, from the root; nil if there is none. */
static int confined_folder (lua_State *L) {
  char real[PATH_MAX];
  if (realpath(luaL_checkstring(L, 1), real) == NULL) return 0;
  lua_pushstring(L, real);
  return 1;
}

static const MetatableKind kind = {
  WORKER, (const luaL_Reg[]){{"__gc", worker_close}, {"__close", worker_close}, {NULL, NULL}},
  (const luaL_Reg[]){{"send", worker_send}, {"receive", worker_receive}, {"ended", worker_ended}, {"close", worker_close}, {NULL, NULL}}
};

void confined_push_functions (lua_State *L) {
  static const luaL_Reg functions[] = {{"start", confined_start}, {"folder", confined_folder}, {NULL, NULL}};
  luaL_newlib(L, functions);
  confined_push_program(L, "worker");
  lua_setfield(L, -2, "worker");
}
