/* Tables that compiled rules make (native/records.h), and the same in Lua. */
#pragma once

#include <lua.h>

#include "native/compiled.h"

/* Makes `compiled`, whose rules are served by Lua, ready for records. Cannot fail. */
void records_open (CompiledGame *compiled, const Kind *position);

/* Gives back all their memory. Invalidates all records of the game. Cannot fail. */
void records_close (CompiledGame *compiled);

/* The value at `index`, which may be anything, as the first position: the slot of a record; 0 if it can be none. May raise an error. */
int64_t records_adopt_first (lua_State *L, CompiledGame *compiled, int index);

/* A position that was kept, and may be a record of another unit of the same rules, becomes one of the unit that serves now. */
void records_exchange (lua_State *L, CompiledGame *compiled, Position *position);

/* Copies of what a slot stands for, which live until dropped. */
int64_t records_keep (CompiledGame *compiled, int64_t slot);
void records_drop (CompiledGame *compiled, int64_t slot);

/* Sets a walk of records aside, and takes it up again. */
int64_t records_leave_walk (CompiledGame *compiled, const Walk *walk);
void records_resume_walk (CompiledGame *compiled, int64_t place, Walk *walk);
