#include "library/direct.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "rules/handles.h"

_Thread_local char direct_failure[LONGEST_FAILURE];
_Thread_local bool direct_left;

int direct_fail (const char *why) {
  direct_left = why && (*why == '\1' || *why == PRESSED);
  snprintf(direct_failure, sizeof direct_failure, "%s", why ? why + (*why == '\1') : "");
  return -1;
}

static const int64_t *words_of (const LuaGame *lua, const Position *position) { return handles_words(lua->words, position); }

static Functions *of_search (const LuaGame *lua) { return (Functions *)lua->direct; }

static bool direct_next (Game *game, const Position *position, Walk *walk, Position *child) {
  LuaGame *lua = (LuaGame *)game;
  Functions *f = of_search(lua);
  int64_t move = 0;
  int there;
  enter_walk(&lua->top, walk);
  int64_t *to = lua_game_has_rows(lua) ? handles_row_of_walk(lua, walk->state[0]) : child->word;
  *child = (Position){0};
  memset(to, 0, sizeof *to * (size_t)f->rules.words);           /* what was there is of another position */
  const int64_t last = walk->move.word;
  ASK_ABOUT(f, lua->L, words_of(lua, position), there, f->rules.next(f->rules.context, given, walk->index > 0 ? &last : NULL, &move, to));
  if (there == 0) {
    lua->top = walk->state[0];
    return false;
  }
  f->failed = there < 0;
  if (there != 1 || (walk->index > 0 && move == walk->move.word)) return lua->by_lua.next(game, position, walk, child);
  if (lua_game_has_rows(lua)) hold_row(child, to);
  walk->move = (Move){move, 0};
  return true;
}

static Value direct_evaluate (Game *game, const Position *position) {
  LuaGame *lua = (LuaGame *)game;
  Functions *f = of_search(lua);
  double value = NAN;
  int good;
  ASK_ABOUT(f, lua->L, words_of(lua, position), good, f->rules.evaluate(f->rules.context, given, &value));
  f->failed = good < 0;
  const bool fits = good >= 0 && good <= 1 && isfinite(value) && !(lua->check_range && (value < game->lower || value > game->upper));
  return fits ? value : lua->by_lua.evaluate(game, position);
}

static int direct_choice (LuaGame *lua, const Position *position, Choice *choice) {
  Functions *f = of_search(lua);
  int answer;
  ASK_ABOUT(f, lua->L, words_of(lua, position), answer, choice(f->rules.context, given));
  f->failed = answer < 0;
  return answer;
}

static Player direct_player (Game *game, const Position *position) {
  LuaGame *lua = (LuaGame *)game;
  const int player = direct_choice(lua, position, of_search(lua)->rules.player);
  return player == GTS_MAX ? MAX : player == GTS_MIN ? MIN : lua->by_lua.player(game, position);
}

static bool direct_terminal (Game *game, const Position *position) {
  LuaGame *lua = (LuaGame *)game;
  const int ended = direct_choice(lua, position, of_search(lua)->rules.terminal);
  return ended == 0 || ended == 1 ? ended : lua->by_lua.terminal(game, position);
}

static void direct_bounds (Game *game, const Position *position, Value *lower, Value *upper) {
  LuaGame *lua = (LuaGame *)game;
  Functions *f = of_search(lua);
  double least = NAN, most = NAN;
  int good;
  ASK_ABOUT(f, lua->L, words_of(lua, position), good, f->rules.bounds(f->rules.context, given, &least, &most));
  f->failed = good < 0;
  if (good < 0 || good > 1 || !(least <= most)) {
    lua->by_lua.bounds(game, position, lower, upper);
    return;
  }
  *lower = least;
  *upper = most;
}

void direct_serve (LuaGame *lua, Direct *direct) {
  const Functions *f = (Functions *)direct;
  if (direct_has_objects(f)) return;
  lua->game.next = direct_next;
  lua->game.evaluate = direct_evaluate;
  if (f->rules.player) lua->game.player = direct_player;
  if (f->rules.terminal) lua->game.terminal = direct_terminal;
  if (f->rules.bounds) lua->game.bounds = direct_bounds;
}
