/* Where the library is: what belongs to it there, and what cannot be had. */
#pragma once

#include <lua.h>

/* Tells the engine's module, on top of the stack, of that (`lacks`, `modules`), and Lua where the modules are. Raises an error if they
** are not there. */
void place_describe (lua_State *L);
