/*
** Minimax: the definition, and the oracle that every other algorithm is measured against. The value of a leaf is its evaluation,
** that of a MAX node the greatest value of its children, that of a MIN node the least. Nothing is cut off, and no bound is asked
** for. Among equals the leftmost child counts: only a strict improvement changes the choice.
**
** McCarthy, first definition of maxval and minval, bestmax and bestmin.
*/
#include "search/visit.h"

static Value visit (Search *s, Node *n) {
  Node child;
  if (visit_leaf(s, n) || !visit_first(s, n, &child)) return visit_evaluate(s, n);
  Value best = worst_for(n->player);
  do {
    Value value = visit(s, &child);
    if (better(n->player, value, best)) {
      best = value;
      visit_improve(s, n, &child, value, WHOLE_WINDOW);
    } else visit_dismiss(s, &child);
  } while (visit_next(s, n, &child));
  return best;
}

static void run (Search *s) { publish_conclusion(s, visit(s, &s->pass.root)); }

const Algorithm minimax = {.id = "minimax", .title = "Minimax", .family = "window", .source = "McCarthy, maxval and minval",
  .file = "algo/window/minimax.c", .leftmost = true, .lines = true, .path = true, .run = run
};
