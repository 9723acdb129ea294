#include "system/metatable.h"

void metatable_make (lua_State *L, const char *name, const luaL_Reg *functions, const luaL_Reg *methods) {
  luaL_newmetatable(L, name);
  if (functions) luaL_setfuncs(L, functions, 0);
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  if (methods) {
    lua_newtable(L);
    luaL_setfuncs(L, methods, 0);
    lua_setfield(L, -2, "__index");
  }
  lua_pop(L, 1);
}
