/*
** Algorithms written in Lua: gts.algorithm. Each is an Algorithm like those in C; its `run` calls a function of Lua with the root, a table
** for the search, and the options. Nodes are counted, traced and limited by the functions of search/visit.h.
** Values that an algorithm states are compared with what is proved of the nodes: vertex.h.
*/
#pragma once

#include <lua.h>

/* What the nodes of a search in Lua point to; NULL once it is over. */
typedef struct ScriptToken { struct Script *script; } ScriptToken;

/* core.script(id, title, needs_key, keeps, informed, run) -> what core.algorithms says of a new algorithm, which replaces an older one. */
int script_algorithm (lua_State *L);
