/* Algorithms as Lua has them: what is said of each; and algorithms of extensions, which are loaded when they are asked for. */
#include "call/algorithms.h"

#include <dlfcn.h>
#include <string.h>

#include <lauxlib.h>

#include "algo/list.h"
#include "algo/window/native/engine.h"
#include "base/version.h"
#include "call/options.h"
#include "rules/values.h"
#include "system/refuse.h"
#include "unit/unit.h"

#define LOADED "gts.algorithms"         /* in the registry: id -> its Algorithm */

static void push_option_names (lua_State *L, const Option *const *options) {
  lua_newtable(L);
  for (int i = 0; options && options[i]; i++) {
    if (i == MOST_OPTIONS) luaL_error(L, "an algorithm has more than %d options", MOST_OPTIONS);
    lua_pushstring(L, options[i]->name);
    lua_rawseti(L, -2, i + 1);
  }
}

/* What is said about an algorithm, as a table. */
static void push_algorithm (lua_State *L, const Algorithm *algorithm) {
  lua_createtable(L, 0, 12);
  values_set_string(L, "id", algorithm->id);
  values_set_string(L, "title", algorithm->title);
  values_set_string(L, "family", algorithm->family);
  values_set_string(L, "source", algorithm->source);
  values_push_words(L, algorithm->needs);
  lua_setfield(L, -2, "needs");
  push_option_names(L, algorithm->options);
  lua_setfield(L, -2, "options");
  options_push_rows(L, algorithm->options);
  lua_setfield(L, -2, "rows");
  values_set_string(L, "example", algorithm->example);
  values_set_string(L, "file", algorithm->file);
  values_set_flag(L, "selective", algorithm->selective != NULL);
  values_set_flag(L, "informed", algorithm->informed);
  values_set_flag(L, "alternative", algorithm->alternative);
  values_set_flag(L, "leftmost", algorithm->leftmost);
  values_set_flag(L, "lines", algorithm->lines);
  values_set_flag(L, "path", algorithm->path);
  values_set_flag(L, "anytime", algorithm->anytime);
}

/* The list of algorithms. */
void algorithms_push_list (lua_State *L) {
  lua_newtable(L);
  for (int i = 0; algorithms[i] && !algorithms[i]->hidden; i++) {
    push_algorithm(L, algorithms[i]);
    lua_rawseti(L, -2, i + 1);
  }
}

/* core.hidden: those that are not listed, by id. */
void algorithms_push_hidden (lua_State *L) {
  lua_newtable(L);
  for (int i = 0; algorithms[i]; i++) {
    if (!algorithms[i]->hidden) continue;
    push_algorithm(L, algorithms[i]);
    lua_setfield(L, -2, algorithms[i]->id);
  }
}

const Algorithm *algorithms_find (lua_State *L, const char *id) {
  const Algorithm *algorithm = algorithm_find(id);
  if (algorithm) return algorithm;
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LOADED);
  lua_getfield(L, -1, id);
  algorithm = lua_touserdata(L, -1);
  lua_pop(L, 2);
  return algorithm;
}

/* Has it what every algorithm has, and no more options than one may have? */
static bool is_whole (const Algorithm *algorithm, const char *id) {
  int count = 0;
  while (algorithm->options && algorithm->options[count]) count++;
  return algorithm->id && strcmp(algorithm->id, id) == 0 && algorithm->title && algorithm->family && algorithm->source &&
         algorithm->run && count <= MOST_OPTIONS;
}

void algorithms_keep (lua_State *L, const Algorithm *algorithm) {
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LOADED);
  lua_pushvalue(L, -2);
  lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);       /* a search may go on with one whose id is given away */
  lua_pushvalue(L, -2);
  lua_setfield(L, -2, algorithm->id);
  push_algorithm(L, algorithm);
}

int algorithms_load (lua_State *L) {
  const char *file = luaL_checkstring(L, 1), *id = luaL_checkstring(L, 2);
  AlgorithmOpen *open_algorithm;
  void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (!library) return refuse(L, dlerror());
  *(void **)&open_algorithm = dlsym(library, lua_pushfstring(L, "gts_algorithm_%s", id));
  if (!open_algorithm) return refuse(L, dlerror());
  const Algorithm *algorithm = open_algorithm(&unit_engine, GTS_VERSION, ENGINE_SIZE);
  if (!algorithm) return refuse(L, "it was compiled for another version of gts than " GTS_VERSION);
  if (!is_whole(algorithm, id)) return refuse(L, "it lacks its id, title, family, source or run, or has too many options");
  lua_pushlightuserdata(L, (void *)algorithm);
  algorithms_keep(L, algorithm);
  return 1;
}
