/* The plan of a learner, from Lua: every field is checked, and an error names it. See learner_new in learn/learner.c. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include <lua.h>

#include "algo/learn/learner.h"

/* Returns cleared memory that lives as long as the learner whose table of blocks is at stack index `blocks`. */
void *plan_allot (lua_State *L, int blocks, size_t count, size_t each);

/* Pop a value from the stack, which messages call `its`; raise an error where it is no whole number from `least` to `most`; */
lua_Integer plan_pop_integer (lua_State *L, const char *its, lua_Integer least, lua_Integer most);

/* none of the words that are separated by blanks, of which the number is returned, from 0; */
int plan_pop_word (lua_State *L, const char *its, const char *words);

/* no boolean. */
bool plan_pop_flag (lua_State *L, const char *its);

/* Reads the plan on top of the stack into a learner, all of it but the weights and what is remembered of them. */
void plan_read (lua_State *L, int blocks, Learner *l);
