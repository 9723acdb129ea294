/* core.learner: what learns from self-play, for Lua. See algo/learn/learner.h. */
#pragma once

#include <lua.h>

/* core.learner(plan) -> userdata; described in learner.c. */
int learner_new (lua_State *L);
