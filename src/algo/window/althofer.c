/*
** Althoefer's alternative to minimax: every node's evaluation counts, not only a leaf's. The value of a leaf is its evaluation;
** that of an inner node is its own evaluation plus the greatest (MAX) or least (MIN) of its successors' values. In the paper,
** which looks from the side of the player to move: W(u) = s(u) + max -W(c).
**
** Alpha-beta carries over: what a node's own evaluation adds is taken off the window before the successors see it. It prunes the
** leaves that alpha-beta prunes in the tree whose leaves have the sum of the evaluations on their path.
*/
#include "search/visit.h"

static const Option option_prune = {.name = "prune", .kinds = OPTION_FLAG, .otherwise = 1,
  .help = "cut off what cannot matter",
  .example = "'tictactoe', {algorithm = 'althofer', depth = 5, prune = false}"};

static Value visit (Search *s, Node *n, Value alpha, Value beta, bool prune) {
  Window w = {alpha, beta};
  Node child;
  trace_window(s, alpha, beta);
  if (visit_leaf(s, n) || !visit_first(s, n, &child)) return visit_evaluate(s, n);
  Value own = visit_estimate(s, n), best = worst_for(n->player);
  do {
    Value value = own + visit(s, &child, w.alpha - own, w.beta - own, prune);
    if (better(n->player, value, best)) {
      best = value;
      visit_improve(s, n, &child, value, w);
      if (prune) narrow(n->player, value, &w);
      if (!window_open(w)) {
        trace_cutoff(s, n, value, w);
        break;
      }
    } else visit_dismiss(s, &child);
  } while (visit_next(s, n, &child));
  return best;
}

static void run (Search *s) {
  publish_conclusion(s, visit(s, &s->pass.root, s->asked.window.alpha, s->asked.window.beta, search_flag(s, "prune")));
  s->outcome.answer.horizon = true;     /* evaluations of inner nodes are estimates: nothing is proved of the game */
}

const Algorithm althofer = {
  .id = "althofer", .title = "Althoefer's alternative to minimax", .family = "window", .source = "Althoefer, alpha-beta",
  .options = OPTIONS(&option_window, &option_prune), .file = "algo/window/althofer.c", .alternative = true, .leftmost = true,
  .lines = true, .path = true, .run = run
};
