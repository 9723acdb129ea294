#include "binding/calls.h"

#include <stdlib.h>

#include <lauxlib.h>

static const char *describe_words (lua_State *L, int words, const Position *position) {
  luaL_Buffer text;
  luaL_buffinit(L, &text);
  for (int i = 0; i < words; i++) {
    lua_pushfstring(L, i == 0 ? "{%I" : ", %I", (LUAI_UACINT)position->word[i]);
    luaL_addvalue(&text);
  }
  luaL_addstring(&text, "}");
  luaL_pushresult(&text);
  return lua_tostring(L, -1);
}

/* The object on top as rules.show has it, on one line; NULL if it cannot. */
static const char *describe_shown (lua_State *L) {
  int at = lua_gettop(L);
  if (lua_getfield(L, AT_RULES, "show") == LUA_TFUNCTION) {
    lua_pushvalue(L, at);
    if (lua_pcall(L, 1, 1, 0) == LUA_OK && lua_type(L, -1) == LUA_TSTRING) return luaL_gsub(L, lua_tostring(L, -1), "\n", " / ");
  }
  lua_settop(L, at);
  return NULL;
}

const char *calls_describe (LuaGame *lua, const Position *position) {
  lua_State *L = lua->L;
  if (lua->game.words > 1) return describe_words(L, lua->game.words, position);
  handles_push_position(L, lua, 1, position);
  int type = lua_type(L, -1);
  if (type == LUA_TSTRING) return lua_pushfstring(L, "'%s'", lua_tostring(L, -1));
  const char *shown = type == LUA_TTABLE || type == LUA_TUSERDATA ? describe_shown(L) : NULL;
  return shown ? shown : luaL_tolstring(L, -1, NULL);
}

const char *calls_name_value (lua_State *L, int index) {
  if (lua_type(L, index) == LUA_TNUMBER || lua_type(L, index) == LUA_TBOOLEAN) return luaL_tolstring(L, index, NULL);
  if (lua_type(L, index) == LUA_TSTRING) return lua_pushfstring(L, "'%s'", lua_tostring(L, index));
  if (lua_isnil(L, index)) return "nil";
  return lua_pushfstring(L, "a %s", luaL_typename(L, index));
}

_Noreturn void calls_refuse (LuaGame *lua, const char *function, const Position *position, int index, const char *expected) {
  lua_State *L = lua->L;
  index = lua_absindex(L, index);
  luaL_checkstack(L, 20, NULL);
  const char *got = calls_name_value(L, index);
  luaL_error(L, "rules.%s returned %s for position %s: expected %s", function, got, calls_describe(lua, position), expected);
  abort();              /* luaL_error does not return */
}
