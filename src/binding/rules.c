#include "binding/rules.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lauxlib.h>

#include "game/compiled.h"
#include "base/random.h"

/* The slots that an open walk takes on the path: they are written only if something is not an integer. */
enum { HELD_MOVE, HELD_ITERATOR, HELD_STATE, HELD_CHILD };

_Static_assert(HELD_CHILD < WALK_SLOTS, "compiled rules leave room for a walk of rules in Lua");

/* What walk->state[1] says when `successors` was asked: the length of the list, or this. */
#define IS_ITERATOR (-1)

/* Handles. A handle is a word and a slot: slot 0, an integer; positive, on the path; negative, kept. */

static inline void push_handle_from (lua_State *L, int path, int kept, int64_t word, int64_t slot) {
  if (slot == 0) lua_pushinteger(L, word);
  else if (slot > 0) lua_rawgeti(L, path, slot);
  else lua_rawgeti(L, kept, -slot);
}

static void push_handle (lua_State *L, int64_t word, int64_t slot) { push_handle_from(L, AT_PATH, AT_KEPT, word, slot); }

/* Pops a value, and holds it in the path's slot `slot` if it is no integer. */
static void pop_handle (lua_State *L, int64_t slot, int64_t *word, int64_t *held) {
  if (lua_isinteger(L, -1)) {
    *word = lua_tointeger(L, -1);
    *held = 0;
    lua_pop(L, 1);
  } else {
    lua_rawseti(L, AT_PATH, slot);
    *word = 0;
    *held = slot;
  }
}

static int64_t keep_slot (LuaGame *lua, int64_t slot) {
  lua_State *L = lua->L;
  if (slot == 0) return 0;
  int64_t kept = lua->unused;
  if (kept) {
    lua_rawgeti(L, AT_KEPT, kept);
    lua->unused = lua_tointeger(L, -1);
    lua_pop(L, 1);
  } else kept = ++lua->kept;
  push_handle(L, 0, slot);
  lua_rawseti(L, AT_KEPT, kept);
  return -kept;
}

static void drop_slot (LuaGame *lua, int64_t slot) {
  if (slot >= 0) return;
  lua_pushinteger(lua->L, lua->unused);
  lua_rawseti(lua->L, AT_KEPT, -slot);
  lua->unused = -slot;
}

static Position keep (Game *game, const Position *position) {
  Position kept = *position;
  kept.word[1] = keep_slot((LuaGame *)game, position->word[1]);
  return kept;
}

static Move keep_move (Game *game, Move move) {
  return (Move){move.word, keep_slot((LuaGame *)game, move.slot)};
}

static void drop (Game *game, const Position *position) { drop_slot((LuaGame *)game, position->word[1]); }

static void drop_move (Game *game, Move move) { drop_slot((LuaGame *)game, move.slot); }

/* With many words a position is integers and nothing to keep; its moves may be anything. */
static Position keep_words (Game *game, const Position *position) { (void)game; return *position; }

static void drop_words (Game *game, const Position *position) { (void)game; (void)position; }

void rules_push_move (lua_State *L, LuaGame *lua, Move move) {
  if (lua) push_handle(L, move.word, move.slot);
  else lua_pushinteger(L, move.word);
}

void rules_push_position_from (lua_State *L, int path, int kept, int words, const Position *position) {
  if (words > 1) {
    lua_createtable(L, words, 0);
    for (int i = 0; i < words; i++) {
      lua_pushinteger(L, position->word[i]);
      lua_rawseti(L, -2, i + 1);
    }
  } else push_handle_from(L, path, kept, position->word[0], position->word[1]);
}

void rules_push_position (lua_State *L, LuaGame *lua, int words, const Position *position) {
  if (words > 1 || lua) rules_push_position_from(L, AT_PATH, AT_KEPT, words, position);
  else lua_pushinteger(L, position->word[0]);
}

/* Errors. */

