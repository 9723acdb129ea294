/*
** gts in a page: a Lua state with the engine inside, for JavaScript. The files are in the file system that emscripten has in memory;
** who starts us has put them there (src/wasm/worker.js). What goes in and out is text.
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include "library/place.h"

int luaopen_gts_core (lua_State *L);

/* For JavaScript. */
const char *page_begin (const char *chunk);
const char *page_call (const char *text);

/* JavaScript: see imports.js. */
void page_tell (const char *text);
char *page_messages (void);

static lua_State *L;

static int host_tell (lua_State *state) {
  page_tell(luaL_checkstring(state, 1));
  return 0;
}

/* Lua is not called from elsewhere meanwhile. */
static int host_messages (lua_State *state) {
  char *text = page_messages();
  lua_pushstring(state, text ? text : "");
  free(text);
  return 1;
}

/* The error in words, with where it was raised. */
static int describe (lua_State *state) {
  const char *text = luaL_tolstring(state, 1, NULL);
  luaL_traceback(state, state, text, 1);
  return 1;
}

/* Returns the value on top of the stack as a text that lives until the next call. */
static const char *text_of_top (void) {
  static char *text;
  size_t size;
  const char *top = luaL_tolstring(L, -1, &size);
  free(text);
  text = malloc(size + 1);
  if (text) memcpy(text, top, size + 1);
  lua_settop(L, 0);
  return text;
}

static int prepare (lua_State *state) {
  static const luaL_Reg functions[] = {{"tell", host_tell}, {"messages", host_messages}, {NULL, NULL}};
  luaL_openlibs(state);
  luaL_requiref(state, "gts.core", luaopen_gts_core, 0);
  place_describe(state);
  luaL_newlib(state, functions);
  lua_setfield(state, LUA_REGISTRYINDEX, "gts.host");
  return 0;
}

/*
** Begins: runs a text in Lua, with a table of two functions, `tell` and `messages`. What it returns is the function that page_call
** calls. Returns an empty text, or what went wrong.
*/
const char *page_begin (const char *chunk) {
  L = luaL_newstate();
  if (L == NULL) return "not enough memory";
  lua_pushcfunction(L, describe);
  lua_pushcfunction(L, prepare);
  if (lua_pcall(L, 0, 0, 1) != LUA_OK || luaL_loadbuffer(L, chunk, strlen(chunk), "=page") != LUA_OK) return text_of_top();
  lua_getfield(L, LUA_REGISTRYINDEX, "gts.host");
  if (lua_pcall(L, 1, 1, 1) != LUA_OK) return text_of_top();
  lua_setfield(L, LUA_REGISTRYINDEX, "gts.page");
  lua_settop(L, 0);
  return "";
}

/* Calls what page_begin was returned, with a text; its answer begins with "=", what went wrong with "!". */
const char *page_call (const char *text) {
  lua_settop(L, 0);
  lua_pushcfunction(L, describe);
  lua_getfield(L, LUA_REGISTRYINDEX, "gts.page");
  lua_pushstring(L, text);
  const char *mark = lua_pcall(L, 1, 1, 1) == LUA_OK ? "=" : "!";
  luaL_tolstring(L, -1, NULL);
  lua_pushfstring(L, "%s%s", mark, lua_tostring(L, -1));
  return text_of_top();
}
