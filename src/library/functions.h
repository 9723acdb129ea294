/* Games whose rules are functions of a caller in C; described in functions.c. */
#pragma once

#include <lua.h>

#include "library/direct.h"
#include "library/search.h"

/* Pushes a table of rules that call the functions; raises an error that says what is wrong with them. `entrance` outlives the state. */
void functions_push (lua_State *L, Entrance *entrance, const gts_rules *rules);

/* functions.object(rules, number) -> the object of that number, of which a share is handed over; `rules` is the table. */
int functions_object (lua_State *L);

/* functions.disown(rules): gts asks nothing of these any more, and gives nothing back. */
int functions_disown (lua_State *L);

/* functions.number(value) -> the number of an object; nil: it is none. */
int functions_number (lua_State *L);
