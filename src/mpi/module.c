/*
** The Lua module gts.mpi_core: what gts.mpi needs of MPI. It is a separate module, so that only
** scripts that require gts.mpi load MPI.
**
** mpi_core.rank, mpi_core.size: which rank this is, from 0; how many there are
** mpi_core.send(rank, text)
** mpi_core.receive(seconds) -> rank, text; nothing, if none came within that time
** mpi_core.left(rank) -> has the rank ended its script?
** mpi_core.group() -> a group of all ranks (group/group.h): for gts.solve
*/
#include <stdlib.h>

#include <lauxlib.h>
#include <lua.h>

#include "mpi/carrier.h"
#include "mpi/ranks.h"

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

/*
** Drops the group without the barrier of `close`: the garbage collector must not wait for other
** ranks.
*/
static int group_gc (lua_State *L) {
  Group **group = luaL_checkudata(L, 1, GROUP_OBJECT);
  if (*group && ranks_is_own()) carrier_drop(*group);
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
    {"send", mpi_send}, {"receive", mpi_receive}, {"left", mpi_left}, {"group", mpi_group}, {NULL, NULL}
  };
  const char *why;
  luaL_checkversion(L);
  if (!ranks_begin(&why)) return luaL_error(L, "gts.mpi: %s", why);
  luaL_newmetatable(L, GROUP_OBJECT);
  lua_pushcfunction(L, group_gc);
  lua_setfield(L, -2, "__gc");
  lua_pushcfunction(L, group_close);
  lua_setfield(L, -2, "__close");
  lua_pop(L, 1);
  luaL_newlib(L, functions);
  lua_pushinteger(L, ranks_rank());
  lua_setfield(L, -2, "rank");
  lua_pushinteger(L, ranks_size());
  lua_setfield(L, -2, "size");
  return 1;
}
