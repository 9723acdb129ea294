#include "rules/rules.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <lauxlib.h>

#include "native/compiled.h"
#include "rules/calls.h"
#include "rules/handles.h"
#include "rules/indices.h"
#include "rules/values.h"
#include "rules/successors.h"

/* The key that the value on top is. False: it can be none. */
static bool value_key (lua_State *L, int key_words, Key *key) {
  if (lua_isinteger(L, -1)) {
    key->word[0] = (uint64_t)lua_tointeger(L, -1);
    key->word[1] = KEY_IS_INTEGER;
    return true;
  }
  if (lua_type(L, -1) != LUA_TSTRING || key_words < 2) return false;
  size_t length;
  const char *text = lua_tolstring(L, -1, &length);
  key_of_string(key, text, length);
  return true;
}

bool keys_read (lua_State *L, int key_words, uint64_t *words) {
  Key key;
  if (!value_key(L, key_words, &key)) return false;
  for (int i = 0; i < key_words; i++) words[i] = key.word[i];
  return true;
}

static _Noreturn void wrong_key (LuaGame *lua, const Position *position) {
  if (lua->has_key)
    calls_refuse(lua, "key", position, -1, lua->game.key_words > 1 ? "an integer or a string" : "an integer, as for the first position");
  luaL_error(lua->L, "a table needs rules.key: position %s is no integer and no string", calls_describe(lua, position));
  abort();
}

/*
** The key of a position that the key which gts makes does not fit: one that no other position has. Those that fit have no negative
** words. Numbers go up from one that is drawn for each process.
*/
static void new_key (Key *key, int words) {
  static _Atomic uint64_t next;
  static _Atomic pid_t drawn_for;
  const pid_t process = getpid();
  if (atomic_exchange(&drawn_for, process) != process) {
    uint64_t drawn = (uint64_t)process << 40 ^ (uint64_t)time(NULL);
    (void)!getentropy(&drawn, sizeof drawn);
    atomic_store(&next, drawn);
  }
  for (int i = 0; i < words; i++) key->word[i] = 0;
  key->word[0] = UINT64_C(1) << 63 | atomic_fetch_add(&next, 1);
}

/* rules.key where it gives several integers, and that which gts makes. */
static void key_in_words (Game *game, const Position *position, Key *key) {
  LuaGame *lua = (LuaGame *)game;
  lua_State *L = lua->L;
  calls_ask_about(lua, AT_key, "key", position, lua->key_results);
  if (lua->made_key && lua_isnil(L, -lua->key_results)) new_key(key, lua->key_results);
  else for (int i = 0; i < lua->key_results; i++) {
    const int at = i - lua->key_results;
    if (!lua_isinteger(L, at)) calls_refuse(lua, "key", position, at, "an integer");
    key->word[i] = (uint64_t)lua_tointeger(L, at);
  }
  lua_pop(L, lua->key_results);
}

/* rules.key, or the position itself, which is no integer. */
static void key_of (Game *game, const Position *position, Key *key) {
  LuaGame *lua = (LuaGame *)game;
  lua_State *L = lua->L;
  if (lua->has_key) {
    calls_ask_about(lua, AT_key, "key", position, 1);
  } else handles_push(L, position->word[0], position->word[1]);
  if (!value_key(L, game->key_words, key)) wrong_key(lua, position);
  lua_pop(L, 1);
}

/* In a game that starts with a string, integers may be mixed with strings. */
static void open_own_keys (LuaGame *lua, const Position *first, bool mixed) {
  lua_State *L = lua->L;
  Game *game = &lua->game;
  lua_getfield(L, AT_RULES, "start");
  handles_push(L, first->word[0], first->word[1]);
  lua->integers_only = lua_isinteger(L, -1) && !mixed && lua_type(L, -2) != LUA_TSTRING;
  if (lua->integers_only) game->key_words = 1;
  else if (lua_isinteger(L, -1) || lua_type(L, -1) == LUA_TSTRING) {
    game->key_words = 2;
    game->key = key_of;
  }
  lua_pop(L, 2);
}

