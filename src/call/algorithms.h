/* Algorithms as Lua has them. */
#pragma once

#include <lua.h>

#include "search/algorithm.h"

/* core.algorithms: pushes the list of all that come with gts and are listed, each a table. */
void algorithms_push_list (lua_State *L);

/* core.hidden: those that are not listed, by id. */
void algorithms_push_hidden (lua_State *L);

/*
** core.load_algorithm(file, id) -> what core.algorithms says of an algorithm in a shared object; nil and why it cannot be had. The
** object stays loaded until the process ends.
*/
int algorithms_load (lua_State *L);

/* Adds the algorithm, which is the userdata on top, to those that are found by their ids. Pushes what core.algorithms says of it. */
void algorithms_keep (lua_State *L, const Algorithm *algorithm);

/* The algorithm of this id, of gts or loaded; NULL if there is none. */
const Algorithm *algorithms_find (lua_State *L, const char *id);