/* Pushes the text of a position: plain values as they are, others by rules.show if it can, on one line. */
static const char *describe (LuaGame *lua, const Position *position) {
  lua_State *L = lua->L;
  rules_push_position(L, lua, lua->game.words, position);
  if (lua->game.words > 1) {
    luaL_Buffer text;
    luaL_buffinit(L, &text);
    for (int i = 0; i < lua->game.words; i++) {
      lua_pushfstring(L, i == 0 ? "{%I" : ", %I", (LUAI_UACINT)position->word[i]);
      luaL_addvalue(&text);
    }
    luaL_addstring(&text, "}");
    luaL_pushresult(&text);
    return lua_tostring(L, -1);
  }
  if (lua_type(L, -1) == LUA_TSTRING) return lua_pushfstring(L, "'%s'", lua_tostring(L, -1));
  if (lua_type(L, -1) == LUA_TTABLE || lua_type(L, -1) == LUA_TUSERDATA) {
    int at = lua_gettop(L);
    if (lua_getfield(L, AT_RULES, "show") == LUA_TFUNCTION) {
      lua_pushvalue(L, at);
      if (lua_pcall(L, 1, 1, 0) == LUA_OK && lua_type(L, -1) == LUA_TSTRING)
        return luaL_gsub(L, lua_tostring(L, -1), "\n", " / ");
    }
    lua_settop(L, at);
  }
  return luaL_tolstring(L, -1, NULL);
}

const char *rules_name_value (lua_State *L, int index) {
  if (lua_type(L, index) == LUA_TNUMBER || lua_type(L, index) == LUA_TBOOLEAN) return luaL_tolstring(L, index, NULL);
  if (lua_type(L, index) == LUA_TSTRING) return lua_pushfstring(L, "'%s'", lua_tostring(L, index));
  if (lua_isnil(L, index)) return "nil";
  return lua_pushfstring(L, "a %s", luaL_typename(L, index));
}

static _Noreturn void wrong (LuaGame *lua, const char *function, const Position *position, int index, const char *expected) {
  lua_State *L = lua->L;
  index = lua_absindex(L, index);
  luaL_checkstack(L, 20, NULL);
  const char *got = rules_name_value(L, index);
  luaL_error(L, "rules.%s returned %s for position %s: expected %s", function, got, describe(lua, position), expected);
  abort();              /* luaL_error does not return */
}

/* Calls. */

/* Pushes the function at stack slot `function` and the position: its one value, or its words side by side. */
static void push_call (LuaGame *lua, int function, const Position *position) {
  lua_State *L = lua->L;
  lua_pushvalue(L, function);
  if (lua->game.words == 1) push_handle(L, position->word[0], position->word[1]);
  else for (int i = 0; i < lua->game.words; i++) lua_pushinteger(L, position->word[i]);
}

static Value evaluate (Game *game, const Position *position) {
  LuaGame *lua = (LuaGame *)game;
  lua_State *L = lua->L;
  push_call(lua, AT_EVALUATE, position);
  lua_call(L, game->words, 1);
  Value value = lua_tonumber(L, -1);
  if (lua_type(L, -1) != LUA_TNUMBER) wrong(lua, "evaluate", position, -1, "a number");
  if (!isfinite(value)) wrong(lua, "evaluate", position, -1, "a finite number");
  if (lua->check_range && (value < game->lower || value > game->upper))
    wrong(lua, "evaluate", position, -2,
          lua_pushfstring(L, "a number in rules.range, from %f to %f", game->lower, game->upper));
  lua_pop(L, 1);
  return value;
}

static bool terminal (Game *game, const Position *position) {
  LuaGame *lua = (LuaGame *)game;
  push_call(lua, AT_TERMINAL, position);
  lua_call(lua->L, game->words, 1);
  bool answer = lua_toboolean(lua->L, -1);
  lua_pop(lua->L, 1);
  return answer;
}

static Player player (Game *game, const Position *position) {
  LuaGame *lua = (LuaGame *)game;
  lua_State *L = lua->L;
  push_call(lua, AT_PLAYER, position);
  lua_call(L, game->words, 1);
  const char *name = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
  Player answer = MAX;
  if (strcmp(name, "min") == 0) answer = MIN;
  else if (strcmp(name, "max") != 0) wrong(lua, "player", position, -1, "'max' or 'min'");
  lua_pop(L, 1);
  return answer;
}

