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

static Move keep_move (Game *game, Move move) { return (Move){move.word, handles_keep((LuaGame *)game, move.slot)}; }

/*
** Strings, booleans, floats and objects of a host are numbered as they are met, in the table of what is kept, whose other keys are
** integers. A float that is equal to an integer is that. Tables and the like are new each time that rules make them.
*/
static Move label (Game *game, Move move) {
  LuaGame *lua = (LuaGame *)game;
  lua_State *L = lua->L;
  Move its = {0, -1};
  int whole = 0;
  handles_push(L, move.word, move.slot);
  const int type = lua_type(L, -1);
  const bool is_named = type == LUA_TSTRING || type == LUA_TBOOLEAN || (type == LUA_TUSERDATA && lua->direct);
  if (type == LUA_TNUMBER) its.word = lua_tointegerx(L, -1, &whole);
  if (whole) its.slot = 0;
  else if (type == LUA_TNUMBER ? !isnan(lua_tonumber(L, -1)) : is_named) {
    lua_pushvalue(L, -1);
    if (lua_rawget(L, AT_KEPT) == LUA_TNIL) {
      lua_pushvalue(L, -2);
      lua_pushinteger(L, ++lua->labels);
      lua_rawset(L, AT_KEPT);
      its.word = lua->labels;
    } else its.word = lua_tointeger(L, -1);
    its.slot = 1;
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  return its;
}

static void drop (Game *game, const Position *position) { handles_drop((LuaGame *)game, position->word[1]); }

static void drop_move (Game *game, Move move) { handles_drop((LuaGame *)game, move.slot); }

static size_t held_bytes (Game *game, bool exact) {
  enum { KILOBYTE = 1024 };
  lua_State *L = ((LuaGame *)game)->L;
  for (int i = 0; exact && i < 2; i++) lua_gc(L, LUA_GCCOLLECT);         /* what has a finalizer goes with the second */
  return (size_t)lua_gc(L, LUA_GCCOUNT) * KILOBYTE;
}

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
  game->held_bytes = rows || game->words > 1 ? NULL : held_bytes;
  game->keep_move = keep_move;
  game->drop_move = drop_move;
  game->label = label;
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

/* From Lua. */

static void push_constant (lua_State *L, const Constant *c) { lua_pushlstring(L, c->text, (size_t)c->length); }

static bool read_member (lua_State *L, Records *records, const Place *place, const Kind *of, int64_t *tag, int64_t *value);

static int tag_of (lua_State *L) {
  switch (lua_type(L, -1)) {
    case LUA_TNIL: return T_NIL;
    case LUA_TBOOLEAN: return T_BOOL;
    case LUA_TNUMBER: return lua_isinteger(L, -1) ? T_INT : T_FLT;
    case LUA_TSTRING: return T_STR;
    case LUA_TTABLE: return T_TAB;
    default: return -1;
  }
}

/* A string as a constant of a unit, or NULL. */
static const Constant *constant_of (const Kind *kind, const char *text, size_t length) {
  if (length <= 1) {
    const int i = length == 0 ? EMPTY_CONSTANT : CONSTANT_OF_BYTE + (unsigned char)*text;
    return i < kind->count && kind->constants[i].kind ? &kind->constants[i] : NULL;
  }
  for (int i = FIRST_CONSTANT; i < kind->count; i++) {
    const Constant *c = &kind->constants[i];
    if ((size_t)c->length == length && memcmp(c->text, text, length) == 0) return c;
  }
  return NULL;
}

/* The string on top for rules of a unit, one of whose kinds is given; NULL if they have no such string. */
static const Constant *read_text (lua_State *L, Records *records, const Kind *kind) {
  size_t length;
  const char *text = lua_tolstring(L, -1, &length);
  const Constant *c = constant_of(kind, text, length);
  if (c || kind->texts == NULL) return c;
  void *block = records_take(records, text_size((int64_t)length));
  if (block == NULL) return NULL;
  Constant *made = text_in(block, kind->texts, (int64_t)length);
  memcpy(text_bytes(made), text, length);
  return made;
}

static int64_t count_keys (lua_State *L) {
  int64_t n = 0;
  for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) n++;
  return n;
}

/* The list of the table on top into a new record. */
static bool read_list (lua_State *L, Records *records, Record *r, int64_t n) {
  const Kind *kind = r->kind;
  int stride = record_stride(kind);
  int64_t *cells = records_take(records, (size_t)(n * stride) * sizeof *cells);
  if (cells == NULL) return false;
  r->word[LIST_SIZE] = r->word[LIST_ROOM] = n;
  r->word[LIST_CELLS] = (int64_t)(intptr_t)cells;
  for (int64_t i = 0; i < n; i++) {
    int64_t tag;
    lua_rawgeti(L, -1, i + 1);
    bool good = read_member(L, records, &kind->element, kind, &tag, &cells[i * stride + stride - 1]) && tag != T_NIL;
    lua_pop(L, 1);
    if (!good) return false;
    if (stride == 2) cells[2 * i] = tag;
  }
  return true;
}

/* Pushes the metatable of tables of a kind, or nil. */
static void push_metatable (lua_State *L, int kept, const Kind *kind) {
  if (lua_getfield(L, kept, HANDLES_METATABLES) != LUA_TTABLE) return;  /* the unit came without any */
  lua_rawgeti(L, -1, kind->metatable);
  lua_remove(L, -2);
}

/* Has the table on top the metatable of a kind? */
static bool has_metatable (lua_State *L, const Kind *kind) {
  if (!lua_getmetatable(L, -1)) lua_pushnil(L);
  push_metatable(L, AT_KEPT, kind);
  const bool same = lua_rawequal(L, -1, -2);
  lua_pop(L, 2);
  return same;
}

