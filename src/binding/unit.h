/* Native units: their text, the compiler, the cache, loading. The policy stands in lua/gts/compile/native.lua. */
#ifndef GTS_BINDING_NATIVE_H
#define GTS_BINDING_NATIVE_H

#include <lua.h>

#include "algo/native.h"
#include "binding/rules.h"

void native_register (lua_State *L);

/* Pushes the table core.native, whose functions are described in native.c. */
void native_push (lua_State *L);

/* The unit at `index`, or NULL if there is none. It lives as long as the userdata. */
const Native *native_unit (lua_State *L, int index);

/* Makes `compiled` serve the game of `lua` through the unit. `look` is called now and then from loops. Cannot fail. */
void native_open_game (CompiledGame *compiled, const Native *native, LuaGame *lua, void (*look) (CompiledGame *game));

/* The keys of the rules have been settled (rules_open_keys): the compiled game has the same. Cannot fail. */
void native_open_keys (CompiledGame *compiled);

#endif