/* One bound: a number that is not NaN, or nil where nothing is known. */
static void read_bound (LuaGame *lua, const Position *position, int index, Value *bound) {
  lua_State *L = lua->L;
  if (lua_isnil(L, index)) return;
  if (lua_type(L, index) != LUA_TNUMBER || isnan(lua_tonumber(L, index)))
    wrong(lua, "bounds", position, index, "two numbers, lower and upper");
  *bound = lua_tonumber(L, index);
}

static void bounds (Game *game, const Position *position, Value *lower, Value *upper) {
  LuaGame *lua = (LuaGame *)game;
  lua_State *L = lua->L;
  push_call(lua, AT_BOUNDS, position);
  lua_call(L, game->words, 2);
  read_bound(lua, position, -2, lower);
  read_bound(lua, position, -1, upper);
  if (*lower > *upper) {
    lua_pushfstring(L, "a lower bound that is not above the upper, %f", *upper);
    wrong(lua, "bounds", position, -3, lua_tostring(L, -1));
  }
  lua_pop(L, 2);
}

/* Keys. */

/* The second word of a key says what the first two are. Its high byte is the length of a string that is its own key. */
#define KEY_IS_FINGERPRINT UINT64_C(0xff00000000000000)
#define SHORT_STRING 15

/* The 120 bits of a string: n strings have two equal ones with a probability of n^2 / 2^121. */
static void fingerprint (const char *text, size_t length, uint64_t *low, uint64_t *high) {
  uint64_t a = length + GOLDEN_GAMMA, b = ~(uint64_t)length;
  while (length > 0) {
    uint64_t word = 0;
    size_t part = length < sizeof word ? length : sizeof word;
    memcpy(&word, text, part);
    a = mix64(a ^ word) + b;
    b = mix64(b + word * GOLDEN_GAMMA) ^ (a >> 7);
    text += part;
    length -= part;
  }
  *low = mix64(a + b);
  *high = mix64(b ^ mix64(a));
}

static void string_key (const char *text, size_t length, Key *key) {
  if (length <= SHORT_STRING) {
    key->word[0] = key->word[1] = 0;
    memcpy(&key->word[0], text, length < 8 ? length : 8);
    if (length > 8) memcpy(&key->word[1], text + 8, length - 8);
    key->word[1] = (key->word[1] & UINT64_C(0x00ffffffffffffff)) | (uint64_t)length << 56;
  } else {
    fingerprint(text, length, &key->word[0], &key->word[1]);
    key->word[1] |= KEY_IS_FINGERPRINT;
  }
}

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
  string_key(text, length, key);
  return true;
}

static _Noreturn void wrong_key (LuaGame *lua, const Position *position) {
  if (lua->has_key)
    wrong(lua, "key", position, -1, lua->game.key_words > 1 ? "an integer or a string" : "an integer, as for the first position");
  luaL_error(lua->L, "a table needs rules.key: position %s is no integer and no string", describe(lua, position));
  abort();
}

/* rules.key, or the position itself, which is no integer. */
static void key_of (Game *game, const Position *position, Key *key) {
  LuaGame *lua = (LuaGame *)game;
  lua_State *L = lua->L;
  if (lua->has_key) {
    push_call(lua, AT_KEY, position);
    lua_call(L, game->words, 1);
  } else push_handle(L, position->word[0], position->word[1]);
  if (!value_key(L, game->key_words, key)) wrong_key(lua, position);
  lua_pop(L, 1);
}

static void open_own_keys (LuaGame *lua, const Position *first) {
  Game *game = &lua->game;
  if (game->words > 1) game->key_words = game->words;
  else if (first->word[1] == 0) {
    game->key_words = 1;
    lua->integers_only = true;
  } else {
    push_handle(lua->L, first->word[0], first->word[1]);
    if (lua_type(lua->L, -1) == LUA_TSTRING) {
      game->key_words = 2;
      game->key = key_of;
    }
    lua_pop(lua->L, 1);
  }
}

