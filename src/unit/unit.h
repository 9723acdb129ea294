/* Units of compiled rules: the texts that they are made of, loading them, and the games that they serve. */
#pragma once

#include <lua.h>

#include "native/compiled.h"
#include "rules/lua_game.h"

/* The functions of the engine that a unit is given, and an algorithm of an extension. */
extern const struct Engine unit_engine;

void unit_register (lua_State *L);

/* Puts the functions text, load and, in a static program, make, described in unit.c, into the table on top. */
void unit_set_functions (lua_State *L);

/* The unit at `index`, or NULL if there is none. It lives as long as the userdata. */
const Native *unit_native (lua_State *L, int index);

/* Makes `compiled` serve the game of `lua` through the unit. `look` is called now and then from loops. Cannot fail. */
void unit_open_game (CompiledGame *compiled, const Native *native, LuaGame *lua, void (*look) (CompiledGame *game));

/* `compiled`, whose keys are open, serves its game through another unit of the same rules. See records_exchange. Cannot fail. */
void unit_exchange (CompiledGame *compiled, const Native *native);

/* The keys of the rules have been settled (keys_open): the compiled game has the same. Cannot fail. */
void unit_open_keys (CompiledGame *compiled);
