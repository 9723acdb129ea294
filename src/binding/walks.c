#include "binding/walks.h"

#include <math.h>

#include <lauxlib.h>

#include "binding/calls.h"
#include "native/compiled.h"

/* The slots that an open walk takes on the path: they are written only if something is not an integer. */
enum { HELD_MOVE, HELD_ITERATOR, HELD_STATE, HELD_CHILD };

_Static_assert(HELD_CHILD < WALK_SLOTS, "compiled rules leave room for a walk of rules in Lua");

/* What walk->state[1] says when `successors` was asked: the length of the list, or this. */
#define IS_ITERATOR (-1)

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
    calls_refuse(lua, function, position, -1, "a position with each move");
  if (lua->integers_only)
    luaL_error(L, "a table needs rules.key: position %s is no integer, as the first one is", luaL_tolstring(L, -1, NULL));
  handles_pop(L, walk->state[0] + HELD_CHILD, &child->word[0], &child->word[1]);
}

/* A move that follows on itself: the walk would never end. */
static void refuse_repeated_move (LuaGame *lua, const Position *position, int index) {
  lua_State *L = lua->L;
  index = lua_absindex(L, index);
  luaL_checkstack(L, 20, NULL);
  const char *move = calls_name_value(L, index);
  luaL_error(L, "rules.next returned move %s again for position %s: expected the move after it, or nil", move,
             calls_describe(lua, position));
}

/* Is the move at `index` the one that the walk stands at? */
static bool is_last_move (lua_State *L, int index, const Walk *walk) {
  if (lua_isinteger(L, index)) return walk->move.slot == 0 && lua_tointeger(L, index) == walk->move.word;
  if (walk->move.slot == 0) return false;
  index = lua_absindex(L, index);
  handles_push(L, 0, walk->move.slot);
  bool same = lua_rawequal(L, index, -1);
  lua_pop(L, 1);
  return same;
}

/*
** Takes what `next` has returned, if it is what it mostly is: all of it integers, and a move that is not the last one again. Else it
** is left where it is, and false.
*/
static inline bool take_integers (lua_State *L, int words, Walk *walk, Position *child) {
  if (!lua_isinteger(L, -words - 1)) return false;
  int64_t move = lua_tointeger(L, -words - 1);
  if (walk->index > 0 && walk->move.slot == 0 && move == walk->move.word) return false;
  child->word[1] = 0;
  for (int i = 0; i < words; i++) {
    if (!lua_isinteger(L, i - words)) return false;
    child->word[i] = lua_tointeger(L, i - words);
  }
  walk->move = (Move){move, 0};
  lua_pop(L, words + 1);
  return true;
}

/* The form `next`: Lua's own protocol, the last move is where we are. */
static bool next (Game *game, const Position *position, Walk *walk, Position *child) {
  LuaGame *lua = (LuaGame *)game;
  lua_State *L = lua->L;
  int words = game->words;
  enter_walk(&lua->top, walk);
  calls_push(lua, AT_SUCCESSORS, position);
  if (walk->index == 0) lua_pushnil(L);
  else handles_push(L, walk->move.word, walk->move.slot);
  calls_ask(lua, "next", position, words + 1, words + 1);
  if (take_integers(L, words, walk, child)) return true;
  if (lua_isnil(L, -words - 1)) {
    lua_pop(L, words + 1);
    return end_walk(lua, walk);
  }
  if (walk->index > 0 && is_last_move(L, -words - 1, walk)) refuse_repeated_move(lua, position, -words - 1);
  if (words == 1) pop_child(lua, "next", position, walk, child);
  else {
    for (int i = 0; i < words; i++) {
      if (!lua_isinteger(L, i - words)) calls_refuse(lua, "next", position, i - words, "an integer for each word of the position");
      child->word[i] = lua_tointeger(L, i - words);
    }
    lua_pop(L, words);
  }
  handles_pop(L, walk->state[0] + HELD_MOVE, &walk->move.word, &walk->move.slot);
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
  calls_push(lua, AT_SUCCESSORS, position);
  calls_ask(lua, "successors", position, 1, 3);
  if (is_iterator(L, -3)) {
    handles_pop(L, base + HELD_MOVE, &walk->move.word, &walk->move.slot);
    walk->state[1] = IS_ITERATOR;
  } else {
    lua_pop(L, 1);
    if (!lua_istable(L, -2)) calls_refuse(lua, "successors", position, -2, "a list of positions, or an iterator");
    if (!lua_isnil(L, -1) && !lua_istable(L, -1)) calls_refuse(lua, "successors", position, -1, "a list of moves, or nothing");
    walk->state[1] = (int64_t)lua_rawlen(L, -2);
    int64_t moves = lua_istable(L, -1) ? (int64_t)lua_rawlen(L, -1) : walk->state[1];
    if (moves != walk->state[1])
      luaL_error(L, "rules.successors returned %d positions and %d moves for position %s: expected as many", (int)walk->state[1],
                 (int)moves, calls_describe(lua, position));
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
  handles_push(L, walk->move.word, walk->move.slot);
  calls_ask(lua, "successors", position, 2, 2);
  if (lua_isnil(L, -2)) {
    lua_pop(L, 2);
    return end_walk(lua, walk);
  }
  pop_child(lua, "successors", position, walk, child);
  handles_pop(L, base + HELD_MOVE, &walk->move.word, &walk->move.slot);
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
    if (lua_rawgeti(L, -1, i) == LUA_TNIL) calls_refuse(lua, "successors", position, -1, "a move for each position");
    handles_pop(L, base + HELD_MOVE, &walk->move.word, &walk->move.slot);
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
  LuaGame *lua = (LuaGame *)game;
  end_walk(lua, walk);
  return (Move){walk->move.word, handles_keep(lua, walk->move.slot)};
}

static void resume_next (Game *game, const Position *position, Move place, Walk *walk) {
  LuaGame *lua = (LuaGame *)game;
  (void)position;
  take_place(lua, walk);
  walk->move = place;
  if (place.slot == 0) return;
  walk->move.slot = walk->state[0] + HELD_MOVE;
  handles_push(lua->L, 0, place.slot);
  lua_rawseti(lua->L, AT_PATH, walk->move.slot);
  handles_drop(lua, place.slot);
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
  handles_push(L, walk->move.word, walk->move.slot);
  lua_rawseti(L, -2, 3);
  lua_rawseti(L, AT_PATH, base);
  end_walk(lua, walk);
  return (Move){0, handles_keep(lua, base)};
}

static void resume_successors (Game *game, const Position *position, Move place, Walk *walk) {
  LuaGame *lua = (LuaGame *)game;
  lua_State *L = lua->L;
  int64_t base = take_place(lua, walk);
  (void)position;
  handles_push(L, 0, place.slot);
  lua_rawgeti(L, -1, 1);
  walk->state[1] = is_iterator(L, -1) ? IS_ITERATOR : (int64_t)lua_rawlen(L, -1);
  lua_rawseti(L, AT_PATH, base + HELD_ITERATOR);
  lua_rawgeti(L, -1, 2);
  lua_rawseti(L, AT_PATH, base + HELD_STATE);
  lua_rawgeti(L, -1, 3);
  handles_pop(L, base + HELD_MOVE, &walk->move.word, &walk->move.slot);
  lua_pop(L, 1);
  handles_drop(lua, place.slot);
}

void walks_serve (Game *game, bool by_next) {
  game->next = by_next ? next : successors;
  game->leave_walk = by_next ? leave_next : leave_successors;
  game->resume_walk = by_next ? resume_next : resume_successors;
}
