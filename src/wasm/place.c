/* library/place.h in WebAssembly: the files are in the file system that emscripten has in memory. */
#include "library/place.h"

#include <lauxlib.h>

/* What is not there: names and messages. */
static const char *const lacks[][2] = {
  {"native", "native: not in WebAssembly: there is no C compiler, so rules run in Lua"},
  {"threads", "threads: not in WebAssembly: a search has only one there"},
  {"workers", "workers: not in WebAssembly: there is only one process"},
  {"files", "folders and files: not in WebAssembly: nothing that is written is kept there"},
  {"confine", "gts.confine: not in WebAssembly: there are no other processes; the browser confines all that runs in it"},
  {"mpi", "gts.mpi: not in WebAssembly: there are no other machines"},
};

/* modules.load(name, file, environment) -> the chunk of a module that was compiled beforehand; nil: the file is a text. */
static int modules_load (lua_State *state) {
  if (luaL_loadfilex(state, luaL_checkstring(state, 2), "b") != LUA_OK) return 0;
  lua_pushvalue(state, 3);
  lua_setupvalue(state, -2, 1);
  return 1;
}

void place_describe (lua_State *L) {
  static const luaL_Reg functions[] = {{"load", modules_load}, {NULL, NULL}};
  const int core = lua_gettop(L);
  lua_getfield(L, core, "lacks");
  for (size_t i = 0; i < sizeof lacks / sizeof *lacks; i++) {
    lua_pushstring(L, lacks[i][1]);
    lua_setfield(L, -2, lacks[i][0]);
  }
  luaL_newlib(L, functions);
  lua_setfield(L, core, "modules");
  lua_getglobal(L, "package");
  lua_pushliteral(L, "/lua/?.lua;/lua/?/init.lua");
  lua_setfield(L, -2, "path");
  lua_settop(L, core);
}