/* Pushes what identifies `position`: its key, if the rules have one, or itself. Returns how many values that are. */
static int push_identity (LuaGame *lua, const Position *position) {
  if (lua_isnil(lua->L, AT_key)) {
    handles_push(lua->L, position->word[0], position->word[1]);
    return 1;
  }
  calls_ask_about(lua, AT_key, "key", position, lua->key_results);
  return lua->key_results;
}

/* Are these the same position, by rules.key or by themselves? Serves game->same; keys need not be open. */
static bool keys_same (Game *game, const Position *a, const Position *b) {
  LuaGame *lua = (LuaGame *)game;
  const int words = lua->words;
  if (words > 1 && lua_isnil(lua->L, AT_key))
    return memcmp(handles_words(words, a), handles_words(words, b), sizeof *a->word * (size_t)words) == 0;
  luaL_checkstack(lua->L, MOST_WORDS + 20, NULL);
  const int count = push_identity(lua, a);
  push_identity(lua, b);
  bool same = !lua->made_key || !lua_isnil(lua->L, -count);
  for (int i = 1; i <= count; i++) same = same && lua_rawequal(lua->L, -i, -i - count);
  lua_pop(lua->L, 2 * count);
  return same && (!game->score || game->score(game, a) == game->score(game, b));
}

void keys_open (LuaGame *lua, const Position *first, bool mixed) {
  lua_State *L = lua->L;
  Key key;
  lua->has_key = !lua_isnil(L, AT_key);
  if (!lua->has_key) {
    if (lua->words > 1) lua->game.key_words = lua->words;
    else open_own_keys(lua, first, mixed);
    return;
  }
  if (lua->key_results > 1 || lua->made_key) {
    lua->game.key = key_in_words;
    lua->game.key_words = lua->key_results;
    lua->game.key_is_made = lua->made_key;
    return;
  }
  lua->game.key = key_of;
  lua->game.key_words = 2;
  lua->game.key_lacks_player = true;
  key_of(&lua->game, first, &key);
  if (key.word[1] == KEY_IS_INTEGER && !mixed && !(lua->direct && lua->direct->has_objects)) lua->game.key_words = 1;
}

#define EXACT_NUMBER "an integer that a double holds exactly, as all from -2^53 to 2^53, or a float"

/* The value on top, which rules.evaluate returned and which is no integer. */
static Value read_float (LuaGame *lua, const Position *position) {
  if (lua_type(lua->L, -1) != LUA_TNUMBER) calls_refuse(lua, "evaluate", position, -1, "a number");
  const Value value = lua_tonumber(lua->L, -1);
  if (!isfinite(value)) calls_refuse(lua, "evaluate", position, -1, "a finite number");
  return value;
}

static Value evaluate (Game *game, const Position *position) {
  LuaGame *lua = (LuaGame *)game;
  lua_State *L = lua->L;
  Value value;
  calls_ask_about(lua, AT_evaluate, "evaluate", position, 1);
  if (!lua_isinteger(L, -1)) value = read_float(lua, position);
  else if (!values_of_integer(lua_tointeger(L, -1), &value)) calls_refuse(lua, "evaluate", position, -1, EXACT_NUMBER);
  if (lua->check_range && (value < game->lower || value > game->upper))
    calls_refuse(lua, "evaluate", position, -2, lua_pushfstring(L, "a number in rules.range, from %f to %f", game->lower, game->upper));
  if (lua->check_whole && value != floor(value))
    calls_refuse(lua, "evaluate", position, -1, "a whole number, because there is a rules.score");
  lua_pop(L, 1);
  return value;
}

/* Pop the answer of rules.<name>: an integer that a double holds exactly; true, or false or nil. */

static Value pop_Value (LuaGame *lua, const char *name, const Position *position) {
  const lua_Integer most = (lua_Integer)1 << 53;
  lua_State *L = lua->L;
  if (!lua_isinteger(L, -1)) calls_refuse(lua, name, position, -1, "an integer");
  lua_Integer answer = lua_tointeger(L, -1);
  if (answer < -most || answer > most) calls_refuse(lua, name, position, -1, "an integer from -2^53 to 2^53");
  lua_pop(L, 1);
  return (Value)answer;
}

static bool pop_bool (LuaGame *lua, const char *name, const Position *position) {
  if (!lua_isboolean(lua->L, -1) && !lua_isnil(lua->L, -1)) calls_refuse(lua, name, position, -1, "a boolean");
  bool answer = lua_toboolean(lua->L, -1);
  lua_pop(lua->L, 1);
  return answer;
}