void rules_open_keys (LuaGame *lua, const Position *first) {
  lua_State *L = lua->L;
  Key key;
  lua->has_key = !lua_isnil(L, AT_KEY);
  if (!lua->has_key) {
    open_own_keys(lua, first);
    return;
  }
  lua->game.key = key_of;
  lua->game.key_words = 2;
  lua->game.key_lacks_player = true;
  key_of(&lua->game, first, &key);
  if (key.word[1] == KEY_IS_INTEGER) lua->game.key_words = 1;
}

double rules_judge (LuaGame *lua, lua_State *L, int words, const Position *position, Move move, const Position *child) {
  luaL_checkstack(L, 20, NULL);
  lua_pushvalue(L, AT_JUDGE);
  rules_push_position(L, lua, words, position);
  rules_push_move(L, lua, move);
  rules_push_position(L, lua, words, child);
  lua_call(L, 3, 1);
  double merit = lua_tonumber(L, -1);
  if (lua_type(L, -1) != LUA_TNUMBER || isnan(merit))
    luaL_error(L, "the function in option 'order' returned %s: expected a number", rules_name_value(L, lua_gettop(L)));
  lua_pop(L, 1);
  return merit;
}

int rules_fingerprint (lua_State *L) {
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  uint64_t low, high;
  char digits[33];
  fingerprint(text, length, &low, &high);
  snprintf(digits, sizeof digits, "%016llx%016llx", (unsigned long long)high, (unsigned long long)low);
  lua_pushstring(L, digits);
  return 1;
}

/* Walks. */

/* The walk is at its end: its slots are free. */
static bool end_walk (LuaGame *lua, const Walk *walk) {
  lua->top = walk->state[0];
  return false;
}

/* Pops the child's position, which may be anything but nil and NaN. */
static void pop_child (LuaGame *lua, const char *function, const Position *position, Walk *walk, Position *child) {
  lua_State *L = lua->L;
  if (lua_isinteger(L, -1)) {
    child->word[0] = lua_tointeger(L, -1);
    child->word[1] = 0;
    lua_pop(L, 1);
    return;
  }
  if (lua_isnil(L, -1) || (lua_type(L, -1) == LUA_TNUMBER && isnan(lua_tonumber(L, -1))))
    wrong(lua, function, position, -1, "a position with each move");
  if (lua->integers_only)
    luaL_error(L, "a table needs rules.key: position %s is no integer, as the first one is", luaL_tolstring(L, -1, NULL));
  pop_handle(L, walk->state[0] + HELD_CHILD, &child->word[0], &child->word[1]);
}

/* The form `next`: Lua's own protocol, the last move is where we are. */
static bool next (Game *game, const Position *position, Walk *walk, Position *child) {
  LuaGame *lua = (LuaGame *)game;
  lua_State *L = lua->L;
  int words = game->words;
  enter_walk(&lua->top, walk);
  push_call(lua, AT_SUCCESSORS, position);
  if (walk->index == 0) lua_pushnil(L);
  else push_handle(L, walk->move.word, walk->move.slot);
  lua_call(L, words + 1, words + 1);
  if (lua_isnil(L, -words - 1)) {
    lua_pop(L, words + 1);
    return end_walk(lua, walk);
  }
  if (words == 1) pop_child(lua, "next", position, walk, child);
  else {
    for (int i = 0; i < words; i++) {
      if (!lua_isinteger(L, i - words)) wrong(lua, "next", position, i - words, "an integer for each word of the position");
      child->word[i] = lua_tointeger(L, i - words);
    }
    lua_pop(L, words);
  }
  pop_handle(L, walk->state[0] + HELD_MOVE, &walk->move.word, &walk->move.slot);
  return true;
}

/* May a generic `for` call it? */
static bool is_iterator (lua_State *L, int index) {
  if (lua_isfunction(L, index)) return true;
  if (luaL_getmetafield(L, index, "__call") == LUA_TNIL) return false;
  lua_pop(L, 1);
  return true;
}

