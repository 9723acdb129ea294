/* core.learner: what learns from self-play, for Lua. See algo/learn/learner.h. */
#pragma once

#include <lua.h>

#include "algo/learn/learner.h"

/* core.learner(plan) -> userdata; described in learner.c. */
int learner_new (lua_State *L);

/*
** The learner at `index`, for a search of a game whose positions have `words` words: until learner_release no other search and no
** method may change it. Raises an error if it is none, is in use, or has a plan for other positions.
*/
Learner *learner_use (lua_State *L, int index, int words);

/* The search that used it is over; a game that was not ended is undone. Before the memory of the search is gone. Cannot fail. */
void learner_release (Learner *learner);
