/* Several processes that work at one job: copies of this one, or a crew that a module such as gts.mpi has made. */
#ifndef GTS_CREWS_H
#define GTS_CREWS_H

#include <lua.h>

#include "call/job.h"

/*
** Joins the crew that is asked for by the options `crew` and `processes`, if any: job->crew. With `processes` it returns in that many
** processes, all but the first of which end in crews_end. Raises an error if that cannot be.
*/
void crews_join (Job *job, lua_State *L);

/*
** Ends the job, with `status` of Lua and an error's message on top: sends it to the other processes
** if the job failed or was stopped.
*/
void crews_end (Job *job, lua_State *L, int status);

/* Did another one end the job, with his message? */
bool crews_told (const Job *job);

void crews_set_functions (lua_State *L);

#endif
