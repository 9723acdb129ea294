/* The result of a search as a Lua table. */
#pragma once

#include "call/job.h"

/* (job): makes the result. A Lua function, called protected. */
int result_push (lua_State *L);

/* Pushes the moves of a line, and its positions, as two lists. */
void result_push_line (lua_State *L, const Job *job, const Line *line);
