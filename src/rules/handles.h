/*
** Positions and moves of rules in Lua as handles of game.h. Integers are their own handles. Every other position, move, list or
** iterator is held in a table and known by its number there: a stack that grows with the path, and beside it a table of things
** that are kept. A handle is a word and a slot: slot 0, an integer; positive, on the path; negative, kept.
**
** Positions of more words than a Position has are rows; the row of a walk's successor is the walk's own, and takes the place of a slot.
*/
#pragma once

#include <lua.h>

#include "native/records.h"
#include "rules/lua_game.h"

#define HANDLES_METATABLES "metatables"        /* the field of the table of things kept with the metatables of a unit's tables */

/* Records of compiled rules (native/records.h) as tables of Lua, and the other way round. */

/* The value on top as a record of a kind, in the heap of the call; NULL if it is none, to the last key. May raise an error. */
Record *exchange_read (lua_State *L, Records *records, const Kind *kind);

/* Pushes what a slot stands for: a table, which is made anew each time, or a string. */
void exchange_push (lua_State *L, int kept, int64_t slot);

/* Is the table on top as the record, to the last key? May leave more on the stack. */
bool exchange_same (lua_State *L, const Record *r);

static inline void handles_push_from (lua_State *L, int path, int kept, int64_t word, int64_t slot) {
  if (slot == 0) lua_pushinteger(L, word);
  else if (is_record_slot(slot)) exchange_push(L, kept, slot);
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

/* The integers of a position that has `words` of them. */
static inline const int64_t *handles_words (int words, const Position *position) {
  return words > POSITION_WORDS ? position_row(position) : position->word;
}

/* The row for the successors of a walk with its slots from `slot` on. May leave the search for want of memory. */
int64_t *handles_row_of_walk (LuaGame *lua, int64_t slot);

/* Pushes a position, or a move, as users see it. `lua` is NULL for a game that is not served by Lua; else `words` is its own. */
void handles_push_position (lua_State *L, const LuaGame *lua, int words, const Position *position);
void handles_push_move (lua_State *L, const LuaGame *lua, Move move);

/*
** Pushes a position of a game served by Lua, from another C function than the protected one: its
** AT_PATH and AT_KEPT are here at `path` and `kept`. Positions have `words` integers.
*/
void handles_push_position_from (lua_State *L, int path, int kept, int words, const Position *position);

/*
** The first position, at stack index `index`, of any game whose positions are `words` integers: reads and pushes nothing. Raises an
** error that says `what` is wrong.
*/
Position handles_read_position (lua_State *L, int index, int words, LuaGame *lua, const char *what);
