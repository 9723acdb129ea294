#include "unit/unit.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <lauxlib.h>

#include "base/file.h"
#include "base/stack.h"
#include "rules/successors.h"
#include "rules/values.h"
#include "algo/window/native/engine.h"
#include "system/folder.h"
#include "system/digest.h"
#include "system/metatable.h"
#include "unit/records.h"
#include "unit/texts.h"
#ifdef CARRIES_TCC
#include "tcc/memory.h"
#endif

#define UNIT "gts.native"

#define ADDRESS(type, give, name, parameters, arguments) name,

const Engine unit_engine = { ENGINE_FUNCTIONS(ADDRESS) TRACE_FUNCTIONS(ADDRESS) };

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
  int file;             /* -1: none is open */
  void *library, *memory;       /* by which of the two it was made */
  size_t size;          /* of the memory */
  const Native *native;
} Unit;

static Unit *new_unit (lua_State *L) {
  Unit *unit = lua_newuserdatauv(L, sizeof *unit, 0);
  *unit = (Unit){.file = -1};
  luaL_setmetatable(L, UNIT);
  return unit;
}

/* The bytes of a file of the folder, if it is whole and ours alone, to be freed; else NULL. That it was used is noted in its time. */
static char *read_unit (const Folder *folder, const char *name, size_t *size) {
  int file = folder_open(folder->at, name, O_RDONLY);
  if (file < 0) return NULL;
  char *bytes = checksum_read(file, size);
  if (bytes && !checksum_is_whole(bytes, *size)) {
    free(bytes);
    bytes = NULL;
  }
  if (bytes) (void)!futimens(file, NULL);
  close(file);
  return bytes;
}

/* Returns a sealed (immutable) file in memory with these bytes; -1 if there can be none. */
static int in_memory (const char *bytes, size_t size) {
  int file = memfd_create("gts unit", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file < 0) return -1;
  if (file_write(file, bytes, size) && fcntl(file, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0)
    return file;
  close(file);
  return -1;
}

static void drop_library (Unit *unit) {
  if (unit->library) dlclose(unit->library);
  if (unit->memory) munmap(unit->memory, unit->size);
  if (unit->file >= 0) close(unit->file);
  *unit = (Unit){.file = -1};
}

/* Loads the library at `path`. True: it was made from `key`. What is known by a name is loaded once only: if another library of that
** name is still there, its key tells. */
static bool open_library (Unit *unit, const char *path, const char *key) {
  NativeOpen *open_unit;
  unit->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!unit->library) return false;
  *(void **)&open_unit = dlsym(unit->library, NATIVE_OPEN);
  if (!open_unit) return false;
  unit->native = open_unit(&unit_engine);
  return strcmp(unit->native->key, key) == 0;
}

/* Loads exactly the bytes that were checked. The file stays open as long as the library is loaded, so that no other can have its name. */
static bool open_bytes (Unit *unit, const char *bytes, size_t size, const char *key) {
  char path[64];
  unit->file = in_memory(bytes, size);
  if (unit->file < 0) return false;
  snprintf(path, sizeof path, "/proc/self/fd/%d", unit->file);
  return open_library(unit, path, key);
}

/*
** native.load(folder, name, key) -> unit; nil and why not. Loads a library only if its footer is whole and it was made from `key`. Where
** there are no files in memory, or no /proc by which they have names, it is loaded by its own name.
*/
static int native_load (lua_State *L) {
  const Folder *folder = folder_check(L, 1);
  const char *name = luaL_checkstring(L, 2), *key = luaL_checkstring(L, 3);
  const char *path = lua_pushfstring(L, "%s/%s", folder->path, name);
  Unit *unit = new_unit(L);
  size_t size = 0;
  char *bytes = read_unit(folder, name, &size);
  if (!bytes) return refuse(L, path, "there is none that is whole and ours alone");
  bool loaded = open_bytes(unit, bytes, size, key);
  free(bytes);
  if (!loaded) {
    drop_library(unit);
    loaded = open_library(unit, path, key);
  }
  if (loaded) return 1;
  const char *wrong = unit->library ? NULL : dlerror();
  refuse(L, path, wrong ? wrong : "it was made from something else");
  drop_library(unit);
  return 2;
}

