/* Workers that run what is not trusted, from the side that trusts itself: for lua/gts/confine.lua. */
#ifndef GTS_CONFINED_H
#define GTS_CONFINED_H

#include <lua.h>

/* Makes the metatable of workers. */
void confined_register (lua_State *L);

/* Pushes the table core.confined: the functions start and folder, described in confined.c, and the path of the worker, if there is one. */
void confined_push_functions (lua_State *L);

#endif
