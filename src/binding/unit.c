#include "binding/unit.h"

#include <dlfcn.h>
#include <string.h>

#include <lauxlib.h>

#include "base/stack.h"
#include "binding/seal.h"
#include "binding/texts.h"
#include "search/engine.h"

#define UNIT "gts.native"

#define ADDRESS(type, give, name, parameters, arguments) name,

static const Engine engine = { ENGINE_FUNCTIONS(ADDRESS) };

/* native.text(file) -> the text of a file of the engine below src/; nil if it is not made for units. */
static int native_text (lua_State *L) {
  const char *file = luaL_checkstring(L, 1);
  for (int i = 0; texts[i].file; i++)
    if (strcmp(texts[i].file, file) == 0) {
      lua_pushstring(L, texts[i].text);
      return 1;
    }
  return 0;
}

static int refuse (lua_State *L, const char *path, const char *why) {
  lua_pushnil(L);
  lua_pushfstring(L, "no unit in %s: %s", path, why);
  return 2;
}

typedef struct Unit {
  void *library;
  const Native *native;
} Unit;

/* native.load(path, key) -> unit; nil and why not. Loads a library only if its seal is whole and it was made from `key`. */
static int native_load (lua_State *L) {
  const char *path = luaL_checkstring(L, 1), *key = luaL_checkstring(L, 2);
  if (!seal_is_whole(path)) return refuse(L, path, "there is none that is whole and ours alone");
  Unit *unit = lua_newuserdatauv(L, sizeof *unit, 0);
  *unit = (Unit){NULL, NULL};
  luaL_setmetatable(L, UNIT);
  unit->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!unit->library) return refuse(L, path, dlerror());
  NativeOpen *open_unit;
  *(void **)&open_unit = dlsym(unit->library, NATIVE_OPEN);
  if (!open_unit) return refuse(L, path, "it has no entry");
  const Native *native = open_unit(&engine);
  if (strcmp(native->key, key) != 0) return refuse(L, path, "it was made from something else");
  unit->native = native;
  return 1;
}

static int unit_close (lua_State *L) {
  Unit *unit = luaL_checkudata(L, 1, UNIT);
  if (unit->library) dlclose(unit->library);
  *unit = (Unit){NULL, NULL};
  return 0;
}

const Native *unit_native (lua_State *L, int index) {
  Unit *unit = luaL_testudata(L, index, UNIT);
  return unit ? unit->native : NULL;
}

/* Keeping and dropping, and setting walks aside, are left to the rules in Lua: even compiled rules may have given something up to them. */

static Position keep (Game *game, const Position *position) {
  Game *rules = ((CompiledGame *)game)->rules;
  return rules->keep(rules, position);
}

static Move keep_move (Game *game, Move move) {
  Game *rules = ((CompiledGame *)game)->rules;
  return rules->keep_move(rules, move);
}

static void key_of (Game *game, const Position *position, Key *key) {
  Game *rules = ((CompiledGame *)game)->rules;
  rules->key(rules, position, key);
}

void unit_open_keys (CompiledGame *compiled) {
  Game *game = &compiled->game;
  const Game *rules = compiled->rules;
  game->key_words = rules->key_words;
  game->key_lacks_player = rules->key_lacks_player;
  if (!rules->key) game->key = NULL;
  else if (!game->key) game->key = key_of;
}

static void drop (Game *game, const Position *position) {
  Game *rules = ((CompiledGame *)game)->rules;
  rules->drop(rules, position);
}

static void drop_move (Game *game, Move move) {
  Game *rules = ((CompiledGame *)game)->rules;
  rules->drop_move(rules, move);
}

static Move leave_walk (Game *game, Walk *walk) {
  Game *rules = ((CompiledGame *)game)->rules;
  return rules->leave_walk(rules, walk);
}

static void resume_walk (Game *game, const Position *position, Move place, Walk *walk) {
  Game *rules = ((CompiledGame *)game)->rules;
  rules->resume_walk(rules, position, place, walk);
}

/* Where the system does not say how far the stack may grow, this much of it is taken to be there. */
#define SURE_STACK ((size_t)64 << 10)

void unit_open_game (CompiledGame *compiled, const Native *native, LuaGame *lua, void (*look) (CompiledGame *game)) {
  const char here = 0, *floor = stack_floor();
  if (floor == NULL) floor = &here - SURE_STACK;
  *compiled =
    (CompiledGame){.game = lua->game, .rules = &lua->game, .top = &lua->top, .look = look, .turns = 1, .stack_floor = floor};
  Game *game = &compiled->game;
  game->next = native->calls.next;
  game->evaluate = native->calls.evaluate;
  game->terminal = native->calls.terminal;
  game->player = native->calls.player;
  game->bounds = native->calls.bounds;
  game->key = native->calls.key;
  game->keep = keep;
  game->keep_move = keep_move;
  game->drop = drop;
  game->drop_move = drop_move;
  game->leave_walk = leave_walk;
  game->resume_walk = resume_walk;
}

void unit_register (lua_State *L) {
  luaL_newmetatable(L, UNIT);
  lua_pushcfunction(L, unit_close);
  lua_setfield(L, -2, "__gc");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pop(L, 1);
}

void unit_set_functions (lua_State *L) {
  static const luaL_Reg functions[] = {{"text", native_text}, {"load", native_load}, {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
