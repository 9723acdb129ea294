#include "trees/explicit.h"

#include <math.h>

static const ExplicitNode *node_at (Game *game, const Position *position) { return &((ExplicitTree *)game)->nodes[position->word[0]]; }

static bool next (Game *game, const Position *position, Walk *walk, Position *child) {
  const ExplicitNode *node = node_at(game, position);
  int64_t index;
  if (walk->index == 0) index = node->leaf ? 0 : position->word[0] + 1;
  else index = ((ExplicitTree *)game)->nodes[walk->state[0]].sibling;
  if (index == 0) return false;
  walk->state[0] = child->word[0] = index;
  walk->move = (Move){walk->index + 1, 0};
  return true;
}

static Move leave_walk (Game *game, Walk *walk) {
  (void)game;
  return (Move){walk->state[0], 0};
}

static void resume_walk (Game *game, const Position *position, Move place, Walk *walk) {
  (void)game, (void)position;
  walk->state[0] = place.word;
  walk->move = (Move){walk->index, 0};
}

static bool terminal (Game *game, const Position *position) { return node_at(game, position)->leaf; }

static Value evaluate (Game *game, const Position *position) {
  Value value = node_at(game, position)->value;
  if (isnan(value)) {
    Host *host = ((ExplicitTree *)game)->host;
    host->fail(host, "node %lld of the tree is at the horizon and has no value: give it a field value, or search deeper",
               (long long)position->word[0]);
  }
  return value;
}

static Player player (Game *game, const Position *position) { return node_at(game, position)->player; }

static void bounds (Game *game, const Position *position, Value *lower, Value *upper) {
  const ExplicitNode *node = node_at(game, position);
  *lower = node->lower;
  *upper = node->upper;
}

void explicit_begin (ExplicitTree *tree, const Position *position) { tree->game.first = tree->nodes[position->word[0]].player; }

void explicit_open (ExplicitTree *tree, const ExplicitNode *nodes, int64_t count, Player first, bool players, bool bounded) {
  *tree = (ExplicitTree){
    .game = {.words = 1, .key_words = 1, .first = first, .lower = -INFINITY, .upper = INFINITY, .next = next,
             .evaluate = evaluate, .terminal = terminal, .player = players ? player : NULL, .bounds = bounded ? bounds : NULL,
             .leave_walk = leave_walk, .resume_walk = resume_walk, .whole = true},
    .nodes = nodes, .count = count
  };
}
