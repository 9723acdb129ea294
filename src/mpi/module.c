/*
** The Lua module gts.mpi_core: what gts.mpi needs of MPI. It is a separate module, so that only scripts that require gts.mpi load MPI.
**
** mpi_core.rank, mpi_core.size: which rank this is, from 0; how many there are mpi_core.send(rank, text) mpi_core.receive(seconds) -> rank,
** text; nothing, if none came within that time mpi_core.left(rank) -> has the rank ended its script? mpi_core.forget(rank): it does not
** answer any more, and is not waited for at the end mpi_core.group() -> a group of all ranks (group/group.h): for gts.solve
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lauxlib.h>
#include <lua.h>
#include <mpi.h>

#include "group/group.h"
#include "mpi/ranks.h"

/* A group (group/group.h) of all ranks: its messages are MPI's, in a duplicated communicator. */

#define SLOTS 64                /* messages that may be on their way */
#define CALLS_A_LOOK 64         /* calls of `gone` from one look to the next */

enum { QUIT = GROUP_LANES };     /* tags are the lanes, and: */

typedef struct Farewell {
  int why;
  char text[GROUP_TEXT];
} Farewell;

typedef struct Carrier {
  Group group;
  MPI_Comm comm;
  MPI_Request requests[SLOTS];
  int idle, calls;
  bool has_quit, ended;         /* this rank; another, or that one is gone */
  Farewell farewell;
  _Alignas(16) unsigned char received[GROUP_MESSAGE];
  unsigned char sent[SLOTS][GROUP_MESSAGE];
} Carrier;

static Carrier *carrier_of (Group *group) { return (Carrier *)(void *)group; }

/* A place for a message that is not on its way any more; -1: there is none. */
static int free_slot (Carrier *c) {
  int slot, done;
  for (int i = 0; i < SLOTS; i++) {
    if (c->requests[i] == MPI_REQUEST_NULL) return i;
  }
  MPI_Testany(SLOTS, c->requests, &slot, &done, MPI_STATUS_IGNORE);
  return done && slot != MPI_UNDEFINED ? slot : -1;
}

static bool send_message (Group *group, int to, int lane, const void *message, size_t size) {
  Carrier *c = carrier_of(group);
  int slot = free_slot(c);
  if (slot < 0) return false;
  memcpy(c->sent[slot], message, size);
  MPI_Isend(c->sent[slot], (int)size, MPI_BYTE, to, lane, c->comm, &c->requests[slot]);
  c->idle = 0;
  return true;
}

static const void *receive_message (Group *group, int lane, int *from, size_t *size) {
  Carrier *c = carrier_of(group);
  MPI_Message message;
  MPI_Status status;
  int there, count;
  MPI_Improbe(MPI_ANY_SOURCE, lane, c->comm, &there, &message, &status);
  if (!there) return NULL;
  MPI_Get_count(&status, MPI_BYTE, &count);
  if (count > GROUP_MESSAGE) ranks_abort("a message of a group is too long");
  MPI_Mrecv(c->received, count, MPI_BYTE, &message, MPI_STATUS_IGNORE);
  *from = status.MPI_SOURCE;
  *size = (size_t)count;
  c->idle = 0;
  return c->received;
}

static void pause_group (Group *group) { ranks_pause(&carrier_of(group)->idle); }

/* Has a rank quit, or ended its script? */
static bool look (Carrier *c) {
  MPI_Status status;
  int there;
  if (c->ended) return true;
  const int rank = ranks_left();        /* before: what it has sent is there then */
  MPI_Iprobe(MPI_ANY_SOURCE, QUIT, c->comm, &there, &status);
  if (there) MPI_Recv(&c->farewell, sizeof c->farewell, MPI_BYTE, status.MPI_SOURCE, QUIT, c->comm, MPI_STATUS_IGNORE);
  else if (rank >= 0) {
    c->farewell.why = 0;
    snprintf(c->farewell.text, sizeof c->farewell.text, "rank %d of %d has ended its script", rank, c->group.ranks);
    there = true;
  }
  return c->ended = there;
}

