/* The options of a search: from the table at AT_OPTIONS, which has been checked; in the protected function. */
#pragma once

#include "call/job.h"

/* May the bounds of the rules be used? */
bool options_bounds (lua_State *L);

/* Will the search ask for the distance of a win? */
bool options_settles (lua_State *L);

/* The first position: the option, else where the game starts. */
Position options_position (Job *job, lua_State *L, const Game *game);

/* All else, into job->search; fills the slots from AT_PROGRESS on, and leaves the stack at AT_LAST. */
void options_read (Job *job, lua_State *L);

/* Pushes rows of options, ended by NULL, as a list of tables. */
void options_push_rows (lua_State *L, const Option *const *options);
