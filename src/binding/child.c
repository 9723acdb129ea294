#include "binding/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <lauxlib.h>

#include "binding/interrupt.h"

#define CHILD "gts.process"
#define MOST_CHILDREN 1024
#define MOST_BYTES ((size_t)1 << 16)    /* of a message: a socket takes that much at once */

typedef struct Child {
  pid_t number, owner;          /* 0: it is gone; the process that started it */
  int socket;
} Child;

static Child *check_child (lua_State *L, int index) { return luaL_checkudata(L, index, CHILD); }

static bool send_text (lua_State *L, int socket, int index) {
  size_t size;
  const char *text = luaL_checklstring(L, index, &size);
  luaL_argcheck(L, size > 0 && size <= MOST_BYTES, index, "a message has 1 to 65536 bytes");
  ssize_t sent;
  do sent = send(socket, text, size, MSG_NOSIGNAL); while (sent < 0 && errno == EINTR);
  return sent >= 0;
}

/* Pushes the next message; nil if the other end is closed. */
static void push_text (lua_State *L, int socket) {
  luaL_Buffer text;
  char *room = luaL_buffinitsize(L, &text, MOST_BYTES);
  ssize_t got;
  do got = recv(socket, room, MOST_BYTES, 0); while (got < 0 && errno == EINTR);
  luaL_pushresultsize(&text, got > 0 ? (size_t)got : 0);
  if (got > 0) return;
  lua_pop(L, 1);
  lua_pushnil(L);
}

/* In the child. */

static int own_socket (lua_State *L) { return (int)lua_tointeger(L, lua_upvalueindex(1)); }

/* send(text) */
static int own_send (lua_State *L) {
  if (!send_text(L, own_socket(L), 1)) _exit(1);        /* nobody listens any more */
  return 0;
}

/* receive() -> a text; nil: there will be none. */
static int own_receive (lua_State *L) {
  push_text(L, own_socket(L));
  return 1;
}

static _Noreturn void run (lua_State *L, int socket, pid_t parent) {
  int nowhere = open("/dev/null", O_RDONLY | O_CLOEXEC);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  signal(SIGINT, SIG_IGN);
  if (nowhere >= 0) dup2(nowhere, STDIN_FILENO);
  lua_pushvalue(L, 1);
  lua_pushinteger(L, socket);
  lua_pushcclosure(L, own_receive, 1);
  lua_pushinteger(L, socket);
  lua_pushcclosure(L, own_send, 1);
  int status = lua_pcall(L, 2, 0, 0);
  fflush(stdout);
  _exit(status == LUA_OK ? 0 : 1);
}

/* In the parent. */

/* Ends a child, if it has not ended; gives its status, -1 if that is not known. */
static int stop (Child *child) {
  int status = -1;
  if (child->number == 0) return -1;
  close(child->socket);
  if (child->owner == getpid()) {
    kill(child->number, SIGKILL);
    while (waitpid(child->number, &status, 0) < 0 && errno == EINTR) {}
  }
  child->number = 0;
  return status;
}

/* child.start(f) -> a child, in which f(receive, send) is called; nil and why not. It is ended when it is closed or collected. */
static int child_start (lua_State *L) {
  int ends[2];
  pid_t parent = getpid();
  luaL_checktype(L, 1, LUA_TFUNCTION);
  luaL_checkstack(L, 20, NULL);
  Child *child = lua_newuserdatauv(L, sizeof *child, 0);
  *child = (Child){.owner = parent};
  luaL_setmetatable(L, CHILD);
  fflush(NULL);                 /* what we have not yet written is ours alone */
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) == 0) {
    pid_t number = fork();
    if (number == 0) {
      close(ends[0]);
      run(L, ends[1], parent);
    }
    int failure = errno;
    close(ends[1]);
    if (number > 0) {
      child->number = number;
      child->socket = ends[0];
      return 1;
    }
    close(ends[0]);
    errno = failure;
  }
  lua_pushnil(L);
  lua_pushfstring(L, "no process can be started: %s", strerror(errno));
  return 2;
}

/* child:send(text) -> false if it is gone. */
static int child_send (lua_State *L) {
  Child *child = check_child(L, 1);
  lua_pushboolean(L, child->number != 0 && send_text(L, child->socket, 2));
  return 1;
}

/* child:stop() -> how it ended, in words; nil if that is not known. */
static int child_stop (lua_State *L) {
  int status = stop(check_child(L, 1));
  if (status == -1) return 0;
  if (WIFEXITED(status)) lua_pushfstring(L, "exit code %d", WEXITSTATUS(status));
  else lua_pushfstring(L, "signal %d", WTERMSIG(status));
  return 1;
}

static void do_nothing (lua_State *L, Interrupt *interrupt) { (void)L, (void)interrupt; }

/* Waits for one of `files`; false if Ctrl-C was pressed, or after so many milliseconds (-1: never). */
static bool wait_for (lua_State *L, struct pollfd *files, nfds_t count, int milliseconds, bool *pressed) {
  Interrupt interrupt;
  interrupt_begin(&interrupt, L, do_nothing);
  int ready = poll(files, count, milliseconds);
  *pressed = *interrupt_flag() != 0;
  interrupt_end(&interrupt);
  return ready > 0 && !*pressed;
}

/*
** child.wait({child, ...}, seconds) -> the index of one that has answered, and its text (nil: it has ended); nil if none has after so
** many seconds; nil and "interrupted" after Ctrl-C.
*/
static int child_wait (lua_State *L) {
  struct pollfd files[MOST_CHILDREN];
  luaL_checktype(L, 1, LUA_TTABLE);
  double seconds = luaL_optnumber(L, 2, -1);
  lua_Unsigned count = lua_rawlen(L, 1);
  luaL_argcheck(L, count > 0 && count <= MOST_CHILDREN, 1, "1 to 1024 children");
  for (lua_Unsigned i = 0; i < count; i++) {
    lua_rawgeti(L, 1, (lua_Integer)i + 1);
    const Child *child = check_child(L, -1);
    files[i] = (struct pollfd){.fd = child->number ? child->socket : -1, .events = POLLIN};
    lua_pop(L, 1);
  }
  bool pressed;
  if (!wait_for(L, files, count, seconds < 0 ? -1 : seconds < 1e6 ? (int)(seconds * 1000) : 1000000000, &pressed)) {
    lua_pushnil(L);
    if (!pressed) return 1;
    lua_pushliteral(L, "interrupted");
    return 2;
  }
  for (lua_Unsigned i = 0; i < count; i++) {
    if (!files[i].revents) continue;
    lua_pushinteger(L, (lua_Integer)i + 1);
    push_text(L, files[i].fd);
    return 2;
  }
  return 0;
}

void child_register (lua_State *L) {
  static const luaL_Reg methods[] = {{"send", child_send}, {"stop", child_stop}, {NULL, NULL}};
  luaL_newmetatable(L, CHILD);
  luaL_newlib(L, methods);
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, child_stop);
  lua_setfield(L, -2, "__gc");
  lua_pushcfunction(L, child_stop);
  lua_setfield(L, -2, "__close");
  lua_pop(L, 1);
}

void child_push_functions (lua_State *L) {
  static const luaL_Reg functions[] = {{"start", child_start}, {"wait", child_wait}, {NULL, NULL}};
  luaL_newlib(L, functions);
}
