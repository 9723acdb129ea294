/*
** Minimax: the definition, and the oracle that every other algorithm is measured against. A leaf has its own value, a MAX
** node the greatest of its successors', a MIN node the least. Nothing is cut off and no bound is asked for.
** Among equals the leftmost successor counts: only a strict improvement changes the choice.
**
** McCarthy, first definition of maxval and minval, bestmax and bestmin.
*/
#include "algo/algorithm.h"

static Value inner (Search *s, Node *n);

static inline Value visit (Search *s, Node *n) {
  return search_leaf(s, n) ? search_evaluate(s, n) : inner(s, n);
}

static specialised Value sons (Search *s, Node *n, Node *child, Player player) {
  Value best = worst_for(player);
  do {
    Value value = visit(s, child);
    if (better(player, value, best)) {
      best = value;
      search_improve(s, n, child, value, -INFINITY, INFINITY);
    } else search_dismiss(s, child);
  } while (search_next(s, n, child));
  return best;
}

static Value inner (Search *s, Node *n) {
  Node child;
  if (!search_first(s, n, &child)) return search_evaluate(s, n);
  return n->player == MAX ? sons(s, n, &child, MAX) : sons(s, n, &child, MIN);
}

static void run (Search *s) {
  search_conclude(s, visit(s, &s->root));
}

const Algorithm minimax = {
  .id = "minimax", .title = "Minimax", .family = "window", .source = "McCarthy, maxval and minval",
  .needs = "", .options = "", .run = run
};
