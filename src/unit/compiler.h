/* The compiler's processes, for lua/gts/compile/compiler.lua. */
#pragma once

#include <lua.h>

void compiler_register (lua_State *L);

/* Puts the functions find, compile, wait and leave, described in compiler.c, into the table on top; and as `carried` the
** path of the compiler that gts carries (src/tcc); nil, if there is none. */
void compiler_set_functions (lua_State *L);
