/* Metatables of userdata that Lua code cannot look at. */
#ifndef GTS_METATABLE_H
#define GTS_METATABLE_H

#include <lauxlib.h>

/* Makes the metatable `name`, with `functions` in it (NULL: none), and with `methods` as its __index (NULL: none is set). */
void metatable_make (lua_State *L, const char *name, const luaL_Reg *functions, const luaL_Reg *methods);

#endif
