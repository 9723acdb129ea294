#include "rules/indices.h"

#include <stdlib.h>

#include <lauxlib.h>

#include "rules/calls.h"

#define INDEX_AT "index.at"
#define INDEX_BEFORE "index.before"
#define INDEX_OF "index.of"
#define INDEX_SIZE "index.size"
#define MOST_INDICES ((lua_Integer)1 << 40)

/* Reads the words of a position, the values from `first` on. False: they are not all integers. */
static bool read_position (const LuaGame *lua, int first, Position *position) {
  for (int i = 0; i < lua->words; i++) {
    if (!lua_isinteger(lua->L, first + i)) return false;
    position->word[i] = lua_tointeger(lua->L, first + i);
  }
  if (lua->words == 1) position->word[1] = 0;
  return true;
}

/* What `function` returned for an index or a tier, at `at` of the stack, is not what was expected. */
static _Noreturn void refuse (LuaGame *lua, const char *function, const char *what, int at, const char *expected) {
  const char *got = calls_name_value(lua->L, at);
  luaL_error(lua->L, "%srules.%s returned %s for %s: expected %s", calls_place(lua, function), function, got, what, expected);
  abort();
}

static Value index_size (Game *game, int64_t tier) {
  LuaGame *lua = (LuaGame *)game;
  lua_State *L = lua->L;
  const int top = lua_gettop(L);
  const Position about = {{tier}};
  lua_pushvalue(L, AT_index_size);
  lua_pushinteger(L, tier);
  calls_ask(lua, INDEX_SIZE, &about, 1, 1);
  const bool none = lua_isnil(L, -1);
  const lua_Integer size = none ? -1 : lua_tointeger(L, -1);
  if (!none && (!lua_isinteger(L, -1) || size < 0 || size > MOST_INDICES))
    refuse(lua, INDEX_SIZE, lua_pushfstring(L, "tier %I", (LUAI_UACINT)tier), top + 1, "an integer from 0 to 2^40, or nil");
  lua_settop(L, top);
  return (Value)size;
}

static bool index_at (Game *game, int64_t tier, int64_t index, Position *position) {
  LuaGame *lua = (LuaGame *)game;
  lua_State *L = lua->L;
  const int top = lua_gettop(L);
  const bool single = lua->words == 1;
  const Position about = {{single ? index : tier, single ? 0 : index}};
  lua_pushvalue(L, AT_index_at);
  lua_pushinteger(L, tier);
  lua_pushinteger(L, index);
  calls_ask(lua, INDEX_AT, &about, 2, lua->words);
  const bool any = !lua_isnil(L, top + 1);
  if (any && !read_position(lua, top + 1, position))
    refuse(lua, INDEX_AT, lua_pushfstring(L, "index %I of tier %I", (LUAI_UACINT)index, (LUAI_UACINT)tier), top + 1,
           lua->words == 1 ? "a position, which is an integer, or nil" : "the integers of a position, or nil");
  lua_settop(L, top);
  return any;
}

static Value index_of (Game *game, const Position *position) {
  LuaGame *lua = (LuaGame *)game;
  lua_State *L = lua->L;
  calls_ask_about(lua, AT_index_of, INDEX_OF, position, 1);
  const lua_Integer index = lua_tointeger(L, -1);
  if (!lua_isinteger(L, -1) || index < 0 || index > MOST_INDICES) calls_refuse(lua, INDEX_OF, position, -1, "an integer from 0 on");
  lua_pop(L, 1);
  return (Value)index;
}

static bool index_before (Game *game, const Position *position, Walk *walk, Position *before) {
  LuaGame *lua = (LuaGame *)game;
  lua_State *L = lua->L;
  const int top = lua_gettop(L);
  calls_push(lua, AT_index_before, position);
  if (walk->index == 0) lua_pushnil(L);
  else lua_pushinteger(L, walk->move.word);
  calls_ask(lua, INDEX_BEFORE, position, lua->words + 1, lua->words + 1);
  const bool any = !lua_isnil(L, top + 1);
  if (any && (!lua_isinteger(L, top + 1) || !read_position(lua, top + 2, before)))
    calls_refuse(lua, INDEX_BEFORE, position, lua_isinteger(L, top + 1) ? top + 2 : top + 1,
                 "an integer for the move and for each word of the position, or nil");
  if (any && walk->index > 0 && walk->move.word == lua_tointeger(L, top + 1))
    calls_refuse(lua, INDEX_BEFORE, position, top + 1, "another move than the one before");
  walk->move = (Move){lua_tointeger(L, top + 1), 0};
  lua_settop(L, top);
  return any;
}

void indices_open (LuaGame *lua) {
  lua_State *L = lua->L;
  Game *game = &lua->game;
  game->index_reverses = lua_getfield(L, AT_RULES, "index.reversed") != LUA_TNIL;
  lua_pop(L, 1);
  if (!lua_game_has(lua, AT_index_size) || lua_game_has_rows(lua)) return;
  game->index_size = index_size;
  game->index_at = index_at;
  game->index_of = index_of;
  if (lua_game_has(lua, AT_index_before)) game->index_before = index_before;
}