#ifdef CARRIES_TCC
/* native.make(text) -> unit; nil and why not. Compiles it into memory. */
static int native_make (lua_State *L) {
  const char *text = luaL_checkstring(L, 1);
  char why[TCC_WHY];
  Unit *unit = new_unit(L);
  void *memory;
  NativeOpen *open_unit;
  *(void **)&open_unit = tcc_make(text, NATIVE_OPEN, &memory, &unit->size, why);
  if (open_unit) {
    unit->memory = memory;
    unit->native = open_unit(&unit_engine);
    return 1;
  }
  lua_pushnil(L);
  lua_pushfstring(L, "libtcc: %s", why);
  return 2;
}
#endif

static int unit_close (lua_State *L) {
  drop_library(luaL_checkudata(L, 1, UNIT));
  return 0;
}

const Native *unit_native (lua_State *L, int index) {
  Unit *unit = luaL_testudata(L, index, UNIT);
  return unit ? unit->native : NULL;
}

static Game *rules_of (Game *game) { return ((CompiledGame *)game)->rules; }

/* left_next and the like: functions of a game that ask the rules in Lua. */
#define LEFT_TO_LUA(Result, give, name, parameters, ...) \
  static Result left_##name parameters { give rules_of(game)->name(rules_of(game), __VA_ARGS__); }

GAME_FUNCTIONS(LEFT_TO_LUA)

/* Records are kept and dropped here, and walks over them set aside; all others by Lua, to which compiled rules may have left some. */

static bool is_record (const Game *game, const Position *position) {
  return ((const CompiledGame *)game)->records.position != NULL && is_record_slot(position->word[1]);
}

static Position keep (Game *game, const Position *position) {
  if (!is_record(game, position)) return left_keep(game, position);
  return (Position){{0, records_keep((CompiledGame *)game, position->word[1])}};
}

static Move keep_move (Game *game, Move move) {
  if (!is_record_slot(move.slot)) return left_keep_move(game, move);
  return (Move){0, records_keep((CompiledGame *)game, move.slot)};
}

static void drop (Game *game, const Position *position) {
  if (is_record(game, position)) records_drop((CompiledGame *)game, position->word[1]);
  else left_drop(game, position);
}

static void drop_move (Game *game, Move move) {
  if (is_record_slot(move.slot)) records_drop((CompiledGame *)game, move.slot);
  else left_drop_move(game, move);
}

static Move leave_walk (Game *game, Walk *walk) {
  if (!game->legal && walk->state[1] == WALK_OF_RECORDS) {
    CompiledGame *compiled = (CompiledGame *)game;
    *compiled->top = walk->state[0];
    return (Move){0, records_leave_walk(compiled, walk)};
  }
  return left_leave_walk(game, walk);
}

static void resume_walk (Game *game, const Position *position, Move place, Walk *walk) {
  if (is_record_slot(place.slot)) {
    CompiledGame *compiled = (CompiledGame *)game;
    walk->state[0] = *compiled->top;
    *compiled->top += WALK_SLOTS;
    records_resume_walk(compiled, place.slot, walk);
    return;
  }
  if (game->legal) successors_resume_legal((LuaGame *)rules_of(game), game, position, place, walk);
  else left_resume_walk(game, position, place, walk);
}

static uint16_t *list (CompiledGame *unit, size_t place, int64_t count) { return successors_list((LuaGame *)unit->rules, place, count); }

/* Each function of the game as the unit has it, or else as the rules in Lua have it. */
#define SET_CALL(Result, give, name, ...) \
  game->name = native->calls.name ? native->calls.name : rules_of(game)->name ? left_##name : NULL;

static void set_calls (Game *game, const Native *native) {
  GAME_FUNCTIONS(SET_CALL)
  game->keep = keep;
  game->keep_move = keep_move;
  game->drop = drop;
  game->drop_move = drop_move;
  game->leave_walk = leave_walk;
  game->resume_walk = resume_walk;
}

