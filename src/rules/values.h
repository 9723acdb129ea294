/* Numbers for Lua. */
#pragma once

#include <lua.h>
#include <stdbool.h>
#include <stdint.h>

#include "game/game.h"

/* Writes an integer as a Value; false if a Value does not hold it exactly, as may be beyond 2^53. */
static inline bool values_of_integer (lua_Integer integer, Value *value) {
  *value = (Value)integer;
  return *value < 0x1p63 && (lua_Integer)*value == integer;
}

/* Is the number at `index` one that a Value holds exactly? Integers beyond 2^53 may not be. */
bool values_is_exact (lua_State *L, int index);

/* Pushes a value of a game: an integer if it is a whole number. */
void values_push (lua_State *L, Value value);

/* Sets a field of the table on top. */
void values_set (lua_State *L, const char *name, Value value);
void values_set_count (lua_State *L, const char *name, uint64_t count);
void values_set_string (lua_State *L, const char *name, const char *text);
void values_set_flag (lua_State *L, const char *name, int flag);

/* Writes a number as decimal digits with a zero behind, which ends at `end`, at most 21 bytes. Returns where it begins. Async-signal-safe. */
char *values_write (int64_t number, char *end);

/* Pushes a list of words that are separated by blanks; an empty one for NULL. */
void values_push_words (lua_State *L, const char *words);

/* Are the values at two indices equal to the bit, without metamethods? All NaNs are equal. */
bool values_same (lua_State *L, int a, int b);

/* core.equal(a, b): have two tables the same fields, table for table? False, too, for tables that are deep or have very many fields. */
int values_equal (lua_State *L);

/* The name of a player, as rules say it. */
const char *values_player (Player player);
