#include "rules/calls.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <lauxlib.h>

static const char *describe_words (lua_State *L, int words, const Position *position) {
  const int64_t *word = handles_words(words, position);
  luaL_Buffer text;
  luaL_buffinit(L, &text);
  for (int i = 0; i < words; i++) {
    lua_pushfstring(L, i == 0 ? "{%I" : ", %I", (LUAI_UACINT)word[i]);
    luaL_addvalue(&text);
  }
  luaL_addstring(&text, "}");
  luaL_pushresult(&text);
  return lua_tostring(L, -1);
}

/* The `count` values on top, one position, as rules.show has them, on one line; NULL, and nothing is pushed, if it cannot. */
static const char *describe_shown (lua_State *L, int rules, int count) {
  int top = lua_gettop(L);
  if (lua_getfield(L, rules, "show") == LUA_TFUNCTION) {
    for (int i = 1; i <= count; i++) lua_pushvalue(L, top - count + i);
    if (lua_pcall(L, count, 1, 0) == LUA_OK && lua_type(L, -1) == LUA_TSTRING) return luaL_gsub(L, lua_tostring(L, -1), "\n", " / ");
  }
  lua_settop(L, top);
  return NULL;
}

static int to_text (lua_State *L) {
  luaL_tolstring(L, 1, NULL);
  return 1;
}

/* The key, in the registry, of the function that gives the text of a table without __tostring. */
static const char describer;

static int set_describer (lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_settop(L, 1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &describer);
  return 0;
}

/* Pushes the text of the value on top; its type, if its own __tostring fails. */
static const char *describe_object (lua_State *L) {
  const bool named = luaL_getmetafield(L, -1, "__tostring") != LUA_TNIL;
  if (named) lua_pop(L, 1);
  if (named || lua_type(L, -1) != LUA_TTABLE) lua_pushcfunction(L, to_text);
  else if (lua_rawgetp(L, LUA_REGISTRYINDEX, &describer) != LUA_TFUNCTION) {
    lua_pop(L, 1);
    lua_pushcfunction(L, to_text);
  }
  lua_pushvalue(L, -2);
  if (lua_pcall(L, 1, 1, 0) == LUA_OK) return lua_tostring(L, -1);
  lua_pop(L, 1);
  return lua_pushfstring(L, "(a %s)", luaL_typename(L, -1));
}

/* The value on top: a string in quotes, an object by rules.show if it can. */
static const char *describe_value (lua_State *L, int rules) {
  int type = lua_type(L, -1);
  if (type == LUA_TSTRING) return lua_pushfstring(L, "'%s'", lua_tostring(L, -1));
  const char *shown = type == LUA_TTABLE || type == LUA_TUSERDATA ? describe_shown(L, rules, 1) : NULL;
  return shown ? shown : describe_object(L);
}

const char *calls_describe (LuaGame *lua, const Position *position) {
  lua_State *L = lua->L;
  if (lua->words > 1) return describe_words(L, lua->words, position);
  handles_push_position(L, lua, 1, position);
  return describe_value(L, AT_RULES);
}

const char *calls_describe_top (LuaGame *lua) { return describe_value(lua->L, AT_RULES); }

const char *calls_describe_from (lua_State *L, int rules, int path, int kept, int words, const Position *position) {
  const char *plain;
  if (words == 1) {
    handles_push_from(L, path, kept, position->word[0], position->word[1]);
    if (!lua_isinteger(L, -1)) return describe_value(L, rules);
    plain = lua_pushfstring(L, "%I", (LUAI_UACINT)position->word[0]);
  } else plain = describe_words(L, words, position);
  const int64_t *word = handles_words(words, position);
  luaL_checkstack(L, 2 * MOST_WORDS + 20, NULL);
  for (int i = 0; i < words; i++) lua_pushinteger(L, word[i]);
  const char *shown = describe_shown(L, rules, words);
  return shown ? lua_pushfstring(L, "%s: %s", plain, shown) : plain;
}

const char *calls_name_value (lua_State *L, int index) {
  if (lua_type(L, index) == LUA_TNUMBER && isnan(lua_tonumber(L, index))) return "nan";         /* its sign says nothing */
  if (lua_type(L, index) == LUA_TNUMBER || lua_type(L, index) == LUA_TBOOLEAN) return luaL_tolstring(L, index, NULL);
  if (lua_type(L, index) == LUA_TSTRING) return lua_pushfstring(L, "'%s'", lua_tostring(L, index));
  if (lua_isnil(L, index)) return "nil";
  return lua_pushfstring(L, "a %s", luaL_typename(L, index));
}