/* Asks `successors` and holds what it answers: an iterator, its state and its first control value, or two lists. */
static void open_successors (LuaGame *lua, const Position *position, Walk *walk) {
  lua_State *L = lua->L;
  int64_t base = walk->state[0];
  push_call(lua, AT_SUCCESSORS, position);
  lua_call(L, 1, 3);
  if (is_iterator(L, -3)) {
    pop_handle(L, base + HELD_MOVE, &walk->move.word, &walk->move.slot);
    walk->state[1] = IS_ITERATOR;
  } else {
    lua_pop(L, 1);
    if (!lua_istable(L, -2)) wrong(lua, "successors", position, -2, "a list of positions, or an iterator");
    if (!lua_isnil(L, -1) && !lua_istable(L, -1)) wrong(lua, "successors", position, -1, "a list of moves, or nothing");
    walk->state[1] = (int64_t)lua_rawlen(L, -2);
  }
  lua_rawseti(L, AT_PATH, base + HELD_STATE);
  lua_rawseti(L, AT_PATH, base + HELD_ITERATOR);
}

/* One step of the iterator. */
static bool step_iterator (LuaGame *lua, const Position *position, Walk *walk, Position *child) {
  lua_State *L = lua->L;
  int64_t base = walk->state[0];
  lua_rawgeti(L, AT_PATH, base + HELD_ITERATOR);
  lua_rawgeti(L, AT_PATH, base + HELD_STATE);
  push_handle(L, walk->move.word, walk->move.slot);
  lua_call(L, 2, 2);
  if (lua_isnil(L, -2)) {
    lua_pop(L, 2);
    return end_walk(lua, walk);
  }
  pop_child(lua, "successors", position, walk, child);
  pop_handle(L, base + HELD_MOVE, &walk->move.word, &walk->move.slot);
  return true;
}

/* One step along the lists. */
static bool step_list (LuaGame *lua, const Position *position, Walk *walk, Position *child) {
  lua_State *L = lua->L;
  int64_t base = walk->state[0], i = walk->index + 1;
  if (i > walk->state[1]) return end_walk(lua, walk);
  lua_rawgeti(L, AT_PATH, base + HELD_ITERATOR);
  lua_rawgeti(L, -1, i);
  pop_child(lua, "successors", position, walk, child);
  lua_pop(L, 1);
  if (lua_rawgeti(L, AT_PATH, base + HELD_STATE) == LUA_TTABLE) {
    if (lua_rawgeti(L, -1, i) == LUA_TNIL) wrong(lua, "successors", position, -1, "a move for each position");
    pop_handle(L, base + HELD_MOVE, &walk->move.word, &walk->move.slot);
  } else walk->move = (Move){i, 0};
  lua_pop(L, 1);
  return true;
}

static bool successors (Game *game, const Position *position, Walk *walk, Position *child) {
  LuaGame *lua = (LuaGame *)game;
  enter_walk(&lua->top, walk);
  if (walk->index == 0) open_successors(lua, position, walk);
  if (walk->state[1] == IS_ITERATOR) return step_iterator(lua, position, walk, child);
  return step_list(lua, position, walk, child);
}

/* Gives a walk new slots on the path. */
static int64_t take_place (LuaGame *lua, Walk *walk) {
  walk->state[0] = lua->top;
  lua->top += WALK_SLOTS;
  return walk->state[0];
}

/* Walks set aside. The form `next` goes on from its last move: */

static Move leave_next (Game *game, Walk *walk) {
  end_walk((LuaGame *)game, walk);
  return keep_move(game, walk->move);
}

static void resume_next (Game *game, const Position *position, Move place, Walk *walk) {
  LuaGame *lua = (LuaGame *)game;
  (void)position;
  take_place(lua, walk);
  walk->move = place;
  if (place.slot == 0) return;
  walk->move.slot = walk->state[0] + HELD_MOVE;
  push_handle(lua->L, 0, place.slot);
  lua_rawseti(lua->L, AT_PATH, walk->move.slot);
  drop_move(game, place);
}

/* The form `successors` from a list of its three slots, which is kept. */

static Move leave_successors (Game *game, Walk *walk) {
  LuaGame *lua = (LuaGame *)game;
  lua_State *L = lua->L;
  int64_t base = walk->state[0];
  lua_createtable(L, 3, 0);
  lua_rawgeti(L, AT_PATH, base + HELD_ITERATOR);
  lua_rawseti(L, -2, 1);
  lua_rawgeti(L, AT_PATH, base + HELD_STATE);
  lua_rawseti(L, -2, 2);
  push_handle(L, walk->move.word, walk->move.slot);
  lua_rawseti(L, -2, 3);
  lua_rawseti(L, AT_PATH, base);
  end_walk(lua, walk);
  return (Move){0, keep_slot(lua, base)};
}

