/*
** Rules that do not return. A search looks at its limits between the calls of rules: one that loops is waited for in silence. So the
** program has a timer tick once a second while there are searches, and reports a call that lasts from tick to tick.
**
** Nothing of this is paid for by a node. The tick, a signal in the thread that searches, puts a
** copy in the place of the name of the rule that is running (LuaGame.asked): every
** further call puts the name there again. Is the copy still there at the next tick, then so is the
** call, and the processor time that its thread has used since then counts. A debug hook is armed only for the one step that finds where it is.
*/
#pragma once

#include "call/job.h"

/*
** core.watchdog(seconds, say): from now on say(rule, position, place) is called, once for each call of a rule that has not returned for that
** many seconds of the processor, or ten times as long; place: "file:line" or nil. While a function runs that is not written in Lua, a line
** on standard error stands for it. For a program, which has its signals to itself: SIGURG is taken. `say` must not call rules.
*/
int watchdog_start (lua_State *L);

/* The search of `job`, which is at `at`, begins. Returns the search that it interrupts, for watchdog_leave. Cannot fail. */
Job *watchdog_enter (lua_State *L, Job *job, int at);

/* It has ended. `outer` is what watchdog_enter returned. */
void watchdog_leave (lua_State *L, Job *outer);
