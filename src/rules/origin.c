#include "rules/origin.h"

#include <string.h>

#include <lauxlib.h>

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

/* core.line(level) -> the line, or nil; is the function there `error`? Of the caller's stack, where
** 1 is the caller itself. */
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
  static const luaL_Reg functions[] = {{"line", line}, {"definition", definition}, {"own", own}, {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
  lua_getglobal(L, "error");
  lua_rawsetp(L, LUA_REGISTRYINDEX, &raise_error);
}