#define ANSWER(Result, give, name, ...) \
  static Result name (Game *game, const Position *position) { \
    LuaGame *lua = (LuaGame *)game; \
    calls_ask_about(lua, AT_##name, #name, position, 1); \
    return pop_##Result(lua, #name, position); \
  }

#define MOVE_ANSWER(Result, give, name, ...) \
  static Result name (Game *game, const Position *position, Move move) { \
    LuaGame *lua = (LuaGame *)game; \
    calls_push(lua, AT_##name, position); \
    handles_push(lua->L, move.word, move.slot); \
    calls_ask(lua, #name, position, lua->words + 1, 1); \
    return pop_##Result(lua, #name, position); \
  }

GAME_ANSWERS(ANSWER)
GAME_MOVE_ANSWERS(MOVE_ANSWER)

static bool terminal (Game *game, const Position *position) {
  LuaGame *lua = (LuaGame *)game;
  calls_ask_about(lua, AT_terminal, "terminal", position, 1);
  bool answer = lua_toboolean(lua->L, -1);
  lua_pop(lua->L, 1);
  return answer;
}

/* Refuses a list of another length than `count`. */
static _Noreturn void wrong_length (LuaGame *lua, const Position *position, size_t length, int count) {
  luaL_error(lua->L, "%srules.features returned %I numbers for position %s: expected %d, as before", calls_place(lua, "features"),
             (LUAI_UACINT)length, calls_describe(lua, position), count);
  abort();
}

/* rules.features: a list of `count` numbers. */
static void features (Game *game, const Position *position, double *numbers, int count) {
  LuaGame *lua = (LuaGame *)game;
  lua_State *L = lua->L;
  calls_ask_about(lua, AT_features, "features", position, 1);
  if (!lua_istable(L, -1)) calls_refuse(lua, "features", position, -1, "a list of numbers");
  if (lua_rawlen(L, -1) != (size_t)count) wrong_length(lua, position, lua_rawlen(L, -1), count);
  for (int i = 0; i < count; i++) {
    if (lua_rawgeti(L, -1, i + 1) != LUA_TNUMBER) calls_refuse(lua, "features", position, -1, "a number in each place of its list");
    numbers[i] = lua_tonumber(L, -1);
    if (!isfinite(numbers[i])) calls_refuse(lua, "features", position, -1, "a finite number in each place of its list");
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

static Player player (Game *game, const Position *position) {
  LuaGame *lua = (LuaGame *)game;
  lua_State *L = lua->L;
  calls_ask_about(lua, AT_player, "player", position, 1);
  const void *name = lua_topointer(L, -1);
  if (name != lua->max && name != lua->min) calls_refuse(lua, "player", position, -1, "'max' or 'min'");
  lua_pop(L, 1);
  return name == lua->max ? MAX : MIN;
}

/* One bound: a number that is not NaN, or nil where nothing is known. */
static void read_bound (LuaGame *lua, const Position *position, int index, Value *bound) {
  lua_State *L = lua->L;
  if (lua_isnil(L, index)) return;
  if (lua_type(L, index) != LUA_TNUMBER || isnan(lua_tonumber(L, index)))
    calls_refuse(lua, "bounds", position, index, "two numbers, lower and upper");
  if (!values_is_exact(L, index)) calls_refuse(lua, "bounds", position, index, EXACT_NUMBER);
  *bound = lua_tonumber(L, index);
}

static void bounds (Game *game, const Position *position, Value *lower, Value *upper) {
  LuaGame *lua = (LuaGame *)game;
  lua_State *L = lua->L;
  calls_ask_about(lua, AT_bounds, "bounds", position, 2);
  read_bound(lua, position, -2, lower);
  read_bound(lua, position, -1, upper);
  if (*lower > *upper) {
    lua_pushfstring(L, "a lower bound that is not above the upper, %f", *upper);
    calls_refuse(lua, "bounds", position, -3, lua_tostring(L, -1));
  }
  lua_pop(L, 2);
}

/* Opening. */

/* Returns the address of a short string in Lua, which holds it as long as the state lives: no other string is equal to it. */
static const void *intern (lua_State *L, const char *text) {
  lua_pushstring(L, text);
  const void *held = lua_topointer(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, text);
  return held;
}

static bool push_field (lua_State *L, const char *name) { return lua_getfield(L, AT_RULES, name) != LUA_TNIL; }

static void read_range (lua_State *L, Game *game) {
  if (push_field(L, "range")) {
    lua_rawgeti(L, -1, 1);
    lua_rawgeti(L, -2, 2);
    game->lower = lua_tonumber(L, -2);
    game->upper = lua_tonumber(L, -1);
    lua_pop(L, 2);
  }
  lua_pop(L, 1);
}

/* Pushes a function of the rules, or nil. That of an index is a field of a dot: index_at is "index.at". */
static void push_rule (lua_State *L, const char *name) {
  const char *part = strchr(name, '_');
  push_field(L, part ? lua_pushfstring(L, "index.%s", part + 1) : name);
  if (part) lua_remove(L, -2);
}

#define PUSH_RULE(Result, give, name, ...) push_rule(L, #name);

#define SERVE(Result, give, name, ...) if (lua_game_has(lua, AT_##name)) game->name = name;

static const char *describe (Game *game, const Position *position) {
  luaL_checkstack(((LuaGame *)game)->L, 20, NULL);
  return calls_describe((LuaGame *)game, position);
}

static void open_direct (LuaGame *lua, lua_State *L) {
  push_field(L, "direct");
  lua->direct = luaL_testudata(L, -1, DIRECT);
  lua_pop(L, 1);
  if (!lua->direct) return;
  lua->by_lua = lua->game;
  lua->direct->serve(lua, lua->direct);
}

/* Slots of the path that its table has as an array from the start, those of 64 plies: with their gaps they would become keys of a hash. */
#define PATH_SLOTS (64 * WALK_SLOTS)

void rules_open (LuaGame *lua, lua_State *L, Host *host, Arena *arena, bool informed) {
  luaL_checkstack(L, 40, NULL);
  *lua = (LuaGame){.host = host, .L = L, .arena = arena, .top = 1, .max = intern(L, "max"), .min = intern(L, "min")};
  Game *game = &lua->game;
  *game = (Game){.first = MAX, .lower = -INFINITY, .upper = INFINITY, .evaluate = evaluate, .same = keys_same,
                  .describe = describe, .slots = &lua->top};
  lua->words = push_field(L, "words") ? (int)lua_tointeger(L, -1) : 1;
  game->words = lua_game_has_rows(lua) ? 1 : lua->words;
  lua_pop(L, 1);
  handles_serve(game);
  game->cyclic = push_field(L, "cycle");
  game->cycle = lua_tonumber(L, -1);
  lua_pop(L, 1);
  if (informed) {
    read_range(L, game);
    lua->check_range = game->lower > -INFINITY || game->upper < INFINITY;
  }
  push_field(L, "successors");
  GAME_RULES(PUSH_RULE)
  GAME_ANSWERS(SERVE)
  GAME_MOVE_ANSWERS(SERVE)
  if (lua_game_has(lua, AT_terminal)) game->terminal = terminal;
  if (lua_game_has(lua, AT_player)) game->player = player;
  if (lua_game_has(lua, AT_bounds)) game->bounds = bounds;
  lua->check_whole = game->score != NULL;
  if (lua_game_has(lua, AT_features)) game->features = features;
  successors_serve(lua);
  indices_open(lua);
  lua->key_results = push_field(L, "key_words") ? (int)lua_tointeger(L, -1) : 1;
  lua_pop(L, 1);
  lua->made_key = push_field(L, "made");
  if (lua->made_key) {                  /* see lua/gts/rules/keys.lua */
    lua_getfield(L, -1, "words");
    lua->key_results = (int)lua_tointeger(L, -1);
    lua_getfield(L, -2, "ask");
    lua_replace(L, AT_key);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  game->reverses = push_field(L, "reverses");
  lua_pop(L, 1);
  push_field(L, "noisy_first");
  game->noisy_first = lua_toboolean(L, -1);
  lua_pop(L, 1);
  lua_createtable(L, PATH_SLOTS, 0);
  lua_newtable(L);
  open_direct(lua, L);
}
