#include "system/coprocess.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <lauxlib.h>

#include "base/clock.h"
#include "base/process.h"
#include "system/child.h"
#include "system/interrupt.h"
#include "system/metatable.h"
#include "system/refuse.h"

#define COPROCESS "gts.coprocess"
static const MetatableKind kind;

#define MOST_WORDS 256          /* of a command */
#define BLOCK ((size_t)1 << 16) /* bytes that are read at once */
#define REPORT 3                /* the descriptor by which a copy of us says that there is no such program */
#define LIST ((size_t)4096)     /* bytes of a list of processes that are read at once */
#define LONGEST 2.0             /* seconds in which descendants are killed; one that forks faster than that is left */

typedef struct Coprocess {
  pid_t number, owner;          /* of its keeper, 0: it is gone; the process that started it */
  int socket;                   /* both its input and its output */
} Coprocess;

static Coprocess *check_coprocess (lua_State *L, int index) { return luaL_checkudata(L, index, COPROCESS); }

/* Ends a copy of us that has not become a program. */
static _Noreturn void give_up (int report) {
  const int failure = errno;
  (void)!write(report, &failure, sizeof failure);
  _exit(127);
}

/* In the copy of the keeper: becomes the program; or writes errno to `report`, which else is closed. */
static _Noreturn void become (char *const *words, int socket, int report) {
  setpgid(0, 0);
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  dup2(socket, STDIN_FILENO);
  dup2(socket, STDOUT_FILENO);
  if (nowhere >= 0) dup2(nowhere, STDERR_FILENO);
  if (report != REPORT) dup2(report, REPORT);
  fcntl(REPORT, F_SETFD, FD_CLOEXEC);
  process_close_from(REPORT + 1);
  process_reset_signals();
  execvp(words[0], words);
  give_up(REPORT);
}

/* Kills the children of the keeper. False: there are none, or no /proc that lists them. */
static bool kill_children (void) {
  char text[LIST], *at = text, *end;
  const int list = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
  const ssize_t size = list < 0 ? 0 : read(list, text, sizeof text - 1);
  if (list >= 0) close(list);
  text[size > 0 ? size : 0] = '\0';
  for (long child; child = strtol(at, &end, 10), end > at && *end == ' '; at = end) kill((pid_t)child, SIGKILL);
  return at > text;
}

/* Kills the program, and all that descends from it: the children of those that end become children of the keeper. */
static void end_all (pid_t program, bool ended, int *status) {
  const double until = clock_now() + LONGEST;
  kill(-program, SIGKILL);
  if (!ended) *status = process_kill(program);
  while (kill_children() && clock_now() < until) process_wait(-1);
}

/*
** The keeper: a copy of us that stands between us and a program, and gets the orphans among its descendants, in whatever session they
** are. When the program ends, when SIGTERM comes, or when the thread that has made the keeper is gone, it kills them all, and ends as
** the program did.
*/
static _Noreturn void keep (char *const *words, int socket, int report) {
  sigset_t awaited;
  int status = -1, number = 0;
  pid_t ended = 0;
  setpgid(0, 0);
  process_reset_signals();
  sigemptyset(&awaited);
  sigaddset(&awaited, SIGTERM);
  sigaddset(&awaited, SIGCHLD);
  sigprocmask(SIG_BLOCK, &awaited, NULL);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  const pid_t program = process_copy();
  if (program < 0) give_up(report);
  if (program == 0) become(words, socket, report);
  process_close_from(0);
  while (ended != program && number != SIGTERM) {
    sigwait(&awaited, &number);
    do ended = waitpid(-1, &status, WNOHANG); while (ended > 0 && ended != program);
  }
  end_all(program, ended == program, &status);
  if (WIFEXITED(status)) _exit(WEXITSTATUS(status));
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  sigprocmask(SIG_UNBLOCK, &awaited, NULL);
  kill(getpid(), WTERMSIG(status));
  _exit(127);
}

/* Waits until the program runs: 0; else errno. */
static int outcome_of (int report) {
  int failure = 0;
  ssize_t count;
  do count = read(report, &failure, sizeof failure); while (count < 0 && errno == EINTR);
  return count == (ssize_t)sizeof failure ? failure : 0;
}

/* Ends a program and all that it has started, if it has not ended. Its status, -1 if that is not known. */
static int stop (Coprocess *program) {
  int status = -1;
  if (program->number == 0) return -1;
  close(program->socket);
  if (program->owner == getpid()) {
    kill(program->number, SIGTERM);
    status = process_wait(program->number);
  }
  program->number = 0;
  return status;
}