Record *exchange_read (lua_State *L, Records *records, const Kind *kind) {
  if (lua_type(L, -1) != (kind->text ? LUA_TSTRING : LUA_TTABLE)) return NULL;
  if (kind->text) return record_at((int64_t)(intptr_t)read_text(L, records, kind));
  luaL_checkstack(L, 10, NULL);
  int64_t n = (int64_t)lua_rawlen(L, -1), keys = n;
  if (!has_metatable(L, kind) && ((kind = kind->classed) == NULL || !has_metatable(L, kind))) return NULL;
  if (n > 0 && !kind->list) return NULL;
  Record *r = records_take(records, sizeof *r + (size_t)kind->words * sizeof *r->word);
  if (r == NULL) return NULL;
  *r = (Record){kind, 0};
  if (kind->list && !read_list(L, records, r, n)) return NULL;
  for (int i = 0; i < kind->fields; i++) {
    const Place *place = &kind->field[i];
    int64_t tag, *word = r->word + place->at;
    push_constant(L, &kind->constants[place->name]);
    lua_rawget(L, -2);
    bool good = read_member(L, records, place, kind, &tag, &word[place->tagged]);
    lua_pop(L, 1);
    if (!good || (!place->tagged && tag == T_NIL)) return NULL;
    if (place->tagged) word[0] = tag;
    keys += tag != T_NIL;
  }
  return count_keys(L) == keys ? r : NULL;
}

/* The value on top, if the place may hold it. `of` is the kind that it is in. */
bool read_member (lua_State *L, Records *records, const Place *place, const Kind *of, int64_t *tag, int64_t *value) {
  int t = tag_of(L);
  *value = 0;
  *tag = t;
  if (t == T_NIL) return true;
  if (t < 0 || !(place->types >> t & 1)) return false;
  if (t == T_BOOL) *value = lua_toboolean(L, -1);
  if (t == T_INT) *value = lua_tointeger(L, -1);
  if (t == T_FLT) *value = (int64_t)(FloatBits){.value = lua_tonumber(L, -1)}.bits;
  if (t == T_STR) *value = (int64_t)(intptr_t)read_text(L, records, of);
  if (t == T_TAB) *value = (int64_t)(intptr_t)exchange_read(L, records, place->kind);
  return !((t == T_STR || t == T_TAB) && *value == 0);
}

/* To Lua. */

static void push_value (lua_State *L, int kept, int64_t tag, int64_t value);

static void push_record (lua_State *L, int kept, const Record *r) {
  const Kind *kind = r->kind;
  int64_t n = record_size(r);
  luaL_checkstack(L, 10, NULL);
  lua_createtable(L, (int)n, kind->fields);
  for (int64_t i = 0; i < n; i++) {
    push_value(L, kept, record_cell_tag(r, i), record_cell_value(r, i));
    lua_rawseti(L, -2, i + 1);
  }
  for (int i = 0; i < kind->fields; i++) {
    push_constant(L, &kind->constants[kind->field[i].name]);
    push_value(L, kept, record_field_tag(r, i), record_field_value(r, i));
    lua_rawset(L, -3);
  }
  if (kind->metatable == 0) return;
  push_metatable(L, kept, kind);
  lua_setmetatable(L, -2);
}

void push_value (lua_State *L, int kept, int64_t tag, int64_t value) {
  switch (tag) {
    case T_BOOL: lua_pushboolean(L, value != 0); break;
    case T_INT: lua_pushinteger(L, value); break;
    case T_FLT: lua_pushnumber(L, (FloatBits){.bits = (uint64_t)value}.value); break;
    case T_STR: push_constant(L, (const Constant *)(intptr_t)value); break;
    case T_TAB: push_record(L, kept, record_at(value)); break;
    default: lua_pushnil(L);
  }
}

void exchange_push (lua_State *L, int kept, int64_t slot) {
  const Record *r = record_of(slot);
  if (r->kind->text) push_constant(L, (const Constant *)(const void *)r);
  else push_record(L, kept, r);
}

/* Comparing. */

static bool is_value (lua_State *L, int64_t tag, int64_t value);

bool exchange_same (lua_State *L, const Record *r) {
  const Kind *kind = r->kind;
  if (kind->text) return true;                  /* strings do not change */
  int64_t n = record_size(r), keys = n;
  luaL_checkstack(L, 10, NULL);
  if ((int64_t)lua_rawlen(L, -1) != n || !has_metatable(L, kind)) return false;
  for (int64_t i = 0; i < n; i++) {
    lua_rawgeti(L, -1, i + 1);
    if (!is_value(L, record_cell_tag(r, i), record_cell_value(r, i))) return false;
  }
  for (int i = 0; i < kind->fields; i++) {
    push_constant(L, &kind->constants[kind->field[i].name]);
    lua_rawget(L, -2);
    if (!is_value(L, record_field_tag(r, i), record_field_value(r, i))) return false;
    keys += record_field_tag(r, i) != T_NIL;
  }
  return count_keys(L) == keys;
}

/* Is the value on top, which is popped, what a word with a tag holds? One NaN is as good as another. */
bool is_value (lua_State *L, int64_t tag, int64_t value) {
  bool same = tag_of(L) == tag;
  if (same && tag == T_TAB) same = exchange_same(L, record_at(value));
  else if (same) {
    push_value(L, AT_KEPT, tag, value);
    same = lua_rawequal(L, -1, -2) || !lua_rawequal(L, -1, -1);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  return same;
}