static void resume_successors (Game *game, const Position *position, Move place, Walk *walk) {
  LuaGame *lua = (LuaGame *)game;
  lua_State *L = lua->L;
  int64_t base = take_place(lua, walk);
  (void)position;
  push_handle(L, 0, place.slot);
  lua_rawgeti(L, -1, 1);
  walk->state[1] = is_iterator(L, -1) ? IS_ITERATOR : (int64_t)lua_rawlen(L, -1);
  lua_rawseti(L, AT_PATH, base + HELD_ITERATOR);
  lua_rawgeti(L, -1, 2);
  lua_rawseti(L, AT_PATH, base + HELD_STATE);
  lua_rawgeti(L, -1, 3);
  pop_handle(L, base + HELD_MOVE, &walk->move.word, &walk->move.slot);
  lua_pop(L, 1);
  drop_move(game, place);
}

/* The whole. */

static bool push_field (lua_State *L, const char *name) {
  return lua_getfield(L, AT_RULES, name) != LUA_TNIL;
}

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

void rules_open (LuaGame *lua, lua_State *L, Host *host, bool informed) {
  luaL_checkstack(L, 40, NULL);
  *lua = (LuaGame){.host = host, .L = L, .top = 1};
  Game *game = &lua->game;
  *game = (Game){.first = MAX, .lower = -INFINITY, .upper = INFINITY, .evaluate = evaluate,
                 .keep = keep, .keep_move = keep_move, .drop = drop, .drop_move = drop_move};
  game->words = push_field(L, "words") ? (int)lua_tointeger(L, -1) : 1;
  lua_pop(L, 1);
  if (game->words > 1) {
    game->keep = keep_words;
    game->drop = drop_words;
  }
  if (informed) {
    read_range(L, game);
    lua->check_range = game->lower > -INFINITY || game->upper < INFINITY;
  }
  if (push_field(L, "next")) {
    game->next = next;
    game->leave_walk = leave_next;
    game->resume_walk = resume_next;
  } else {
    game->next = successors;
    game->leave_walk = leave_successors;
    game->resume_walk = resume_successors;
    lua_pop(L, 1);
    push_field(L, "successors");
  }
  push_field(L, "evaluate");
  if (push_field(L, "terminal")) game->terminal = terminal;
  if (push_field(L, "player")) game->player = player;
  if (push_field(L, "bounds")) game->bounds = bounds;
  push_field(L, "key");
  lua_newtable(L);
  lua_newtable(L);
}

Position rules_read_position (lua_State *L, int index, int words, LuaGame *lua, const char *what) {
  Position position = {{0}};
  index = lua_absindex(L, index);
  if (words == 1 && lua) {
    if (lua_isnil(L, index) || (lua_type(L, index) == LUA_TNUMBER && isnan(lua_tonumber(L, index))))
      luaL_error(L, "%s is %s: expected a position", what, lua_isnil(L, index) ? "nil" : "nan");
    lua_pushvalue(L, index);
    pop_handle(L, lua->top++, &position.word[0], &position.word[1]);
    return position;
  }
  if (words == 1) {
    if (!lua_isinteger(L, index)) luaL_error(L, "%s is %s: expected an integer", what, luaL_typename(L, index));
    position.word[0] = lua_tointeger(L, index);
    return position;
  }
  if (!lua_istable(L, index) || lua_rawlen(L, index) != (size_t)words)
    luaL_error(L, "%s is %s: expected a list of %d integers", what,
               lua_istable(L, index) ? "a list of another length" : luaL_typename(L, index), words);
  for (int i = 0; i < words; i++) {
    if (lua_rawgeti(L, index, i + 1) != LUA_TNUMBER || !lua_isinteger(L, -1))
      luaL_error(L, "%s has %s as word %d: expected an integer", what, luaL_typename(L, -1), i + 1);
    position.word[i] = lua_tointeger(L, -1);
    lua_pop(L, 1);
  }
  return position;
}
