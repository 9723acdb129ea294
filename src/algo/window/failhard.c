/*
** McCarthy's alpha-beta: minimax seen through a window. alpha is what MAX is sure of already, beta what MIN is sure of; the
** value that comes back is the minimax value clamped to [alpha, beta] (it never leaves the window: "fail-hard").
**
** McCarthy, maxval2 and minval2. A node that improves nobody's lot returns the unmoved end of the window: the case of the
** empty list that is missing in the paper.
*/
#include "algo/algorithm.h"

static Value clamp (Value value, Value alpha, Value beta) {
  return value <= alpha ? alpha : value >= beta ? beta : value;
}

static Value visit (Search *s, Node *n, Value alpha, Value beta) {
  Node child;
  if (search_leaf(s, n) || !search_first(s, n, &child)) return clamp(search_evaluate(s, n), alpha, beta);
  do {
    Value value = visit(s, &child, alpha, beta);
    if (better(n->player, value, n->player == MAX ? alpha : beta)) {
      search_improve(s, n, &child, value, alpha, beta);
      narrow(n->player, value, &alpha, &beta);
      if (alpha >= beta) {
        search_tell(s, EVENT_CUTOFF, n, value, alpha, beta);
        break;
      }
    } else search_dismiss(s, &child);
  } while (search_next(s, n, &child));
  return n->player == MAX ? alpha : beta;
}

static void run (Search *s) {
  search_conclude(s, visit(s, &s->root, s->alpha, s->beta));
}

const Algorithm failhard = {
  .id = "failhard", .title = "Alpha-beta, fail-hard", .family = "window", .source = "McCarthy, maxval2 and minval2",
  .needs = "", .options = "window", .run = run
};
