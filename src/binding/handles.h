/*
** Positions and moves of rules in Lua as handles of game.h. Integers are their own handles. Every other position, move, list or
** iterator is held in a table and known by its number there: a stack that grows with the path, and beside it a table of things
** that are kept. A handle is a word and a slot: slot 0, an integer; positive, on the path; negative, kept.
*/
#ifndef GTS_HANDLES_H
#define GTS_HANDLES_H

#include "binding/lua_game.h"

static inline void handles_push_from (lua_State *L, int path, int kept, int64_t word, int64_t slot) {
  if (slot == 0) lua_pushinteger(L, word);
  else if (slot > 0) lua_rawgeti(L, path, slot);
  else lua_rawgeti(L, kept, -slot);
}

static inline void handles_push (lua_State *L, int64_t word, int64_t slot) { handles_push_from(L, AT_PATH, AT_KEPT, word, slot); }

/* Pops a value, and holds it in the path's slot `slot` if it is no integer. */
static inline void handles_pop (lua_State *L, int64_t slot, int64_t *word, int64_t *held) {
  if (lua_isinteger(L, -1)) {
    *word = lua_tointeger(L, -1);
    *held = 0;
    lua_pop(L, 1);
  } else {
    lua_rawseti(L, AT_PATH, slot);
    *word = 0;
    *held = slot;
  }
}

/* Keeps what a slot of the path holds, until dropped: returns its slot from now on. 0 stays 0. May raise an error. */
int64_t handles_keep (LuaGame *lua, int64_t slot);
void handles_drop (LuaGame *lua, int64_t slot);

/* Sets the functions of `game` that keep and drop. */
void handles_serve (Game *game);

/* Pushes a position, or a move, as users see it. `lua` is NULL for a game that is not served by Lua. */
void handles_push_position (lua_State *L, const LuaGame *lua, int words, const Position *position);
void handles_push_move (lua_State *L, const LuaGame *lua, Move move);

/* The same in another C function than the protected one, for a game served by Lua: AT_PATH and AT_KEPT are here at `path` and
** `kept`. */
void handles_push_position_from (lua_State *L, int path, int kept, int words, const Position *position);

/* The position at stack index `index`, of any game: reads and pushes nothing. Raises an error that says `what` is wrong. */
Position handles_read_position (lua_State *L, int index, int words, LuaGame *lua, const char *what);

#endif
