#include "rules/values.h"

#include <string.h>

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

bool values_same (lua_State *L, int a, int b) {
  if (lua_isinteger(L, a) || lua_type(L, a) != LUA_TNUMBER || lua_type(L, b) != LUA_TNUMBER || lua_isinteger(L, b))
    return lua_rawequal(L, a, b) && lua_isinteger(L, a) == lua_isinteger(L, b);
  const lua_Number x = lua_tonumber(L, a), y = lua_tonumber(L, b);
  return memcmp(&x, &y, sizeof x) == 0 || (x != x && y != y);
}

/* May look at `left` fields. What it leaves on the stack the caller removes. */
static bool equal_tables (lua_State *L, int a, int b, int depth, int *left) {
  int more = 0;
  if (depth == 0 || !lua_checkstack(L, 10)) return false;
  for (lua_pushnil(L); lua_next(L, a); lua_pop(L, 2), more++) {
    const int field = lua_gettop(L);
    lua_pushvalue(L, field - 1);
    const bool tables = lua_rawget(L, b) == LUA_TTABLE && lua_istable(L, field);
    if (--*left < 0 || !(tables ? equal_tables(L, field, field + 1, depth - 1, left) : values_same(L, field, field + 1))) return false;
  }
  for (lua_pushnil(L); lua_next(L, b); lua_pop(L, 1)) more--;
  return more == 0;
}

int values_equal (lua_State *L) {
  enum { DEEPEST = 100, MOST = 100000 };
  int left = MOST;
  lua_pushboolean(L, lua_istable(L, 1) && lua_istable(L, 2) && equal_tables(L, 1, 2, DEEPEST, &left));
  return 1;
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
