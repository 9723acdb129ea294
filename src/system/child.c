#include "system/child.h"

#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <lauxlib.h>

#include "base/clock.h"
#include "base/process.h"
#include "base/wait.h"
#include "system/interrupt.h"
#include "system/metatable.h"
#include "system/refuse.h"

#define CHILD "gts.process"
static const MetatableKind kind;

#define MOST_CHILDREN 1024
#define PACKET ((size_t)1 << 16)        /* bytes that a socket takes at once */

/* The incoming part of a message. Messages travel in packets of limited size, each behind a byte that says whether it is the last. */
typedef struct Mail {
  char *bytes;
  size_t size, room;
} Mail;

enum { LAST, MORE };

typedef struct Child {
  pid_t number, owner;          /* 0: it is gone; the process that started it */
  int socket;
  Mail mail;
} Child;

static bool in_child;           /* this process is one */

static Child *check_child (lua_State *L, int index) { return luaL_checkudata(L, index, CHILD); }

static bool send_packet (int socket, char mark, const char *bytes, size_t size) {
  struct iovec parts[] = {{&mark, 1}, {(char *)(uintptr_t)bytes, size}};
  struct msghdr packet = {.msg_iov = parts, .msg_iovlen = 2};
  ssize_t sent;
  do sent = sendmsg(socket, &packet, MSG_NOSIGNAL); while (sent < 0 && errno == EINTR);
  return sent >= 0;
}

static bool send_text (lua_State *L, int socket, int index) {
  size_t size;
  const char *text = luaL_checklstring(L, index, &size);
  for (; size > PACKET; text += PACKET, size -= PACKET) {
    if (!send_packet(socket, MORE, text, PACKET)) return false;
  }
  return send_packet(socket, LAST, text, size);
}

static void hold (lua_State *L, Mail *mail, const char *bytes, size_t size) {
  if (mail->room - mail->size < size) {
    size_t room = 2 * (mail->size + size);
    char *moved = realloc(mail->bytes, room);
    if (moved == NULL) luaL_error(L, "not enough memory");
    mail->bytes = moved;
    mail->room = room;
  }
  memcpy(mail->bytes + mail->size, bytes, size);
  mail->size += size;
}

static void forget (Mail *mail) {
  free(mail->bytes);
  *mail = (Mail){NULL, 0, 0};
}

/*
** Reads a packet into `packet`; its size, 0 or less if the other end is closed. If a process ends before it has read all that it was sent,
** the system says so first, once, and only then gives what the process has said.
*/
static ssize_t read_packet (int socket, char packet[1 + PACKET]) {
  ssize_t got;
  bool reset = false, again;
  do {
    got = recv(socket, packet, 1 + PACKET, 0);
    again = got < 0 && (errno == EINTR || (errno == ECONNRESET && !reset));
    if (again && errno == ECONNRESET) reset = true;
  } while (again);
  return got;
}

/* Reads a packet. Pushes the message that is whole with it, or nil if the other end is closed; false: there is more of it to come. */
static bool push_text (lua_State *L, int socket, Mail *mail) {
  char packet[1 + PACKET];
  ssize_t got = read_packet(socket, packet);
  if (got <= 0) {
    lua_pushnil(L);
    return true;
  }
  size_t size = (size_t)got - 1;
  if (packet[0] == LAST && mail->size == 0) {
    lua_pushlstring(L, packet + 1, size);
    return true;
  }
  hold(L, mail, packet + 1, size);
  if (packet[0] == MORE) return false;
  lua_pushlstring(L, mail->bytes, mail->size);
  forget(mail);
  return true;
}

/* In the child. */

static int own_socket (lua_State *L) { return (int)lua_tointeger(L, lua_upvalueindex(1)); }

/* send(text). What was printed before goes out before. */
static int own_send (lua_State *L) {
  fflush(stdout);
  if (!send_text(L, own_socket(L), 1)) _exit(1);        /* the parent has closed it */
  return 0;
}

/* receive() -> a text; nil: there will be none. */
static int own_receive (lua_State *L) {
  Mail mail = {NULL, 0, 0};
  while (!push_text(L, own_socket(L), &mail)) {}
  return 1;
}

static _Noreturn void run (lua_State *L, int socket) {
  in_child = true;
  lua_pushvalue(L, 1);
  lua_pushinteger(L, socket);
  lua_pushcclosure(L, own_receive, 1);
  lua_pushinteger(L, socket);
  lua_pushcclosure(L, own_send, 1);
  int status = lua_pcall(L, 2, 0, 0);
  fflush(NULL);
  _exit(status == LUA_OK ? 0 : 1);
}

/* In the parent. */

/* Ends a child, if it has not ended; gives its status, -1 if that is not known. */
static int stop (Child *child) {
  int status = -1;
  if (child->number == 0) return -1;
  forget(&child->mail);
  close(child->socket);
  if (child->owner == getpid()) status = process_kill(child->number);
  child->number = 0;
  return status;
}

