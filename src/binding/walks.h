/*
** The successors of a position as rules in Lua give them, in three forms: `next`, Lua's own protocol, which needs nothing but the last
** move; `successors` that gives an iterator; `successors` that gives lists.
*/
#ifndef GTS_WALKS_H
#define GTS_WALKS_H

#include "binding/lua_game.h"

/* Sets the functions of `game` that walk: by rules.next, or by rules.successors. */
void walks_serve (Game *game, bool by_next);

#endif