void unit_open_keys (CompiledGame *compiled) {
  Game *game = &compiled->game;
  const Game *rules = compiled->rules;
  game->key_words = rules->key_words;
  game->key_is_made = rules->key_is_made;
  game->key_lacks_player = rules->key_lacks_player;
  if (!rules->key) game->key = NULL;
  else if (!game->key) game->key = left_key;
}

/* Where the system does not say how far the stack may grow, this much of it is taken to be there. */
#define SURE_STACK ((size_t)64 << 10)

void unit_open_game (CompiledGame *compiled, const Native *native, LuaGame *lua, void (*look) (CompiledGame *game)) {
  const char here = 0, *floor = stack_floor();
  if (floor == NULL) floor = &here - SURE_STACK;
  *compiled =
    (CompiledGame){.game = lua->game, .rules = &lua->game, .top = &lua->top, .rows = &lua->rows, .lists = &lua->lists, .list = list,
                   .look = look, .turns = 1, .stack_floor = floor};
  records_open(compiled, native->position);
  Game *game = &compiled->game;
  set_calls(game, native);
}

void unit_exchange (CompiledGame *compiled, const Native *native) {
  set_calls(&compiled->game, native);
  unit_open_keys(compiled);
  compiled->records.position = native->position;
}

/*
** native.differs(list, values, count) -> nothing if the list has the `count` elements of `values`, and no other number as a key; else
** the key of one that differs or is new, or false: one is gone. Lists of weights are long, and are looked at before and after each search.
*/
static int native_differs (lua_State *L) {
  enum { LIST = 1, VALUES, COUNT };
  lua_Integer left = luaL_checkinteger(L, COUNT);
  luaL_checktype(L, LIST, LUA_TTABLE);
  for (lua_pushnil(L); lua_next(L, LIST); lua_pop(L, 2)) {
    lua_pushvalue(L, -2);
    if (lua_type(L, -1) != LUA_TNUMBER) continue;
    lua_rawget(L, VALUES);
    left--;
    if (values_same(L, -1, -2)) continue;
    lua_pushvalue(L, -3);
    return 1;
  }
  lua_pushboolean(L, false);
  return left != 0;
}

/*
** native.changed(reads) -> the number of the first read that gives another value now, or nil. A read is three values, `of`, the value
** and `key`: upvalue number `key` of a function, or field `key` of a table, raw, or its metatable for key 0.
*/
static int native_changed (lua_State *L) {
  enum { READS = 1, OF, WAS, KEY };
  luaL_checktype(L, READS, LUA_TTABLE);
  for (lua_Integer i = 1; lua_settop(L, READS), lua_rawgeti(L, READS, 3 * i - 2) != LUA_TNIL; i++) {
    lua_rawgeti(L, READS, 3 * i - 1);
    if (lua_rawgeti(L, READS, 3 * i) == LUA_TSTRING) lua_rawget(L, OF);
    else if (lua_isfunction(L, OF)) {
      if (!lua_getupvalue(L, OF, (int)lua_tointeger(L, KEY))) lua_pushnil(L);
    } else if (lua_isinteger(L, KEY) && lua_tointeger(L, KEY) == 0) {
      if (!lua_getmetatable(L, OF)) lua_pushnil(L);
    } else lua_rawget(L, OF);
    if (values_same(L, WAS, -1)) continue;
    lua_pushinteger(L, i);
    return 1;
  }
  return 0;
}

void unit_register (lua_State *L) {
  metatable_make(L, UNIT, (const luaL_Reg[]){{"__gc", unit_close}, {NULL, NULL}}, NULL);
}

void unit_set_functions (lua_State *L) {
  static const luaL_Reg functions[] = {
    {"text", native_text}, {"load", native_load}, {"differs", native_differs}, {"changed", native_changed},
#ifdef CARRIES_TCC
    {"make", native_make},
#endif
    {NULL, NULL}
  };
  luaL_setfuncs(L, functions, 0);
}
