#include "system/json.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lauxlib.h>

#include "base/stack.h"

enum { SPECIAL = 2, PLAIN, ORDER, WITHIN };     /* arguments; a set of addresses: tables that the value is in */
enum { FEW = 40 };              /* names that are sorted here */

typedef struct Writer {
  lua_State *L;
  luaL_Buffer out;              /* on a stack by itself */
} Writer;

static bool write_value (Writer *w);

/* Calls the function at `index` with the value on top, which stays. */
static void call (lua_State *L, int index, int results) {
  lua_pushvalue(L, index);
  lua_pushvalue(L, -2);
  lua_call(L, 1, results);
}

static void write_plain (Writer *w) {
  call(w->L, PLAIN, 1);
  luaL_addstring(&w->out, luaL_checkstring(w->L, -1));
  lua_pop(w->L, 1);
}

/* By as few digits, from 14 on, as are read as the number again; with a point, whatever the locale has. */
static void write_number (Writer *w) {
  char *text = luaL_prepbuffsize(&w->out, 40), *point;
  int integral, digits = 14;
  const double value = lua_tonumber(w->L, -1);
  const lua_Integer integer = lua_tointegerx(w->L, -1, &integral);
  if (integral) sprintf(text, LUA_INTEGER_FMT, integer);
  else do sprintf(text, "%.*g", digits, value); while (digits++ < 17 && strtod(text, NULL) != value);
  if (*(point = text + strspn(text, "0123456789+-e"))) *point = '.';
  luaL_addsize(&w->out, strlen(text));
}

/* `plain` has the rarer escapes. */
static void write_text (Writer *w) {
  size_t size, i = 0;
  const char *text = lua_tolstring(w->L, -1, &size);
  char *to = luaL_prepbuffsize(&w->out, 2 * size + 2), *const first = to;
  *to++ = '"';
  for (; i < size && (text[i] == '\n' || (text[i] >= ' ' && text[i] < 127)); i++) {
    if (text[i] == '\n' || text[i] == '"' || text[i] == '\\') *to++ = '\\';
    *to++ = text[i] == '\n' ? 'n' : text[i];
  }
  *to++ = '"';
  if (i == size) luaL_addsize(&w->out, (size_t)(to - first));
  else write_plain(w);
}

static bool is_list (lua_State *L, int table) {
  const lua_Integer length = (lua_Integer)lua_rawlen(L, table);
  lua_Integer count = 0;
  for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1), count++)
    if (!lua_isinteger(L, -2) || lua_tointeger(L, -2) < 1 || lua_tointeger(L, -2) > length) return false;
  return count == length;
}

/* Pushes the names of a table, sorted, and returns how many; 0 if there are many, others than texts, or an order. */
static int push_sorted (lua_State *L, int table) {
  int count = 0;
  if (luaL_getmetafield(L, table, "__jsonorder") != LUA_TNIL) return 0;
  for (lua_pushnil(L); lua_next(L, table); count++) {
    int at = table + count;
    lua_pop(L, 1);
    if (count == FEW || lua_type(L, -1) != LUA_TSTRING) return 0;
    while (at > table && lua_compare(L, -1, at, LUA_OPLT)) at--;
    lua_pushvalue(L, -1);
    lua_insert(L, at + 1);
  }
  return count;
}

/* The table on top, which is, or stands for, the one at address `of`. */
static void write_table (Writer *w, const void *of) {
  lua_State *L = w->L;
  int table = lua_gettop(L), order = 0;
  if ((const char *)&table < stack_floor() || !lua_checkstack(L, FEW + 20)) luaL_error(L, "JSON: too many tables within each other");
  const bool list = is_list(L, table);
  lua_settop(L, table);
  lua_Integer count = list ? (lua_Integer)lua_rawlen(L, table) : push_sorted(L, table);
  if (!list && count == 0) {
    lua_settop(L, table);
    call(L, ORDER, 2);
    order = table + 1;
    table = order + 1;
    count = (lua_Integer)lua_rawlen(L, order);
  }
  lua_pushboolean(L, true);
  lua_rawsetp(L, WITHIN, of);
  luaL_addchar(&w->out, list ? '[' : '{');
  const size_t begin = luaL_bufflen(&w->out);
  for (lua_Integer i = 1; i <= count; i++) {
    const size_t before = luaL_bufflen(&w->out);
    if (before > begin) luaL_addchar(&w->out, ',');
    if (list) lua_rawgeti(L, table, i);
    else {
      if (order) lua_rawgeti(L, order, i);
      else lua_pushvalue(L, table + (int)i);
      write_text(w);
      luaL_addchar(&w->out, ':');
      lua_rawget(L, table);
    }
    if (!write_value(w)) luaL_buffsub(&w->out, luaL_bufflen(&w->out) - before);
  }
  luaL_addchar(&w->out, list ? ']' : '}');
  lua_pushnil(L);
  lua_rawsetp(L, WITHIN, of);
}

/* Writes the value on top, and pops it. False: nothing is written. */
static bool write_value (Writer *w) {
  lua_State *L = w->L;
  const int top = lua_gettop(L), type = lua_type(L, top);
  const void *of = lua_topointer(L, top);
  const bool within = type == LUA_TTABLE && lua_rawgetp(L, WITHIN, of) != LUA_TNIL;
  bool written = true;
  lua_settop(L, top);
  if (type == LUA_TSTRING) write_text(w);
  else if (type == LUA_TNUMBER && isfinite(lua_tonumber(L, top))) write_number(w);
  else if (type == LUA_TBOOLEAN) luaL_addstring(&w->out, lua_toboolean(L, top) ? "true" : "false");
  else if (type >= LUA_TTABLE && !lua_isnil(L, SPECIAL)) {
    if (!within) call(L, SPECIAL, 1);
    written = !within && lua_istable(L, -1);
    if (written) write_table(w, of);
  } else if (type == LUA_TTABLE && !within) write_table(w, of);
  else write_plain(w);
  lua_settop(L, top - 1);
  return written;
}

int json_write (lua_State *L) {
  Writer w = {.L = L};
  lua_settop(L, ORDER);
  lua_newtable(L);
  luaL_buffinit(lua_newthread(L), &w.out);
  lua_pushvalue(L, 1);
  if (!write_value(&w)) luaL_addstring(&w.out, "null");
  luaL_pushresult(&w.out);
  lua_xmove(w.out.L, L, 1);
  return 1;
}
