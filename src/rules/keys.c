#include "rules/keys.h"

#include <stdlib.h>
#include <string.h>

#include <lauxlib.h>

#include "base/hash.h"
#include "native/compiled.h"
#include "rules/calls.h"

/* The second word of a key says what the first two are. Its high byte is the length of a string that is its own key. */
#define KEY_IS_FINGERPRINT UINT64_C(0xff00000000000000)
#define SHORT_STRING 15

static void string_key (const char *text, size_t length, Key *key) {
  if (length <= SHORT_STRING) {
    key->word[0] = key->word[1] = 0;
    memcpy(&key->word[0], text, length < 8 ? length : 8);
    if (length > 8) memcpy(&key->word[1], text + 8, length - 8);
    key->word[1] = (key->word[1] & UINT64_C(0x00ffffffffffffff)) | (uint64_t)length << 56;
  } else {
    hash_bytes(text, length, key->word);        /* 120 bits: n strings have two equal ones with a probability of n^2 / 2^121 */
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

/* rules.key, or the position itself, which is no integer. */
static void key_of (Game *game, const Position *position, Key *key) {
  LuaGame *lua = (LuaGame *)game;
  lua_State *L = lua->L;
  if (lua->has_key) {
    calls_push(lua, AT_KEY, position);
    calls_ask(lua, "key", position, lua->words, 1);
  } else handles_push(L, position->word[0], position->word[1]);
  if (!value_key(L, game->key_words, key)) wrong_key(lua, position);
  lua_pop(L, 1);
}

static void open_own_keys (LuaGame *lua, const Position *first) {
  Game *game = &lua->game;
  if (lua->words > 1) game->key_words = lua->words;
  else if (first->word[1] == 0) {
    game->key_words = 1;
    lua->integers_only = true;
  } else {
    handles_push(lua->L, first->word[0], first->word[1]);
    if (lua_type(lua->L, -1) == LUA_TSTRING) {
      game->key_words = 2;
      game->key = key_of;
    }
    lua_pop(lua->L, 1);
  }
}

/* Pushes what identifies `position`: its key, if the rules have one, or itself. */
static void push_identity (LuaGame *lua, const Position *position) {
  if (lua_isnil(lua->L, AT_KEY)) handles_push(lua->L, position->word[0], position->word[1]);
  else {
    calls_push(lua, AT_KEY, position);
    calls_ask(lua, "key", position, lua->words, 1);
  }
}

bool keys_same (Game *game, const Position *a, const Position *b) {
  LuaGame *lua = (LuaGame *)game;
  const int words = lua->words;
  if (words > 1 && lua_isnil(lua->L, AT_KEY))
    return memcmp(handles_words(words, a), handles_words(words, b), sizeof *a->word * (size_t)words) == 0;
  luaL_checkstack(lua->L, MOST_WORDS + 20, NULL);
  push_identity(lua, a);
  push_identity(lua, b);
  bool same = lua_rawequal(lua->L, -1, -2);
  lua_pop(lua->L, 2);
  return same && (!game->score || game->score(game, a) == game->score(game, b));
}

void keys_open (LuaGame *lua, const Position *first) {
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
