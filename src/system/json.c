#include "system/json.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lauxlib.h>

#include "base/stack.h"

enum { SPECIAL = 2, PLAIN, ORDER };             /* arguments */
enum { FEW = 40 };              /* names that are sorted here */

typedef struct Writer {
  lua_State *L;
  luaL_Buffer out;              /* on a stack by itself */
} Writer;

typedef struct Within {         /* a table that the value is in */
  const void *of;
  const struct Within *outer;
} Within;

static bool write_value (Writer *w, const Within *within);

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

/* By as few digits, from 15 on, as are read as the number again; with a point, whatever the locale has. */
static void write_number (Writer *w) {
  char *text = luaL_prepbuffsize(&w->out, 40), *last = text + 39, *point;
  int integral, digits = 15;
  const double value = lua_tonumber(w->L, -1);
  const lua_Integer integer = lua_tointegerx(w->L, -1, &integral);
  lua_Unsigned left = integer < 0 ? 0u - (lua_Unsigned)integer : (lua_Unsigned)integer;
  if (!integral) {
    do sprintf(text, "%.*g", digits, value); while (digits++ < 17 && strtod(text, NULL) != value);
    if (*(point = text + strspn(text, "0123456789+-e"))) *point = '.';
    luaL_addsize(&w->out, strlen(text));
    return;
  }
  for (*last = '\0'; left > 0 || !*last; left /= 10) *--last = (char)('0' + left % 10);
  if (integer < 0) *--last = '-';
  luaL_addstring(&w->out, last);
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
  const char *names[FEW];
  int count = 0;
  if (luaL_getmetafield(L, table, "__jsonorder") != LUA_TNIL) return 0;
  for (lua_pushnil(L); lua_next(L, table); count++) {
    int at = count;
    lua_pop(L, 1);
    if (count == FEW || lua_type(L, -1) != LUA_TSTRING) return 0;
    const char *name = lua_tostring(L, -1);
    for (; at > 0 && strcmp(name, names[at - 1]) < 0; at--) names[at] = names[at - 1];
    names[at] = name;
    lua_pushvalue(L, -1);
    lua_insert(L, table + at + 1);
  }
  return count;
}

/* The table on top, which is, or stands for, the innermost of `within`. */
static void write_table (Writer *w, const Within *within) {
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
    if (!write_value(w, within)) luaL_buffsub(&w->out, luaL_bufflen(&w->out) - before);
  }
  luaL_addchar(&w->out, list ? ']' : '}');
}

/* Writes the value on top, and pops it. False: nothing is written. */
static bool write_value (Writer *w, const Within *outer) {
  lua_State *L = w->L;
  const int top = lua_gettop(L), type = lua_type(L, top);
  const Within here = {lua_topointer(L, top), outer};
  bool written = true, within = false;
  for (; type == LUA_TTABLE && outer && !within; outer = outer->outer) within = outer->of == here.of;
  if (type == LUA_TSTRING) write_text(w);
  else if (type == LUA_TNUMBER && isfinite(lua_tonumber(L, top))) write_number(w);
  else if (type == LUA_TBOOLEAN) luaL_addstring(&w->out, lua_toboolean(L, top) ? "true" : "false");
  else if (type >= LUA_TTABLE && !lua_isnil(L, SPECIAL)) {
    if (!within) call(L, SPECIAL, 1);
    written = !within && lua_istable(L, -1);
    if (written) write_table(w, &here);
  } else if (type == LUA_TTABLE && !within) write_table(w, &here);
  else write_plain(w);
  lua_settop(L, top - 1);
  return written;
}

int json_write (lua_State *L) {
  Writer w = {.L = L};
  lua_settop(L, ORDER);
  luaL_buffinit(lua_newthread(L), &w.out);
  lua_pushvalue(L, 1);
  if (!write_value(&w, NULL)) luaL_addstring(&w.out, "null");
  luaL_pushresult(&w.out);
  lua_xmove(w.out.L, L, 1);
  return 1;
}

/* Reads: each pushes the value at `*at`, and goes on behind it. False: there are blanks, escapes or errors. */
static bool read_value (lua_State *L, const char **at);

static bool read_items (lua_State *L, const char **at, char closing) {
  char behind = ',';
  lua_newtable(L);
  if (**at == closing) behind = *(*at)++;
  for (lua_Integer n = 1; behind == ','; n++) {
    if (closing == '}' && (**at != '"' || !read_value(L, at) || *(*at)++ != ':')) return false;
    if (!read_value(L, at)) return false;
    if (closing == ']') lua_rawseti(L, -2, n);
    else lua_rawset(L, -3);
    behind = *(*at)++;
  }
  return behind == closing;
}

static bool read_value (lua_State *L, const char **at) {
  const char *first = *at;
  char number[64];
  if ((const char *)&first < stack_floor() || !lua_checkstack(L, 4)) return false;
  if (*first == '[' || *first == '{') return ++*at, read_items(L, at, (char)(*first + 2));
  if (*first == '"') {
    const size_t length = strcspn(++first, "\"\\");
    lua_pushlstring(L, first, length);
    *at = first + length + 1;
    return first[length] == '"';
  }
  if (strncmp(first, "null", 4) == 0) return *at += 4, lua_pushnil(L), true;
  if (strncmp(first, "true", 4) == 0) return *at += 4, lua_pushboolean(L, true), true;
  if (strncmp(first, "false", 5) == 0) return *at += 5, lua_pushboolean(L, false), true;
  *at += strspn(first, "0123456789.eE+-");
  snprintf(number, sizeof number, "%.*s", (int)(*at - first < 64 ? *at - first : 0), first);
  return strchr("0123456789", first[*first == '-']) && lua_stringtonumber(L, number) != 0;
}

int json_read (lua_State *L) {
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length), *at = text;
  lua_pushboolean(L, true);
  return read_value(L, &at) && at == text + length ? 2 : 0;
}
