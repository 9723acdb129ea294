/*
** The successors of a position as rules in Lua give them, in four forms: `legal` and `play`, a set of moves, and the position after one;
** `next`, Lua's own protocol, which needs nothing but the last move; `successors` that gives an iterator; `successors` that gives lists.
*/
#pragma once

#include "rules/lua_game.h"

/* Sets the functions of the game that give moves and successors, by the slots of the rules; after game->rank. */
void successors_serve (LuaGame *lua);

/* Where to write the `count` moves, sorted, of the walk whose lists are at `place`. May leave the search for want of memory. */
uint16_t *successors_list (LuaGame *lua, size_t place, int64_t count);

/* Game.resume_walk for moves as a set: of `game`, which is that of `lua` or has compiled functions of it. */
void successors_resume_legal (LuaGame *lua, Game *game, const Position *position, Move place, Walk *walk);
