/*
** A run of random moves, as one loop into which compiled rules are inlined: no call through a pointer, and no position made but the
** one that is drawn, where the compiler sees that the others have no effect.
**
** The law of a draw, here and in the engine (algo/sample/playout.c). Where rules have `random` it gets the next word of the generator;
** where they have none, or it has found none, of n successors, numbered from 0 in their order, or from the lowest bit of a set up, number
** floor(n * r / 2^64) is drawn, r being the next word of the generator; where n is 1 none is consumed. So both give one game for one seed.
*/
#pragma once

#include "base/random.h"
#include "base/unlikely.h"
#include "game/legal.h"

/* Draws a number from 0 to n - 1, where n >= 1. */
static inline uint64_t random_number (uint64_t *state, uint64_t n) { return n > 1 ? random_below(random_draw(state), n) : 0; }

/* Why a run ends. */
typedef enum RunEnd {
  RUN_OVER,             /* all its moves were made; the position is entered, and no terminal by its own word */
  RUN_TERMINAL,         /* the position is a terminal by its own word */
  RUN_NO_MOVE,          /* the position has no successor */
  RUN_LEFT              /* the next move is for the engine: it, or its position, is to be held; nothing was drawn for it */
} RunEnd;

/* The positions are integers. */
typedef struct RandomRun {
  Position position;    /* at first, one that is no terminal by its own word; then the last that was reached */
  uint64_t random;      /* the state of the generator */
  int64_t most;         /* moves that may be made, >= 1 */
  int64_t moves;        /* moves made, */
  int64_t forced;       /* and of these, those without a choice, as far as they were counted */
} RandomRun;

#ifdef GAME_CALLS

static inline bool run_holds (const Position *child) { return GAME_WORDS == 2 && child->word[1] != 0; }

/* Draws a successor of `here`, with walks at this ply. Returns how many there are. *left: there is a move, or a position, to be held. */
#ifdef GAME_SETS

INLINED uint64_t run_draw (Game *game, const Position *here, int ply, uint64_t *random, Position *child, bool *left) {
  uint64_t set[GAME_SETS];
  Walk walk = {1, {0, 0}, {ply, 0}};
  const uint64_t count = legal_size(set, game_legal(game, here, set));
  if (count == 0) return 0;
  walk.move.word = legal_numbered(set, random_number(random, count));
  game_play(game, here, &walk, child);
  *left = game_words(game) == 1 && run_holds(child);
  return count;
}

#else

INLINED uint64_t run_draw (Game *game, const Position *here, int ply, uint64_t *random, Position *child, bool *left) {
  enum { KEPT = 1024, OFTEN = 4096 };
  int64_t moves[KEPT], count = 0;       /* `next` goes on from any move */
  Walk walk = {0, {0, 0}, {ply, 0}};
  bool held = false;
  for (; game_next(game, here, &walk, child); walk.index = ++count) {
    held |= walk.move.slot != 0 || (game_words(game) == 1 && run_holds(child));
    if (!UNLIKELY(count >= KEPT)) moves[count] = walk.move.word;
    else if (count % OFTEN == 0) ((CompiledGame *)game)->look((CompiledGame *)game);
  }
  *left = held;
  if (count == 0 || UNLIKELY(held)) return (uint64_t)count;
  const int64_t drawn = (int64_t)random_number(random, (uint64_t)count);
  walk.index = drawn < KEPT ? drawn : KEPT;
  walk.move.word = walk.index > 0 ? moves[walk.index - 1] : 0;
  while (game_next(game, here, &walk, child) && UNLIKELY(walk.index < drawn)) walk.index++;
  return (uint64_t)count;
}

#endif

/* Draws by the rules' own `random`. False: it has found none. */
INLINED bool run_ask (Game *game, const Position *here, uint64_t *random, Position *child) {
  int64_t move;
  return game_has_random(game) && game_random(game, here, (int64_t)random_draw(random), &move, child);
}

INLINED RunEnd run_moves (Game *game, RandomRun *run, int ply) {
  Position here = run->position, child = here;
  uint64_t random = run->random;
  int64_t moves = 0, forced = 0;
  RunEnd end = RUN_OVER;
  while (moves < run->most) {
    bool left = false;
    const uint64_t before = random;
    const bool asked = run_ask(game, &here, &random, &child);
    const uint64_t count = asked ? 2 : run_draw(game, &here, ply, &random, &child, &left);
    if (count == 0 || UNLIKELY(left)) {
      end = count == 0 ? RUN_NO_MOVE : RUN_LEFT;
      if (left) random = before;
      break;
    }
    position_copy(&here, &child);
    moves++;
    forced += count == 1;
    if (game_has_terminal(game) && game_terminal(game, &here)) {
      end = RUN_TERMINAL;
      break;
    }
  }
  run->position = here;
  run->random = random;
  run->moves = moves;
  run->forced = forced;
  return end;
}

/* Serves game->run. Walks that are left to Lua have the slots from the first free one on, at every ply: no position needs them. */
static int random_run (Game *game, RandomRun *run) {
  const CompiledGame *compiled = (const CompiledGame *)game;
  const int64_t slot = *compiled->top;
  const int end = run_moves(game, run, (int)((slot - compiled->floor) / WALK_SLOTS));
  *compiled->top = slot;
  return end;
}

#endif