const char *calls_place (LuaGame *lua, const char *function) {
  lua_State *L = lua->L;
  lua_getfield(L, AT_RULES, function);
  const char *place = origin_push_definition(L);
  return place ? lua_pushfstring(L, "%s: ", place) : "";
}

_Noreturn void calls_refuse (LuaGame *lua, const char *function, const Position *position, int index, const char *expected) {
  lua_State *L = lua->L;
  index = lua_absindex(L, index);
  luaL_checkstack(L, 20, NULL);
  const char *got = calls_name_value(L, index);
  luaL_error(L, "%srules.%s returned %s for position %s: expected %s", calls_place(lua, function), function, got,
             calls_describe(lua, position), expected);
  abort();              /* luaL_error does not return */
}

#define OWN "gts.own"
#define FOLDER "gts/"           /* of the modules of gts */
#define GAMES "games/"          /* rules that come with gts are no part of it: in an installation they lie below its modules */

/* The key, in the registry, of `error` as Lua has it: each state has its own. */
static const char raise_error;

static bool is_own (lua_State *L, const char *source) {
  size_t length;
  lua_getfield(L, LUA_REGISTRYINDEX, OWN);
  const char *prefix = lua_tolstring(L, -1, &length);
  const bool own = prefix && strncmp(source, prefix, length) == 0 && strncmp(source + length, GAMES, strlen(GAMES)) != 0;
  lua_pop(L, 1);
  return own;
}

static const char *push_place (lua_State *L, const lua_Debug *at, int line) {
  if (line <= 0 || is_own(L, at->source)) return NULL;
  return lua_pushfstring(L, "%s:%d", at->short_src, line);
}

const char *origin_push_line (lua_State *L, int level) {
  lua_Debug at;
  for (; lua_getstack(L, level, &at); level++) {
    lua_getinfo(L, "Sl", &at);
    if (at.currentline > 0) return push_place(L, &at, at.currentline);
  }
  return NULL;
}

const char *origin_push_definition (lua_State *L) {
  lua_Debug at;
  if (!lua_isfunction(L, -1)) {
    lua_pop(L, 1);
    return NULL;
  }
  lua_getinfo(L, ">S", &at);
  return push_place(L, &at, at.linedefined);
}

bool origin_is_stated (const char *message) {
  for (const char *at = strchr(message, ':'); at; at = strchr(at + 1, ':')) {
    size_t digits = strspn(at + 1, "0123456789");
    if (digits > 0 && at[digits + 1] == ':' && at[digits + 2] == ' ') return true;
  }
  return false;
}

bool origin_is_error (lua_State *L, int level) {
  lua_Debug at;
  if (!lua_getstack(L, level, &at)) return false;
  lua_getinfo(L, "f", &at);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &raise_error);
  const bool is = lua_iscfunction(L, -1) && lua_rawequal(L, -1, -2);
  lua_pop(L, 2);
  return is;
}

/* The functions for Lua. */

/* core.line(level) -> the line, or nil; is the function there `error`? Of the caller's stack, where 1 is the caller itself. */
static int line (lua_State *L) {
  const int level = (int)luaL_checkinteger(L, 1);
  if (!origin_push_line(L, level)) lua_pushnil(L);
  lua_pushboolean(L, origin_is_error(L, level));
  return 2;
}

/* core.definition(f) */
static int definition (lua_State *L) {
  lua_settop(L, 1);
  return origin_push_definition(L) != NULL;
}

/* core.own(): the caller is a module of gts. */
static int own (lua_State *L) {
  lua_Debug at;
  if (!lua_getstack(L, 1, &at)) return 0;
  lua_getinfo(L, "S", &at);
  const char *end = NULL;
  for (const char *found = at.source; (found = strstr(found, FOLDER)); found += strlen(FOLDER))
    end = found + strlen(FOLDER);
  if (end == NULL) return 0;
  lua_pushlstring(L, at.source, (size_t)(end - at.source));
  lua_setfield(L, LUA_REGISTRYINDEX, OWN);
  return 0;
}

void origin_set_functions (lua_State *L) {
  static const luaL_Reg functions[] = {{"line", line}, {"definition", definition}, {"own", own}, {"describer", set_describer}, {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
  lua_getglobal(L, "error");
  lua_rawsetp(L, LUA_REGISTRYINDEX, &raise_error);
}
