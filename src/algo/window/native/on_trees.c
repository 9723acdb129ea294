/*
** Alpha-beta compiled together with uniform trees of independent leaves (trees/implicit.h), as it is with rules at run time: the compiler
** sees through the calls between them. The algorithm is the one of alphabeta.c, which is included here once more.
*/
#define GAME_CALLS
#define NO_TRACE                /* a search that is traced runs in the engine */
#define GAME_WORDS 2
#define GAME_KEY_WORDS 2
#define GAME_REVERSES false
#define GAME_INFORMS false
#define GAME_REPEATS false
#define GAME_STRICT false
#define GAME_BY_PLAYER
#define GAME_TWICE true
#define GAME_BOUNDS_QUICK false

#include <string.h>

#include "trees/implicit.h"

static inline int game_words (const Game *game) {
  (void)game;
  return GAME_WORDS;
}

static inline void game_open_walk (Walk *walk, int ply) {
  (void)ply;
  walk->index = 0;
}

static inline void game_lend_walks (Game *game, int ply) { (void)game, (void)ply; }

static inline bool game_next (Game *game, const Position *position, Walk *walk, Position *child) {
  const int64_t i = walk->index + 1;
  if (i > ((const ImplicitTree *)game)->by.branching[1]) return false;
  implicit_child(position, i, child);
  walk->move.word = i;
  walk->move.slot = 0;
  return true;
}

static inline bool game_step (Game *game, const Position *position, Walk *walk) { return game->step(game, position, walk); }
static inline void game_play (Game *game, const Position *position, Walk *walk, Position *child) {
  game->play(game, position, walk, child);
}

static inline Value game_evaluate (Game *game, const Position *position) {
  return implicit_in_range((const ImplicitTree *)game, (uint64_t)position->word[TREE_HASH]);
}

/* They lie where the height ends, which is the horizon; who moves follows from the ply; nothing is known of inner nodes. */
#define LACKS(what) static inline bool game_has_##what (const Game *game) { (void)game; return false; }
LACKS(step)
LACKS(terminal)
LACKS(player)
LACKS(bounds)
LACKS(score)

static inline bool game_terminal (Game *game, const Position *position) { return game->terminal(game, position); }
static inline Player game_player (Game *game, const Position *position) { return game->player(game, position); }
static inline Value game_score (Game *game, const Position *position) { return game->score(game, position); }
static inline void game_bounds (Game *game, const Position *position, Value *lower, Value *upper) {
  game->bounds(game, position, lower, upper);
}

#define alphabeta alphabeta_on_trees
#include "algo/window/alphabeta.c"
#undef alphabeta

#include "algo/window/native/on_trees.h"

void (*algorithm_on_trees (const Algorithm *algorithm, const ImplicitTree *tree)) (Search *) {
  return strcmp(algorithm->id, alphabeta_on_trees.id) == 0 && implicit_is_independent(tree) ? alphabeta_on_trees.run : NULL;
}