/* Starts the program that has these words, NULL behind them. False, and errno, if it cannot be. */
static bool start (Coprocess *program, char *const *words) {
  int ends[2], report[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return false;
  if (pipe2(report, O_CLOEXEC) != 0) {
    close(ends[0]), close(ends[1]);
    return false;
  }
  const pid_t number = process_copy();
  if (number == 0) keep(words, ends[1], report[1]);
  int failure = errno;
  close(ends[1]), close(report[1]);
  if (number > 0) {
    *program = (Coprocess){.number = number, .owner = getpid(), .socket = ends[0]};
    failure = outcome_of(report[0]);
    if (failure != 0) stop(program);
  } else close(ends[0]);
  close(report[0]);
  errno = failure;
  return failure == 0;
}

/* coprocess.start({program, argument, ...}) -> it; nil and why not. Its name is looked for in PATH, if there is no / in it. */
static int coprocess_start (lua_State *L) {
  char *words[MOST_WORDS + 1];
  luaL_checktype(L, 1, LUA_TTABLE);
  const lua_Unsigned count = lua_rawlen(L, 1);
  luaL_argcheck(L, count >= 1 && count <= MOST_WORDS, 1, "1 to 256 words");
  luaL_checkstack(L, MOST_WORDS + 20, NULL);
  for (lua_Unsigned i = 0; i < count; i++) {
    lua_rawgeti(L, 1, (lua_Integer)i + 1);
    luaL_argcheck(L, lua_type(L, -1) == LUA_TSTRING, 1, "words must be strings");
    words[i] = (char *)(uintptr_t)lua_tostring(L, -1);          /* execvp does not change them */
  }
  words[count] = NULL;
  Coprocess *program = lua_newuserdatauv(L, sizeof *program, 0);
  *program = (Coprocess){.owner = getpid()};
  metatable_set(L, &kind);
  if (start(program, words)) return 1;
  return refuse(L, strerror(errno));
}

typedef enum { READY, LATE, PRESSED } Waited;

/* Waits for `events`, until the time `end`; or until Ctrl-C is pressed. */
static Waited wait_until (lua_State *L, int socket, short events, double end) {
  struct pollfd file = {.fd = socket, .events = events};
  Interrupt interrupt;
  int ready;
  interrupt_begin(&interrupt, L, interrupt_note);
  do ready = poll(&file, 1, clock_milliseconds(fmin(fmax(end - clock_now(), 0), INTERRUPT_LOOK)));
  while (ready == 0 && !interrupt_heard() && clock_now() < end);
  const bool pressed = interrupt_heard();
  interrupt_end(&interrupt);
  return pressed ? PRESSED : ready > 0 ? READY : LATE;
}

/* program:write(text, seconds) -> true; else false and "ended", "silent" (it has not read within this time), or "interrupted". */
static int coprocess_write (lua_State *L) {
  const Coprocess *program = check_coprocess(L, 1);
  size_t size;
  const char *text = luaL_checklstring(L, 2, &size), *why = program->number == 0 ? "ended" : NULL;
  const double end = clock_now() + luaL_checknumber(L, 3);
  while (size > 0 && why == NULL) {
    const ssize_t sent = send(program->socket, text, size, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent > 0) text += sent, size -= (size_t)sent;
    else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      const Waited waited = wait_until(L, program->socket, POLLOUT, end);
      why = waited == PRESSED ? "interrupted" : waited == LATE ? "silent" : NULL;
    } else if (errno != EINTR) why = "ended";
  }
  lua_pushboolean(L, why == NULL);
  lua_pushstring(L, why);
  return 2;
}

/*
** program:read(seconds) -> what it has written, at most 65,536 bytes; "" if it writes nothing within this time; nil and "ended" at
** the end of its output; nil and "interrupted".
*/
static int coprocess_read (lua_State *L) {
  const Coprocess *program = check_coprocess(L, 1);
  char bytes[BLOCK];
  const double end = clock_now() + luaL_checknumber(L, 2);
  ssize_t count = program->number == 0 ? 0 : -1;
  while (count < 0) {
    const Waited waited = wait_until(L, program->socket, POLLIN, end);
    if (waited == PRESSED) return refuse(L, "interrupted");
    if (waited == LATE) {
      lua_pushliteral(L, "");
      return 1;
    }
    count = recv(program->socket, bytes, sizeof bytes, MSG_DONTWAIT);
    if (count < 0 && errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK) count = 0;
  }
  if (count == 0) return refuse(L, "ended");
  lua_pushlstring(L, bytes, (size_t)count);
  return 1;
}

/* program:ours() -> did this process start it, rather than one that this is a copy of? */
static int coprocess_ours (lua_State *L) {
  const Coprocess *program = check_coprocess(L, 1);
  lua_pushboolean(L, program->number != 0 && program->owner == getpid());
  return 1;
}

/* program:stop(seconds) -> how it has ended, in words; nil if that is not known. It is killed if it runs longer. */
static int coprocess_stop (lua_State *L) {
  Coprocess *program = check_coprocess(L, 1);
  const double end = clock_now() + luaL_optnumber(L, 2, 0);
  int status = -1;
  if (program->number == 0) return 0;
  while (program->owner == getpid() && clock_now() < end && process_runs(program->number, &status)) poll(NULL, 0, 1);
  if (status != -1) {
    close(program->socket);
    program->number = 0;
  } else status = stop(program);
  return child_push_end(L, status);
}

static int coprocess_close (lua_State *L) {
  stop(check_coprocess(L, 1));
  return 0;
}

static const MetatableKind kind = {
  COPROCESS, (const luaL_Reg[]){{"__gc", coprocess_close}, {"__close", coprocess_close}, {NULL, NULL}},
  (const luaL_Reg[]){{"write", coprocess_write}, {"read", coprocess_read}, {"ours", coprocess_ours}, {"stop", coprocess_stop}, {NULL, NULL}}
};

const luaL_Reg coprocess_functions[] = {{"start", coprocess_start}, {NULL, NULL}};
