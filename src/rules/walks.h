/*
** The successors of a position as rules in Lua give them, in four forms: `legal` and `play`, a set of moves, and the position after
** one; `next`, Lua's own protocol, which needs nothing but the last move; `successors` that gives an iterator; `successors` that gives
** lists.
*/
#ifndef GTS_WALKS_H
#define GTS_WALKS_H

#include "rules/lua_game.h"

typedef enum Form { BY_LEGAL, BY_NEXT, BY_SUCCESSORS } Form;

/* Sets the functions of `game` that walk; the function of the rules for it is at AT_SUCCESSORS, `play` at AT_PLAY. */
void walks_serve (Game *game, Form form);

/* And then the one that steps over moves as a set, in the order of game->rank if it is there. */
void walks_serve_rank (Game *game);

/* And those that pass, by the function at AT_PASS, if it is there. */
void walks_serve_pass (Game *game, bool passes);

/* And the one that moves at random, by the function at AT_RANDOM, if it is there. */
void walks_serve_random (Game *game, bool moves);

/* Where to write the `count` moves, sorted, of the walk whose lists are at `place`. May leave the search for want of memory. */
uint16_t *walks_list (LuaGame *lua, size_t place, int64_t count);

/* Game.resume_walk for moves as a set: of `game`, which is that of `lua` or has compiled functions of it. */
void walks_resume_legal (LuaGame *lua, Game *game, const Position *position, Move place, Walk *walk);

#endif
