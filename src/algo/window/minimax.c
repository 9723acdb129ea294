/*
** Minimax: the definition, and the oracle that every other algorithm is measured against. A leaf has its own value, a MAX
** node the greatest of its successors', a MIN node the least. Nothing is cut off and no bound is asked for.
** Among equals the leftmost successor counts: only a strict improvement changes the choice.
**
** McCarthy, first definition of maxval and minval, bestmax and bestmin.
*/
#include "algo/window/window.h"

static Found inner (Search *s, NODE);

static specialised Value visit (Search *s, Node *n) {
  return visit_leaf(s, n) ? visit_evaluate(s, n) : found_of(n, inner(s, NODE_DOWN(n)));
}

static specialised Value sons (Search *s, Node *n, Node *child, Player player) {
  Value best = worst_for(player);
  do {
    Value value = visit(s, child);
    if (better(player, value, best)) {
      best = value;
      visit_improve(s, n, child, value, WHOLE_WINDOW);
    } else visit_dismiss(s, child);
  } while (visit_next(s, n, child));
  return best;
}

static Found inner (Search *s, NODE) {
  Node n, child;
  Value value;
  NODE_ENTERED(&n);
  if (!visit_first(s, &n, &child)) value = visit_evaluate(s, &n);
  else value = n.player == MAX ? sons(s, &n, &child, MAX) : sons(s, &n, &child, MIN);
  return (Found){value, n.line};
}

static void run (Search *s) {
  publish_conclusion(s, visit(s, &s->root));
}

const Algorithm minimax = {
  .id = "minimax", .title = "Minimax", .family = "window", .source = "McCarthy, maxval and minval",
  .file = "algo/window/minimax.c", .leftmost = true, .lines = true, .path = true, .run = run
};
