/* Metatables of userdata that Lua code cannot look at. */
#pragma once

#include <lauxlib.h>

/* A kind of userdata: its name, as for luaL_checkudata; what its metatable has; its methods. NULL: none. */
typedef struct MetatableKind {
  const char *name;
  const luaL_Reg *functions, *methods;
} MetatableKind;

/* Makes the metatable of a kind, if it is not made yet; and gives it to the userdata on top. May raise an error for want of memory. */
void metatable_want (lua_State *L, const MetatableKind *kind);
void metatable_set (lua_State *L, const MetatableKind *kind);

/* Makes the metatable `name`, with `functions` in it (NULL: none), and with `methods` as its __index (NULL: none is set). */
void metatable_make (lua_State *L, const char *name, const luaL_Reg *functions, const luaL_Reg *methods);
