/*
** Retrograde analysis as a search: its options, its progress, its result, and the processes that work at it: copies of this one, or a group
** that a module such as gts.mpi has made.
*/
#pragma once

#include <lauxlib.h>

#include "call/job.h"

/* Reads the options of the job, whose search is open. With `processes`, returns in each. Raises an error if an option does not fit. */
void graph_job_open (Job *job, lua_State *L);

/* Has another process ended the job, with its message? */
bool graph_job_ended_elsewhere (const Job *job);

/*
** Ends the work in a group, if there is one, with `status` of Lua and an error's message on top: sends it to the other processes if the job
** failed or was stopped.
*/
void graph_job_leave (Job *job, lua_State *L, int status);

/* Set what is known of the graph in the table on top: while it is worked at, and in the end. */
void graph_job_set_progress (lua_State *L, const Job *job);
void graph_job_set_result (lua_State *L, const Job *job);

/* core.groups. */
extern const luaL_Reg group_functions[];
