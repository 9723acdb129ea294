/*
** McCarthy's alpha-beta: minimax seen through a window. alpha is what MAX is sure of already, beta what MIN is sure of; the
** value that comes back is the minimax value clamped to [alpha, beta] (it never leaves the window: "fail-hard").
**
** McCarthy, maxval2 and minval2. A node that improves neither player's side returns the unmoved end of the window: the case of
** the empty list that is missing in the paper.
*/
#include "search/visit.h"

static Value clamp (Value value, Window w) { return value <= w.alpha ? w.alpha : value >= w.beta ? w.beta : value; }

static Value visit (Search *s, Node *n, Value alpha, Value beta) {
  Window w = {alpha, beta};
  Node child;
  trace_window(s, alpha, beta);
  if (visit_leaf(s, n) || !visit_first(s, n, &child)) return clamp(visit_evaluate(s, n), w);
  do {
    Value value = visit(s, &child, w.alpha, w.beta);
    if (better(n->player, value, own_side(n->player, w))) {
      visit_improve(s, n, &child, value, w);
      narrow(n->player, value, &w);
      if (!window_open(w)) {
        trace_cutoff(s, n, value, w);
        break;
      }
    } else visit_dismiss(s, &child);
  } while (visit_next(s, n, &child));
  return own_side(n->player, w);
}

static void run (Search *s) { publish_conclusion(s, visit(s, &s->pass.root, s->asked.window.alpha, s->asked.window.beta)); }

const Algorithm failhard = {
  .id = "failhard", .title = "Alpha-beta, fail-hard", .family = "window", .source = "McCarthy, maxval2 and minval2",
  .options = OPTIONS(&option_window), .file = "algo/window/failhard.c", .leftmost = true, .lines = true, .path = true, .run = run};
