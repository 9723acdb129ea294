/*
** Events, as the function in the option trace sees them: a table each. What a search has open is only listed when it is asked for,
** by event:open(), which is possible as long as the function is called with that event.
*/
#pragma once

#include <lua.h>

#include "rules/lua_game.h"
#include "search/search.h"

typedef struct Emitter Emitter;

/* In the protected function: pushes a new emitter of events of `search`. */
Emitter *emitter_push (lua_State *L, Search *search);

/*
** Calls the function at AT_TRACE with an event; false if it returned false: it wants no more. The emitter is at AT_EMITTER. `lua` as
** job_rules gives it.
*/
bool emitter_emit (Emitter *emitter, lua_State *L, const LuaGame *lua, const Event *event);

/* Counts an event that is not passed to the function. */
void emitter_miss (Emitter *emitter);
uint64_t emitter_missed (const Emitter *emitter);

/* From now on nothing can be listed: the search is over. */
void emitter_close (Emitter *emitter);
