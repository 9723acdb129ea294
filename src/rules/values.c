#include "rules/values.h"

#include "search/option.h"

bool values_is_exact (lua_State *L, int index) {
  Value value;
  return !lua_isinteger(L, index) || values_of_integer(lua_tointeger(L, index), &value);
}

void values_push (lua_State *L, Value value) {
  lua_Integer integer;
  if (lua_numbertointeger(value, &integer) && (Value)integer == value) lua_pushinteger(L, integer);
  else lua_pushnumber(L, value);
}

void values_set (lua_State *L, const char *name, Value value) {
  values_push(L, value);
  lua_setfield(L, -2, name);
}

void values_set_count (lua_State *L, const char *name, uint64_t count) {
  lua_pushinteger(L, (lua_Integer)count);
  lua_setfield(L, -2, name);
}

void values_set_string (lua_State *L, const char *name, const char *text) {
  lua_pushstring(L, text);
  lua_setfield(L, -2, name);
}

void values_set_flag (lua_State *L, const char *name, int flag) {
  lua_pushboolean(L, flag);
  lua_setfield(L, -2, name);
}

char *values_write (int64_t number, char *end) {
  uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
  *--end = '\0';
  do *--end = (char)('0' + rest % 10); while (rest /= 10);
  if (number < 0) *--end = '-';
  return end;
}

const char *values_player (Player player) { return player == MAX ? "max" : "min"; }

void values_push_words (lua_State *L, const char *words) {
  const char *word;
  size_t length;
  lua_newtable(L);
  for (int i = 1; words && (word = option_next_word(&words, &length)) != NULL; i++) {
    lua_pushlstring(L, word, length);
    lua_rawseti(L, -2, i);
  }
}
