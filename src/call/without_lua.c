/*
** The game of a helper thread, where Lua is not to be asked: positions are integers, and rules that are not compiled, as all that an
** element of Lua would be needed for, end the help.
*/
#include "call/without_lua.h"

#include <stdio.h>

#include "rules/lua_game.h"

/* Rules that need Lua: the helper goes home. */
static void go_home (Game *game) {
  Host *host = ((LuaGame *)game)->host;
  host->leave(host, STOP_SUPERSEDED);
}

static bool no_next (Game *game, const Position *p, Walk *walk, Position *child) { (void)p, (void)walk, (void)child; go_home(game); return false; }
static bool no_step (Game *game, const Position *p, Walk *walk) { (void)p, (void)walk; go_home(game); return false; }
static void no_play (Game *game, const Position *p, Walk *walk, Position *child) { (void)p, (void)walk, (void)child; go_home(game); }
static int no_legal (Game *game, const Position *p, uint64_t *set) { (void)p, (void)set; go_home(game); return 0; }
static Value no_rank (Game *game, const Position *p, Move move) { (void)p, (void)move; go_home(game); return 0; }
static bool no_noisy (Game *game, const Position *p, Move move) { (void)p, (void)move; go_home(game); return false; }
static bool no_pass (Game *game, const Position *p, Walk *walk, Position *child) { (void)p, (void)walk, (void)child; go_home(game); return false; }
static bool no_random (Game *game, const Position *p, int64_t random, int64_t *move, Position *child) {
  (void)p, (void)random, (void)move, (void)child;
  go_home(game);
  return false;
}
static Value no_value (Game *game, const Position *p) { (void)p; go_home(game); return 0; }
static bool no_terminal (Game *game, const Position *p) { (void)p; go_home(game); return true; }
static Player no_player (Game *game, const Position *p) { (void)p; go_home(game); return MAX; }
static void no_bounds (Game *game, const Position *p, Value *lower, Value *upper) { (void)p, (void)lower, (void)upper; go_home(game); }
static void no_key (Game *game, const Position *p, Key *key) { (void)p, (void)key; go_home(game); }
static bool no_same (Game *game, const Position *a, const Position *b) { (void)a, (void)b; go_home(game); return false; }
static Position keep (Game *game, const Position *p) { (void)game; return *p; }
static Move keep_move (Game *game, Move move) {
  if (move.slot != 0) go_home(game);
  return move;
}

static Move label (Game *game, Move move) {
  if (move.slot != 0) go_home(game);
  return move;
}

/* A walk of compiled rules needs no more than its last move to go on. */
static Move leave_walk (Game *game, Walk *walk) {
  ((LuaGame *)game)->top = walk->state[0];
  return keep_move(game, walk->move);
}

static void resume_walk (Game *game, const Position *p, Move place, Walk *walk) {
  LuaGame *lua = (LuaGame *)game;
  (void)p;
  walk->state[0] = lua->top;
  lua->top += WALK_SLOTS;
  walk->move = place;
}

static void drop (Game *game, const Position *p) { (void)game, (void)p; }
static void drop_move (Game *game, Move move) { (void)game, (void)move; }

/* Integers, as Lua would write them. */
static const char *describe (Game *game, const Position *p) {
  static _Thread_local char text[POSITION_WORDS * 24];
  int at = snprintf(text, sizeof text, game->words > 1 ? "{" : "");
  for (int i = 0; i < game->words; i++)
    at += snprintf(text + at, sizeof text - (size_t)at, i ? ", %lld" : "%lld", (long long)p->word[i]);
  if (game->words > 1) snprintf(text + at, sizeof text - (size_t)at, "}");
  return text;
}

Game without_lua (const Game *rules) {
  Game game = *rules;
  game.next = no_next;
  game.evaluate = no_value;
  game.same = no_same;
  game.describe = describe;
  game.keep = keep;
  game.keep_move = keep_move;
  game.drop = drop;
  game.drop_move = drop_move;
  game.held_bytes = NULL;
  game.label = label;
  game.leave_walk = leave_walk;
  game.resume_walk = resume_walk;
  if (game.step) game.step = no_step;
  if (game.play) game.play = no_play;
  if (game.legal) game.legal = no_legal;
  if (game.rank) game.rank = no_rank;
  if (game.noisy) game.noisy = no_noisy;
  if (game.pass) game.pass = no_pass;
  if (game.random) game.random = no_random;
  if (game.score) game.score = no_value;
  if (game.tier) game.tier = no_value;
  if (game.terminal) game.terminal = no_terminal;
  if (game.player) game.player = no_player;
  if (game.bounds) game.bounds = no_bounds;
  if (game.key) game.key = no_key;
  return game;
}
