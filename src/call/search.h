/* gts.core.search: one search, from the options that Lua has checked to the result that Lua gets. */
#pragma once

#include <lua.h>

#include "call/job.h"

/*
** core.search(game, options) -> result; true if nothing in Lua was called, neither rules nor the caller's. `game` is a checked rules table
** or a tree; `options`, all checked, as lua/gts/facts/options.lua has them; and `unit`, compiled rules to use; `meanwhile`, a function that
** is called now and then: it ends the search, with `stopped` = "superseded", if it returns true, and may return a better unit of the same
** rules: one without an algorithm serves integers from the next visit on, any other a deepening search (run_anew in search/run.h);
** `to_move`, the player to move, "max" or "min". Errors of the rules come out unchanged; core.traceback has where they were raised.
*/
int search_call (lua_State *L);
