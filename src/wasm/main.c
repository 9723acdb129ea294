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

/* What the page lacks: names and messages. The engine's module has these as `lacks`. */
static const char *const lacks[][2] = {
  {"native", "native: not in the page: there is no C compiler, so rules run in Lua"},
  {"threads", "threads: not in the page: a search has only one there"},
  {"workers", "workers: not in the page: there is only one process"},
  {"files", "folders and files: not in the page: nothing that is written is kept there"},
  {"confine", "gts.confine: not in the page: there are no other processes; the browser confines all that runs in it"},
  {"mpi", "gts.mpi: not in the page: there are no other machines"},
};

/* Tells the module on top of the stack. */
static void set_lacks (lua_State *state) {
  lua_getfield(state, -1, "lacks");
  for (size_t i = 0; i < sizeof lacks / sizeof *lacks; i++) {
    lua_pushstring(state, lacks[i][1]);
    lua_setfield(state, -2, lacks[i][0]);
  }
  lua_pop(state, 1);
}

/* modules.load(name, file, environment) -> the chunk of a module that was compiled when the page was made; nil: the file is a text. */
static int modules_load (lua_State *state) {
  if (luaL_loadfilex(state, luaL_checkstring(state, 2), "b") != LUA_OK) return 0;
  lua_pushvalue(state, 3);
  lua_setupvalue(state, -2, 1);
  return 1;
}

/* Tells the module on top of the stack. */
static void set_modules (lua_State *state) {
  static const luaL_Reg functions[] = {{"load", modules_load}, {NULL, NULL}};
  luaL_newlib(state, functions);
  lua_setfield(state, -2, "modules");
}

static int prepare (lua_State *state) {
  static const luaL_Reg functions[] = {{"tell", host_tell}, {"messages", host_messages}, {NULL, NULL}};
  luaL_openlibs(state);
  luaL_requiref(state, "gts.core", luaopen_gts_core, 0);
  set_lacks(state);
  set_modules(state);
  luaL_newlib(state, functions);
  lua_setfield(state, LUA_REGISTRYINDEX, "gts.host");
  lua_getglobal(state, "package");
  lua_pushliteral(state, "/lua/?.lua;/lua/?/init.lua");
  lua_setfield(state, -2, "path");
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
