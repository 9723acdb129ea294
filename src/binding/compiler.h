/* The compiler and its files, for lua/gts/compile/cache.lua. */
#ifndef GTS_COMPILER_H
#define GTS_COMPILER_H

#include <lua.h>

/* Puts the functions find, cache_folder, write, compile, wait, remove and process, described in compiler.c, into the table on top. */
void compiler_set_functions (lua_State *L);

#endif