static bool gone (Group *group, int *why, char *text) {
  Carrier *c = carrier_of(group);
  if (!c->ended && (++c->calls % CALLS_A_LOOK != 0 || !look(c))) return false;
  *why = c->farewell.why;
  memcpy(text, c->farewell.text, GROUP_TEXT);
  return true;
}

/* Small, so MPI takes it at once, and delivery need not be waited for. */
static void quit (Group *group, int why, const char *text) {
  Carrier *c = carrier_of(group);
  static Farewell farewell;     /* outlives the group: it may be on its way for longer */
  MPI_Request request;
  if (c->has_quit) return;
  c->has_quit = true;
  farewell.why = why;
  snprintf(farewell.text, sizeof farewell.text, "%s", text);
  for (int rank = 0; rank < group->ranks; rank++) {
    if (rank == group->rank) continue;
    MPI_Isend(&farewell, sizeof farewell, MPI_BYTE, rank, QUIT, c->comm, &request);
    MPI_Request_free(&request);
  }
}

/* Is nothing on its way any more? */
static bool all_sent (Carrier *c) {
  int all = true;
  for (int i = 0; i < SLOTS && all; i++) MPI_Test(&c->requests[i], &all, MPI_STATUS_IGNORE);
  return all;
}

/* Waits until all ranks have called it; false: one has quit or left instead. */
static bool meet_at_end (Carrier *c) {
  MPI_Request request;
  int done;
  MPI_Ibarrier(c->comm, &request);
  for (int idle = 0; ; ranks_pause(&idle)) {
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done && all_sent(c)) return true;
    if (!done && look(c)) return false;
  }
}

/* If a rank has quit the communicator stays: messages in it may never be received, and refer to memory that is still ours. */
static void close_group (Group *group) {
  Carrier *c = carrier_of(group);
  if (c->has_quit || c->ended || !meet_at_end(c)) return;
  MPI_Comm_free(&c->comm);
  free(c);
}

static void close_alone (Group *group) { free(carrier_of(group)); }

static bool none_is_gone (Group *group, int *why, char *text) {
  (void)group, (void)why, (void)text;
  return false;
}

static void quit_alone (Group *group, int why, const char *text) { (void)group, (void)why, (void)text; }

static const void *receive_nothing (Group *group, int lane, int *from, size_t *size) {
  (void)group, (void)lane, (void)from, (void)size;
  return NULL;
}

/* Has the communicator been made? False: a rank will not come, *missing. */
static bool meet_at_first (Carrier *c, int *missing) {
  MPI_Request request;
  int done;
  MPI_Comm_idup(MPI_COMM_WORLD, &c->comm, &request);
  for (int idle = 0; ; ranks_pause(&idle)) {
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done) return true;
    if ((*missing = ranks_left()) >= 0) return false;
  }
}

/*
** Makes a group. Collective: all ranks call it, equally often and in the same order. Its `close` waits until all have called it, unless a
** rank has quit. NULL: there is not enough memory, or, with a rank in *missing that is not -1, that rank has ended its script.
*/
static Group *carrier_group (int *missing) {
  int ranks = ranks_size();
  *missing = -1;
  Carrier *c = calloc(1, sizeof *c);
  if (!c) return NULL;
  c->group = (Group){.rank = ranks_rank(), .ranks = ranks, .send = send_message, .receive = receive_message, .wait = pause_group,
                   .gone = gone, .quit = quit, .close = close_group};
  for (int i = 0; i < SLOTS; i++) c->requests[i] = MPI_REQUEST_NULL;
  if (ranks == 1) {
    c->group.receive = receive_nothing;
    c->group.gone = none_is_gone;
    c->group.quit = quit_alone;
    c->group.close = close_alone;
  } else if (!meet_at_first(c, missing)) return NULL;   /* `c` may still be written to */
  group_open(&c->group);
  return &c->group;
}

static void check_own (lua_State *L) {
  if (!ranks_is_own()) luaL_error(L, "gts.mpi: a process of gts.map is no rank: it cannot use MPI");
}

