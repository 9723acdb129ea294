/* The Lua module gts.core: what Lua cannot do itself. Users see it through lua/gts/init.lua. */
#include <lauxlib.h>
#include <lua.h>

#include "algo/algorithm.h"
#include "base/clock.h"
#include "binding/native.h"
#include "binding/rules.h"
#include "binding/search.h"
#include "binding/table.h"
#include "binding/trees.h"
#include "binding/view.h"

#define VERSION "0.1.0"

/* A list of words separated by blanks, as a Lua list on top of the stack. */
static void push_words (lua_State *L, const char *words) {
  lua_newtable(L);
  for (int i = 1; *words; i++) {
    const char *end = words;
    while (*end && *end != ' ') end++;
    lua_pushlstring(L, words, (size_t)(end - words));
    lua_rawseti(L, -2, i);
    words = *end ? end + 1 : end;
  }
}

static void set_string (lua_State *L, const char *name, const char *value) {
  lua_pushstring(L, value);
  lua_setfield(L, -2, name);
}

/* The list of algorithms, each a table of what is said about it. */
static void push_algorithms (lua_State *L) {
  lua_newtable(L);
  for (int i = 0; algorithms[i]; i++) {
    const Algorithm *algorithm = algorithms[i];
    lua_createtable(L, 0, 8);
    set_string(L, "id", algorithm->id);
    set_string(L, "title", algorithm->title);
    set_string(L, "family", algorithm->family);
    set_string(L, "source", algorithm->source);
    push_words(L, algorithm->needs);
    lua_setfield(L, -2, "needs");
    push_words(L, algorithm->options);
    lua_setfield(L, -2, "options");
    lua_pushboolean(L, algorithm->informed);
    lua_setfield(L, -2, "informed");
    lua_pushboolean(L, algorithm->alternative);
    lua_setfield(L, -2, "alternative");
    lua_rawseti(L, -2, i + 1);
  }
}

/* core.clock() -> seconds since some fixed moment. */
static int module_clock (lua_State *L) {
  lua_pushnumber(L, clock_now());
  return 1;
}

int luaopen_gts_core (lua_State *L);

__attribute__((visibility("default"))) int luaopen_gts_core (lua_State *L) {
  static const luaL_Reg functions[] = {
    {"search", search_call}, {"traceback", search_traceback},
    {"clock", module_clock}, {"tree", trees_explicit}, {"uniform", trees_uniform}, {"tree_rules", trees_rules},
    {"tree_fingerprint", trees_fingerprint},
    {"table", table_new}, {"load_table", table_load}, {"bind_table", table_bind}, {"is_table", table_is},
    {"fingerprint", rules_fingerprint},
    {NULL, NULL}
  };
  luaL_checkversion(L);
  search_register(L);
  trees_register(L);
  native_register(L);
  view_register(L);
  table_register(L);
  luaL_newlib(L, functions);
  push_algorithms(L);
  lua_setfield(L, -2, "algorithms");
  native_push(L);
  lua_setfield(L, -2, "native");
  set_string(L, "version", VERSION);
  return 1;
}
