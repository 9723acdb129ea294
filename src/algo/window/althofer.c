/*
** Althoefer's alternative to minimax: every node's evaluation counts, not only a leaf's. The value of a leaf is its evaluation;
** that of an inner node is its own evaluation plus the greatest (MAX) or least (MIN) of its successors' values. In the paper,
** which looks from the side of the player to move: W(u) = s(u) + max -W(c).
**
** Alpha-beta carries over: what a node's own evaluation adds is taken off the window before the successors see it. It prunes the
** leaves that alpha-beta prunes in the tree whose leaves have the sum of the evaluations on their path.
*/
#include "algo/algorithm.h"

static Value visit (Search *s, Node *n, Value alpha, Value beta) {
  Node child;
  if (search_leaf(s, n) || !search_first(s, n, &child)) return search_evaluate(s, n);
  Value own = search_estimate(s, n), best = worst_for(n->player);
  do {
    Value value = own + visit(s, &child, alpha - own, beta - own);
    if (better(n->player, value, best)) {
      best = value;
      search_improve(s, n, &child, value, alpha, beta);
      if (s->own.prune) narrow(n->player, value, &alpha, &beta);
      if (alpha >= beta) {
        search_tell(s, EVENT_CUTOFF, n, value, alpha, beta);
        break;
      }
    } else search_dismiss(s, &child);
  } while (search_next(s, n, &child));
  return best;
}

static void run (Search *s) {
  search_conclude(s, visit(s, &s->root, s->alpha, s->beta));
}

const Algorithm althofer = {
  .id = "althofer", .title = "Althoefer's alternative to minimax", .family = "window", .source = "Althoefer, alpha-beta",
  .needs = "", .options = "window prune", .alternative = true, .run = run
};