static int mpi_send (lua_State *L) {
  size_t size;
  lua_Integer to = luaL_checkinteger(L, 1);
  const char *text = luaL_checklstring(L, 2, &size);
  check_own(L);
  luaL_argcheck(L, to >= 0 && to < ranks_size() && to != ranks_rank(), 1, "no other rank");
  if (!ranks_send((int)to, text, size)) return luaL_error(L, "gts.mpi: a message of %I bytes is too long", (lua_Integer)size);
  return 0;
}

/* Frees bytes when it is closed. */
static int free_bytes (lua_State *L) {
  char **bytes = lua_touserdata(L, 1);
  free(*bytes);
  *bytes = NULL;
  return 0;
}

static int mpi_receive (lua_State *L) {
  double seconds = luaL_checknumber(L, 1);
  int from;
  size_t size;
  check_own(L);
  char **bytes = lua_newuserdatauv(L, sizeof *bytes, 0);
  *bytes = NULL;
  if (luaL_newmetatable(L, "gts.bytes")) {
    lua_pushcfunction(L, free_bytes);
    lua_setfield(L, -2, "__gc");
  }
  lua_setmetatable(L, -2);
  *bytes = ranks_receive(seconds, &from, &size);
  if (!*bytes && size > 0) ranks_abort("not enough memory for a message");
  if (!*bytes) return 0;
  lua_pushinteger(L, from);
  lua_pushlstring(L, *bytes, size);
  free(*bytes);
  *bytes = NULL;
  return 2;
}

static int mpi_forget (lua_State *L) {
  lua_Integer rank = luaL_checkinteger(L, 1);
  check_own(L);
  luaL_argcheck(L, rank >= 0 && rank < ranks_size() && rank != ranks_rank(), 1, "no other rank");
  ranks_forget((int)rank);
  return 0;
}

static int mpi_left (lua_State *L) {
  lua_Integer rank = luaL_checkinteger(L, 1);
  check_own(L);
  luaL_argcheck(L, rank >= 0 && rank < ranks_size(), 1, "no rank");
  lua_pushboolean(L, ranks_has_left((int)rank));
  return 1;
}

/* Groups. */

static int group_close (lua_State *L) {
  Group **group = luaL_checkudata(L, 1, GROUP_OBJECT);
  Group *open = *group;
  *group = NULL;
  if (open && ranks_is_own()) open->close(open);
  return 0;
}

/* Drops the group without the barrier of `close`: the garbage collector must not wait for other ranks. */
static int group_gc (lua_State *L) {
  Group **group = luaL_checkudata(L, 1, GROUP_OBJECT);
  if (*group && ranks_is_own() && (*group)->ranks == 1) (*group)->close(*group);        /* others are not waited for */
  *group = NULL;
  return 0;
}

static int mpi_group (lua_State *L) {
  int missing;
  check_own(L);
  Group **group = lua_newuserdatauv(L, sizeof *group, 0);
  *group = NULL;
  luaL_setmetatable(L, GROUP_OBJECT);
  *group = carrier_group(&missing);
  if (*group) return 1;
  if (missing >= 0) return luaL_error(L, "gts.mpi: rank %d has ended its script", missing);
  return luaL_error(L, "gts.mpi: not enough memory");
}

int luaopen_gts_mpi_core (lua_State *L);

__attribute__((visibility("default"))) int luaopen_gts_mpi_core (lua_State *L) {
  static const luaL_Reg functions[] = {
    {"send", mpi_send}, {"receive", mpi_receive}, {"left", mpi_left}, {"forget", mpi_forget}, {"group", mpi_group}, {NULL, NULL}
  };
  const char *why;
  luaL_checkversion(L);
  if (!ranks_begin(&why)) return luaL_error(L, "gts.mpi: %s", why);
  luaL_newmetatable(L, GROUP_OBJECT);
  luaL_setfuncs(L, (const luaL_Reg[]){{"__gc", group_gc}, {"__close", group_close}, {NULL, NULL}}, 0);
  lua_pop(L, 1);
  luaL_newlib(L, functions);
  lua_pushinteger(L, ranks_rank());
  lua_setfield(L, -2, "rank");
  lua_pushinteger(L, ranks_size());
  lua_setfield(L, -2, "size");
  return 1;
}
