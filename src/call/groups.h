/* Several processes that work at one job: copies of this one, or a group that a module such as gts.mpi has made. */
#ifndef GTS_GROUPS_H
#define GTS_GROUPS_H

#include <lua.h>

#include "call/job.h"

/*
** Joins the group that is asked for by the options `group` and `processes`, if any: job->group. With `processes` it returns in that many
** processes, all but the first of which end in groups_end. Raises an error if that cannot be.
*/
void groups_join (Job *job, lua_State *L);

/*
** Ends the job, with `status` of Lua and an error's message on top: sends it to the other processes
** if the job failed or was stopped.
*/
void groups_end (Job *job, lua_State *L, int status);

/* Has another process ended the job, with its message? */
bool groups_ended_elsewhere (const Job *job);

void groups_set_functions (lua_State *L);

#endif
