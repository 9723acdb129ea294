/* Counts the paths to the horizon as leaves. No position is evaluated, and none is made that is not needed for the count. */
#include "search/visit.h"

/* Returns the number of moves of `n`, in a game that gives them without positions. */
static uint64_t count_moves (Search *s, Node *n) {
  Node child;
  uint64_t count = 0;
  visit_player(s, n);
  visit_open(s, n, &child);
  while (visit_step(s, n)) count++;
  return count;
}

static void count_paths (Search *s, Node *n) {
  Node child;
  if (visit_leaf(s, n)) {
    if (n->ply >= s->pass.depth) s->outcome.stats.leaves++;
    return;
  }
  if (visit_has_moves(s) && n->ply == s->pass.depth - 1) {
    s->outcome.stats.leaves += count_moves(s, n);
    return;
  }
  for (bool more = visit_first(s, n, &child); more; more = visit_next(s, n, &child)) count_paths(s, &child);
}

static void run (Search *s) { count_paths(s, &s->pass.root); }

const Algorithm perft = {.id = "perft", .alternative = true, .hidden = true, .run = run};