/* child.start(f) -> a child, in which f(receive, send) is called; nil and why not. It is ended when it is closed or collected. */
static int child_start (lua_State *L) {
  int ends[2];
  luaL_checktype(L, 1, LUA_TFUNCTION);
  luaL_checkstack(L, 20, NULL);
  Child *child = lua_newuserdatauv(L, sizeof *child, 0);
  *child = (Child){.owner = getpid()};
  metatable_set(L, &kind);
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) == 0) {
    pid_t number = process_copy();
    if (number == 0) {
      close(ends[0]);
      run(L, ends[1]);
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
  return refuse(L, lua_pushfstring(L, "no process can be started: %s", strerror(errno)));
}

/* child:send(text) -> false if it is gone. */
static int child_send (lua_State *L) {
  Child *child = check_child(L, 1);
  lua_pushboolean(L, child->number != 0 && send_text(L, child->socket, 2));
  return 1;
}

int child_push_end (lua_State *L, int status) {
  if (status == -1) return 0;
  if (WIFEXITED(status)) lua_pushfstring(L, "exit code %d", WEXITSTATUS(status));
  else lua_pushfstring(L, "signal %d", WTERMSIG(status));
  return 1;
}

/* child:stop() -> how it ended, in words; nil if that is not known. */
static int child_stop (lua_State *L) { return child_push_end(L, stop(check_child(L, 1))); }

/* child:dismiss(): it will be sent nothing more. */
static int child_dismiss (lua_State *L) {
  const Child *child = check_child(L, 1);
  if (child->number != 0) shutdown(child->socket, SHUT_WR);
  return 0;
}

/* Waits for one of `files`; false if Ctrl-C was pressed, or after `milliseconds` (-1: never). */
static bool wait_for (lua_State *L, struct pollfd *files, nfds_t count, int milliseconds, bool *pressed) {
  Interrupt interrupt;
  interrupt_begin(&interrupt, L, interrupt_note);
  int ready = poll(files, count, milliseconds);
  *pressed = interrupt_heard();
  interrupt_end(&interrupt);
  return ready > 0 && !*pressed;
}

/*
** child.wait({child, ...}, seconds) -> the index of one that has answered, and its text (nil: it has ended); nil if none has after so
** many seconds, or if only a part of an answer came; nil and "interrupted" after Ctrl-C. Those that are gone are not waited for.
*/
static int child_wait (lua_State *L) {
  struct pollfd files[MOST_CHILDREN];
  Child *children[MOST_CHILDREN];
  luaL_checktype(L, 1, LUA_TTABLE);
  double seconds = luaL_optnumber(L, 2, -1);
  lua_Unsigned count = lua_rawlen(L, 1);
  luaL_argcheck(L, count > 0 && count <= MOST_CHILDREN, 1, "1 to 1024 children");
  for (lua_Unsigned i = 0; i < count; i++) {
    lua_rawgeti(L, 1, (lua_Integer)i + 1);
    children[i] = check_child(L, -1);
    files[i] = (struct pollfd){.fd = children[i]->number ? children[i]->socket : -1, .events = POLLIN};
    lua_pop(L, 1);
  }
  bool pressed;
  if (!wait_for(L, files, count, clock_milliseconds(seconds), &pressed)) {
    if (pressed) return refuse(L, "interrupted");
    lua_pushnil(L);
    return 1;
  }
  for (lua_Unsigned i = 0; i < count; i++) {
    if (!files[i].revents) continue;
    lua_pushinteger(L, (lua_Integer)i + 1);
    if (push_text(L, files[i].fd, &children[i]->mail)) return 2;
  }
  return 0;
}

/* child.within() -> is this process a child? */
static int child_within (lua_State *L) {
  lua_pushboolean(L, in_child);
  return 1;
}

/* child.processors() -> how many this process may use. */
static int child_processors (lua_State *L) {
  lua_pushinteger(L, wait_processors());
  return 1;
}

static void on_press (lua_State *L, Interrupt *interrupt) {
  (void)interrupt;
  lua_pushliteral(L, "interrupted");
  lua_error(L);
}

/* child.guard(f, ...) -> was Ctrl-C pressed meanwhile?, and what pcall(f, ...) gives; the key ends f with an error. */
static int child_guard (lua_State *L) {
  Interrupt interrupt;
  int presses = interrupt_presses();
  luaL_checkany(L, 1);
  lua_pushboolean(L, false);
  lua_pushboolean(L, false);
  lua_rotate(L, 1, 2);
  interrupt_begin(&interrupt, L, on_press);
  int status = lua_pcall(L, lua_gettop(L) - 3, LUA_MULTRET, 0);
  const bool pressed = interrupt_presses() != presses;
  if (pressed) interrupt_heard();
  interrupt_end(&interrupt);
  lua_pushboolean(L, pressed);
  lua_replace(L, 1);
  lua_pushboolean(L, status == LUA_OK);
  lua_replace(L, 2);
  return lua_gettop(L);
}

static const MetatableKind kind = {
  CHILD, (const luaL_Reg[]){{"__gc", child_stop}, {"__close", child_stop}, {NULL, NULL}},
  (const luaL_Reg[]){{"send", child_send}, {"dismiss", child_dismiss}, {"stop", child_stop}, {NULL, NULL}}
};

const luaL_Reg child_functions[] = {
  {"start", child_start}, {"wait", child_wait}, {"within", child_within}, {"processors", child_processors}, {"guard", child_guard},
  {NULL, NULL}
};
