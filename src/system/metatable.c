#include "system/metatable.h"

#include <stdbool.h>

void metatable_make (lua_State *L, const char *name, const luaL_Reg *functions, const luaL_Reg *methods) {
  lua_newtable(L);
  lua_pushstring(L, name);
  lua_setfield(L, -2, "__name");
  if (functions) luaL_setfuncs(L, functions, 0);
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  if (methods) {
    lua_newtable(L);
    luaL_setfuncs(L, methods, 0);
    lua_setfield(L, -2, "__index");
  }
  lua_setfield(L, LUA_REGISTRYINDEX, name);     /* now that all of it is there: memory may have ended before */
}

void metatable_want (lua_State *L, const MetatableKind *kind) {
  const bool there = luaL_getmetatable(L, kind->name) != LUA_TNIL;
  lua_pop(L, 1);
  if (!there) metatable_make(L, kind->name, kind->functions, kind->methods);
}

void metatable_set (lua_State *L, const MetatableKind *kind) {
  metatable_want(L, kind);
  luaL_setmetatable(L, kind->name);
}
