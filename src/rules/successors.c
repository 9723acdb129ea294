#include "rules/successors.h"

#include <math.h>

#include <lauxlib.h>

#include "native/compiled.h"
#include "rules/calls.h"
#include "search/value.h"

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
    luaL_error(L, "a table needs rules.key: position %s is no integer, as the first one is", calls_describe_top(lua));
  handles_pop(L, walk->state[0] + HELD_CHILD, &child->word[0], &child->word[1]);
}

/* A move that follows on itself: the walk would never end. */
static void refuse_repeated_move (LuaGame *lua, const Position *position, int index) {
  lua_State *L = lua->L;
  index = lua_absindex(L, index);
  luaL_checkstack(L, 20, NULL);
  const char *move = calls_name_value(L, index);
  luaL_error(L, "%srules.next returned move %s again for position %s: expected the move after it, or nil", calls_place(lua, "next"),
             move, calls_describe(lua, position));
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

/* Reads the `words` values on top into `to`; false if one is no integer. */
static ALWAYS_INLINE bool read_integers (lua_State *L, const int words, int64_t *to) {
  if (words == 1) to[1] = 0;
  for (int i = 0; i < words; i++) {
    if (!lua_isinteger(L, i - words)) return false;
    to[i] = lua_tointeger(L, i - words);
  }
  return true;
}

/* Pops the child's position that is not all integers. */
static void pop_other (LuaGame *lua, const char *function, const Position *position, Walk *walk, Position *child) {
  int wrong = -lua->words;
  if (lua->words == 1) {
    pop_child(lua, function, position, walk, child);
    return;
  }
  while (lua_isinteger(lua->L, wrong)) wrong++;
  calls_refuse(lua, function, position, wrong, "an integer for each word of the position");
}

/* Pops the child's position, of `words` words: a constant where this is inlined. */
static ALWAYS_INLINE void pop_position (LuaGame *lua, const char *function, const Position *position, Walk *walk, Position *child,
                                        const int words) {
  int64_t *to = words > POSITION_WORDS ? handles_row_of_walk(lua, walk->state[0]) : child->word;
  if (!read_integers(lua->L, words, to)) {
    pop_other(lua, function, position, walk, child);
    return;
  }
  lua_pop(lua->L, words);
  if (words > POSITION_WORDS) hold_row(child, to);
}

/* Pops the results of `next` that are not all integers, and moves the walk on; false at its end. */
static bool take_next (LuaGame *lua, const Position *position, Walk *walk, Position *child) {
  lua_State *L = lua->L;
  const int words = lua->words;
  if (lua_isnil(L, -words - 1)) {
    lua_pop(L, words + 1);
    return end_walk(lua, walk);
  }
  if (walk->index > 0 && is_last_move(L, -words - 1, walk)) refuse_repeated_move(lua, position, -words - 1);
  pop_position(lua, "next", position, walk, child, words);
  handles_pop(L, walk->state[0] + HELD_MOVE, &walk->move.word, &walk->move.slot);
  return true;
}

/*
** The form `next`, Lua's own protocol: the last move is the control value. Here is the fast path, for results that are all integers;
** `words` is a constant where it is inlined.
*/
static ALWAYS_INLINE bool next_by_words (LuaGame *lua, const Position *position, Walk *walk, Position *child, const int words) {
  lua_State *L = lua->L;
  enter_walk(&lua->top, walk);
  lua_pushvalue(L, AT_next);
  calls_push_words(L, words, position);
  if (walk->index == 0) lua_pushnil(L);
  else handles_push(L, walk->move.word, walk->move.slot);
  calls_ask(lua, "next", position, words + 1, words + 1);
  if (!lua_isinteger(L, -words - 1)) return take_next(lua, position, walk, child);
  const int64_t move = lua_tointeger(L, -words - 1);
  if (UNLIKELY(walk->index > 0 && walk->move.slot == 0 && move == walk->move.word)) return take_next(lua, position, walk, child);
  int64_t *to = words > POSITION_WORDS ? handles_row_of_walk(lua, walk->state[0]) : child->word;
  if (!read_integers(L, words, to)) return take_next(lua, position, walk, child);
  lua_pop(L, words + 1);
  if (words > POSITION_WORDS) hold_row(child, to);
  walk->move = (Move){move, 0};
  return true;
}

static bool next_value (Game *game, const Position *position, Walk *walk, Position *child) {
  return next_by_words((LuaGame *)game, position, walk, child, 1);
}

static bool next_pair (Game *game, const Position *position, Walk *walk, Position *child) {
  return next_by_words((LuaGame *)game, position, walk, child, 2);
}

static bool next_words (Game *game, const Position *position, Walk *walk, Position *child) {
  return next_by_words((LuaGame *)game, position, walk, child, ((LuaGame *)game)->words);
}

/* The forms `legal` and `play`. */

/* What `legal` has returned, `count` values on top, which are popped: the words of a set. Moves above the last word are not there. */
static int legal (Game *game, const Position *position, uint64_t *set) {
  LuaGame *lua = (LuaGame *)game;
  lua_State *L = lua->L;
  const int below = lua_gettop(L);
  calls_ask_about(lua, AT_legal, "legal", position, LUA_MULTRET);
  int count = lua_gettop(L) - below;
  if (count == 1 && lua_isinteger(L, -1)) {
    set[0] = (uint64_t)lua_tointeger(L, -1);
    lua_pop(L, 1);
    if (lua->set_words == 0) lua->set_words = 1;
    return 1;
  }
  if (count == 0) lua_pushnil(L);
  if (count > LEGAL_WORDS)
    luaL_error(L, "%srules.legal returned %d integers for position %s: expected no more than %d", calls_place(lua, "legal"), count,
               calls_describe(lua, position), LEGAL_WORDS);
  while (count > 1 && lua_isnil(L, below + count)) count--;
  for (int i = 0; i < count || i == 0; i++) {
    if (!lua_isinteger(L, below + 1 + i)) calls_refuse(lua, "legal", position, below + 1 + i, "a set of moves, an integer or several");
    set[i] = (uint64_t)lua_tointeger(L, below + 1 + i);
  }
  lua_settop(L, below);
  if (count > lua->set_words) lua->set_words = count;
  return count;
}

static ALWAYS_INLINE void play_by_words (LuaGame *lua, const Position *position, Walk *walk, Position *child, const int words) {
  lua_State *L = lua->L;
  lua->top = walk->state[0] + WALK_SLOTS;
  lua_pushvalue(L, AT_play);
  calls_push_words(L, words, position);
  lua_pushinteger(L, walk->move.word);
  calls_ask(lua, "play", position, words + 1, words);
  pop_position(lua, "play", position, walk, child, words);
}

static void play_value (Game *game, const Position *position, Walk *walk, Position *child) {
  play_by_words((LuaGame *)game, position, walk, child, 1);
}

static void play_pair (Game *game, const Position *position, Walk *walk, Position *child) {
  play_by_words((LuaGame *)game, position, walk, child, 2);
}

static void play_words (Game *game, const Position *position, Walk *walk, Position *child) {
  play_by_words((LuaGame *)game, position, walk, child, ((LuaGame *)game)->words);
}

static bool pass (Game *game, const Position *position, Walk *walk, Position *child) {
  LuaGame *lua = (LuaGame *)game;
  enter_walk(&lua->top, walk);
  calls_ask_about(lua, AT_pass, "pass", position, lua->words);
  if (lua_isnil(lua->L, -lua->words)) {
    lua_pop(lua->L, lua->words);
    return end_walk(lua, walk);
  }
  pop_position(lua, "pass", position, walk, child, lua->words);
  return true;
}

static bool random_move (Game *game, const Position *position, int64_t random, int64_t *move, Position *child) {
  LuaGame *lua = (LuaGame *)game;
  lua_State *L = lua->L;
  const int words = lua->words, first = lua_gettop(L) + 1;
  calls_push(lua, AT_random, position);
  lua_pushinteger(L, random);
  calls_ask(lua, "random", position, words + 1, words + 1);
  const bool found = !lua_isnil(L, first);
  for (int i = first; found && i <= first + words; i++)
    if (!lua_isinteger(L, i))
      calls_refuse(lua, "random", position, i, "an integer for the move and for each word of the position, or nil");
  if (found) {
    *move = lua_tointeger(L, first);
    (void)read_integers(L, words, child->word);
  }
  lua_settop(L, first - 1);
  return found;
}

uint16_t *successors_list (LuaGame *lua, size_t place, int64_t count) {
  MoveLists *lists = &lua->lists;
  if (place >= lists->room) lists->of_walk = arena_widen(lua->arena, lists->of_walk, sizeof *lists->of_walk, &lists->room, place + 1);
  MoveList *list = &lists->of_walk[place];
  if ((size_t)count > list->room) list->moves = arena_widen(lua->arena, list->moves, sizeof *list->moves, &list->room, (size_t)count);
  return list->moves;
}

/* Sorts the moves of a walk that opens. */
static void open_list (Game *game, const Position *position, Walk *walk, LuaGame *lua) {
  uint64_t set[LEGAL_WORDS];
  const int words = game->legal(game, position, set);
  walk->state[1] = legal_count(set, words);
  uint16_t *moves = successors_list(lua, row_of_walk(walk->state[0]), walk->state[1]);
  legal_sort(game, position, set, words, game->rank, moves);
}

static bool step (Game *game, const Position *position, Walk *walk) {
  LuaGame *lua = (LuaGame *)game;
  uint64_t set[LEGAL_WORDS];
  enter_walk(&lua->top, walk);
  const int most = lua->set_words ? lua->set_words : LEGAL_WORDS;
  return legal_step(game, position, walk, legal, set, most) || end_walk(lua, walk);
}

static bool step_sorted (Game *game, const Position *position, Walk *walk) {
  LuaGame *lua = (LuaGame *)game;
  enter_walk(&lua->top, walk);
  if (walk->index == 0) open_list(game, position, walk, lua);
  return legal_step_sorted(&lua->lists, row_of_walk(walk->state[0]), walk) || end_walk(lua, walk);
}

static bool next_legal (Game *game, const Position *position, Walk *walk, Position *child) {
  if (!game->step(game, position, walk)) return false;
  game->play(game, position, walk, child);
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
      luaL_error(L, "%srules.successors returned %d positions and %d moves for position %s: expected as many",
                 calls_place(lua, "successors"), (int)walk->state[1], (int)moves, calls_describe(lua, position));
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

/* The moves as a set: from the last move on, of which there is one if the walk was left. */

static Move leave_legal (Game *game, Walk *walk) {
  end_walk((LuaGame *)game, walk);
  return (Move){walk->move.word, 0};
}

void successors_resume_legal (LuaGame *lua, Game *game, const Position *position, Move place, Walk *walk) {
  take_place(lua, walk);
  walk->move = place;
  if (game->rank) {
    open_list(game, position, walk, lua);
    return;
  }
  uint64_t set[LEGAL_WORDS];
  const int words = game->legal(game, position, set), word = (int)(place.word / MOVES_IN_WORD);
  const uint64_t given = UINT64_C(2) << place.word % MOVES_IN_WORD;
  walk->state[1] = word < words ? (int64_t)(set[word] & ~(given - 1)) : 0;
}

static void resume_legal (Game *game, const Position *position, Move place, Walk *walk) {
  successors_resume_legal((LuaGame *)game, game, position, place, walk);
}

void successors_serve (LuaGame *lua) {
  Game *game = &lua->game;
  const int words = lua->words;
  if (lua_game_has(lua, AT_pass)) game->pass = pass;
  if (lua_game_has(lua, AT_random) && !lua_game_has_rows(lua)) game->random = random_move;
  if (lua_game_has(lua, AT_legal)) {
    game->next = next_legal;
    game->legal = legal;
    game->step = game->rank ? step_sorted : step;
    game->play = words == 1 ? play_value : words == 2 ? play_pair : play_words;
    game->leave_walk = leave_legal;
    game->resume_walk = resume_legal;
  } else if (lua_game_has(lua, AT_next)) {
    game->next = words == 1 ? next_value : words == 2 ? next_pair : next_words;
    game->leave_walk = leave_next;
    game->resume_walk = resume_next;
  } else {
    game->next = successors;
    game->leave_walk = leave_successors;
    game->resume_walk = resume_successors;
  }
}
