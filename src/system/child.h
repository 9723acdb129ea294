/*
** Processes that run a Lua function of ours beside us: forked, so that they have all that we have, functions and rules included. They
** receive texts and answer with texts, one message each, on a socket.
**
** A child has no part in Ctrl-C, has no standard input, and ends with us, however we end. It is forked by one thread of a host and has
** only that one: hosts with several threads should not hold locks of their own that the function needs.
*/
#pragma once

#include <lauxlib.h>

/* Pushes how a process has ended, in words, by its status as of waitpid; returns 1. Of -1, which is unknown, nothing, and 0. */
int child_push_end (lua_State *L, int status);

/* core.child: start and wait; see child.c. */
extern const luaL_Reg child_functions[];
