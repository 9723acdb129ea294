#include "rules/handles.h"

#include <math.h>
#include <string.h>

#include <lauxlib.h>

int64_t handles_keep (LuaGame *lua, int64_t slot) {
  lua_State *L = lua->L;
  if (slot == 0) return 0;
  int64_t kept = lua->unused;
  if (kept) {
    lua_rawgeti(L, AT_KEPT, kept);
    lua->unused = lua_tointeger(L, -1);
    lua_pop(L, 1);
  } else kept = ++lua->kept;
  handles_push(L, 0, slot);
  lua_rawseti(L, AT_KEPT, kept);
  return -kept;
}

void handles_drop (LuaGame *lua, int64_t slot) {
  if (slot >= 0) return;
  lua_pushinteger(lua->L, lua->unused);
  lua_rawseti(lua->L, AT_KEPT, -slot);
  lua->unused = -slot;
}

static Position keep (Game *game, const Position *position) {
  Position kept = *position;
  kept.word[1] = handles_keep((LuaGame *)game, position->word[1]);
  return kept;
}

static Move keep_move (Game *game, Move move) {
  return (Move){move.word, handles_keep((LuaGame *)game, move.slot)};
}

static void drop (Game *game, const Position *position) { handles_drop((LuaGame *)game, position->word[1]); }

static void drop_move (Game *game, Move move) { handles_drop((LuaGame *)game, move.slot); }

/* With several words a position is integers and nothing to keep; its moves may be anything. */
static Position keep_words (Game *game, const Position *position) { (void)game; return *position; }

static void drop_words (Game *game, const Position *position) { (void)game; (void)position; }

/* Rows. */

int64_t *handles_row_of_walk (LuaGame *lua, int64_t slot) {
  Rows *rows = &lua->rows;
  const size_t each = sizeof *rows->path * (size_t)lua->words, walk = row_of_walk(slot);
  if (walk >= rows->room) rows->path = arena_widen(lua->arena, rows->path, each, &rows->room, walk + 1);
  return rows->path + walk * (size_t)lua->words;
}

static Position keep_row (Game *game, const Position *position) {
  LuaGame *lua = (LuaGame *)game;
  const size_t size = sizeof *lua->rows.unused * (size_t)lua->words;
  int64_t *row = lua->rows.unused;
  if (row) lua->rows.unused = (int64_t *)(intptr_t)row[0];
  else row = arena_alloc(lua->arena, size);
  memcpy(row, position_row(position), size);
  return (Position){{0, -(int64_t)(intptr_t)row}};
}

static void drop_row (Game *game, const Position *position) {
  LuaGame *lua = (LuaGame *)game;
  if (position->word[1] >= 0) return;
  int64_t *row = (int64_t *)(intptr_t)-position->word[1];
  row[0] = (int64_t)(intptr_t)lua->rows.unused;
  lua->rows.unused = row;
}

void handles_serve (Game *game) {
  const bool rows = lua_game_has_rows((LuaGame *)game);
  game->row_words = rows ? ((LuaGame *)game)->words : 0;
  game->kept_bytes = sizeof(int64_t) * (size_t)game->row_words;
  game->keep = rows ? keep_row : game->words > 1 ? keep_words : keep;
  game->drop = rows ? drop_row : game->words > 1 ? drop_words : drop;
  game->keep_move = keep_move;
  game->drop_move = drop_move;
}

void handles_push_move (lua_State *L, const LuaGame *lua, Move move) {
  if (lua) handles_push(L, move.word, move.slot);
  else lua_pushinteger(L, move.word);
}

void handles_push_position_from (lua_State *L, int path, int kept, int words, const Position *position) {
  if (words > 1) {
    const int64_t *word = handles_words(words, position);
    lua_createtable(L, words, 0);
    for (int i = 0; i < words; i++) {
      lua_pushinteger(L, word[i]);
      lua_rawseti(L, -2, i + 1);
    }
  } else handles_push_from(L, path, kept, position->word[0], position->word[1]);
}

void handles_push_position (lua_State *L, const LuaGame *lua, int words, const Position *position) {
  if (words > 1 || lua) handles_push_position_from(L, AT_PATH, AT_KEPT, lua ? lua->words : words, position);
  else lua_pushinteger(L, position->word[0]);
}

/* One value that may be anything but nil and NaN. */
static Position read_value (lua_State *L, int index, LuaGame *lua, const char *what) {
  Position position = {{0}};
  if (lua_isnil(L, index) || (lua_type(L, index) == LUA_TNUMBER && isnan(lua_tonumber(L, index))))
    luaL_error(L, "%s is %s: expected a position", what, lua_isnil(L, index) ? "nil" : "nan");
  lua_pushvalue(L, index);
  handles_pop(L, lua->top++, &position.word[0], &position.word[1]);
  return position;
}

Position handles_read_position (lua_State *L, int index, int words, LuaGame *lua, const char *what) {
  Position position = {{0}};
  int64_t *word = position.word;
  index = lua_absindex(L, index);
  if (words == 1 && lua) return read_value(L, index, lua, what);
  if (words == 1) {
    if (!lua_isinteger(L, index)) luaL_error(L, "%s is %s: expected an integer", what, luaL_typename(L, index));
    position.word[0] = lua_tointeger(L, index);
    return position;
  }
  if (!lua_istable(L, index) || lua_rawlen(L, index) != (size_t)words)
    luaL_error(L, "%s is %s: expected a list of %d integers", what,
               lua_istable(L, index) ? "a list of another length" : luaL_typename(L, index), words);
  if (words > POSITION_WORDS) hold_row(&position, word = lua->root);
  for (int i = 0; i < words; i++) {
    if (lua_rawgeti(L, index, i + 1) != LUA_TNUMBER || !lua_isinteger(L, -1))
      luaL_error(L, "%s has %s as word %d: expected an integer", what, luaL_typename(L, -1), i + 1);
    word[i] = lua_tointeger(L, -1);
    lua_pop(L, 1);
  }
  return position;
}
