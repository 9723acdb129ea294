/*
** The game of a helper thread, where Lua is not to be asked: positions are integers, and rules that are not compiled, as all that an
** element of Lua would be needed for, end the help.
*/
#include "call/without_lua.h"

#include <stdlib.h>

#include "rules/lua_game.h"

/* Ends the help. */
static _Noreturn void go_home (Game *game, ...) {
  Host *host = ((LuaGame *)game)->host;
  host->leave(host, STOP_SUPERSEDED);
  abort();
}

/* no_next and the like: rules that need Lua. */
#define NO(Result, give, name, parameters, ...) static Result no_##name parameters { go_home(game, __VA_ARGS__); }

GAME_FUNCTIONS(NO)

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

#define SET_NO(Result, give, name, ...) if (game.name) game.name = no_##name;

Game without_lua (const Game *rules) {
  Game game = *rules;
  GAME_FUNCTIONS(SET_NO)
  game.keep = keep;
  game.keep_move = keep_move;
  game.drop = drop;
  game.drop_move = drop_move;
  game.held_bytes = NULL;
  game.label = label;
  game.leave_walk = leave_walk;
  game.resume_walk = resume_walk;
  return game;
}
