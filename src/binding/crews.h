/* Several processes that work at one job: copies of this one, or a crew that a module such as gts.mpi has made. */
#ifndef GTS_CREWS_H
#define GTS_CREWS_H

#include <lua.h>

#include "binding/job.h"

/*
** Joins the crew that is asked for by the options `crew` and `processes`, if any: job->crew. With `processes` it returns in that many
** processes, all but the first of which end in crews_end. Raises an error if that cannot be.
*/
void crews_join (Job *job, lua_State *L);

/* The job is over, with `status`, and an error's message on top: the others are told if it did not end as it should. */
void crews_end (Job *job, lua_State *L, int status);

/* Did another one end the job, with his message? */
bool crews_told (const Job *job);

void crews_set_functions (lua_State *L);

#endif
