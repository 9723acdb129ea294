/* Where an error came from: the rule, its line, the position. */
#pragma once

#include "call/job.h"

/* Pushes what unwinds when a search is stopped. */
void error_origin_push_stop (lua_State *L);

/* Pushes the message handler of a job: it notes where an error came from, and about which position, and hands it on unchanged. */
void error_origin_push_handler (lua_State *L, Job *job);

/* The error on top leaves the search: adds where it came from, and about which position, unless it
** is a value of the rules' own, which nothing is added to. `at`: the job; `game`: the rules. */
void error_origin_explain (lua_State *L, int at, int game);

/*
** core.traceback() -> where the last error came from that left a search; nothing if there was none: the stack, the error value, the nearest
** line of the user's ("file:12") or nil, and, where the error does not say so itself, " (in rules.evaluate of position 3)" or nil.
*/
int error_origin_traceback (lua_State *L);

/* core.noted() -> how many errors were noted for core.traceback, which shows the last one only. */
int error_origin_noted (lua_State *L);
