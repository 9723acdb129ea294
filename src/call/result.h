/* The result of a search as a Lua table. */
#pragma once

#include "call/job.h"

/* (job): makes the result. A Lua function, called protected. */
int result_push (lua_State *L);

/* Set in the table on top the value, or its estimate, and these bounds; and the principal variation with its first move. */
void result_set_value (lua_State *L, const Answer *answer, Value lower, Value upper);
void result_set_line (lua_State *L, const Job *job, const Answer *answer);
