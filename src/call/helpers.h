/*
** Helpers of a search (search/share.h): threads where the rules are compiled, and nothing is asked of Lua; else processes, forked from this
** one, which have all that the rules have. A helper thread whose rules need Lua after all ends, and the others go on without it.
*/
#pragma once

#include "call/job.h"

/* Lets helpers come to a job. Cannot fail. */
void helpers_allow (Job *job);

/* In a process that is a helper, at the place where its search was left: helps, and ends the process. `at`, `game`: see error_origin_explain. */
_Noreturn void helpers_serve (Job *job, lua_State *L, int at, int game);

/* Host.protect of jobs: does work(of) in a protected call. */
bool helpers_protect (Host *host, void (*work) (void *of), void *of, Stop *why, char *text, size_t room);
