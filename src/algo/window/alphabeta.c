/*
** Alpha-beta, fail-soft, with the bounds that the rules may know.
**
** visit returns f with (de Bruin & Pijls, "Trends", Lemma 1):
**   f <= alpha         f is an upper bound on the value of the node (it fails low);
**   alpha < f < beta   f is the value;
**   f >= beta          f is a lower bound (it fails high).
**
** With bounds L <= value <= U for every node this is the informed alpha-beta of Pijls & de Bruin, "A framework", Fig. 5: a
** node whose bounds meet or lie outside the window is not searched, and otherwise they narrow the window. (The figure
** narrows the side of the player to move and compares with the other; since U never grows from a MAX node to its children and
** L never falls from a MIN node to its, narrowing both is the same.) Without bounds L is -inf, U is +inf, and what is left
** is alpha-beta as Knuth & Moore have it ("Trends", Fig. 3).
**
** With the option `strict` it cuts off only what is worse than the bound, not what equals it, as some older programs do: it
** examines more, and finds the same value.
*/
#include "algo/window/window.h"

static const Option option_strict = {
  .name = "strict", .kinds = OPTION_FLAG, .otherwise = 0,
  .help = "cut off only below the bound, not at it: as some older programs did, and some tables "
    "count",
  .example = "gts.tree{branching=3, depth=6, order='random'}, {strict = true}"
};

static Found inner (Search *s, NODE, Value alpha, Value beta);

static ALWAYS_INLINE Value visit (Search *s, Node *n, Value alpha, Value beta) {
  trace_window(s, alpha, beta);
  return visit_leaf(s, n) ? visit_evaluate(s, n) : found_of(n, inner(s, NODE_DOWN(n), alpha, beta));
}

/* The window is closed; with `strict`, is there nothing left of it, not even one value? */
static inline bool closed (const Search *s, Window w) { return !window_open(w) && !(s->pass.strict && w.alpha == w.beta); }

/* "Trends", Fig. 3, for the children from `child` on; MIN's half of the figure is this one with player = MIN. */
static ALWAYS_INLINE Value children (Search *s, Node *n, Node *child, Window w, Player player) {
  const Known known = window_known(s);
  bound_window(s, n, &w, player, known);
  const Window given = w;
  Value g = worst_for(player);
  do {
    Value value = visit(s, child, w.alpha, w.beta);
    if (better(player, value, g)) {
      g = value;
      if (raise_window(s, n, child, g, &w, given, player, known) && closed(s, w)) {
        trace_cutoff(s, n, g, w);
        break;
      }
    } else visit_dismiss(s, child);
  } while (visit_next(s, n, child));
  return known == BOUNDS ? bounds_hold(s, n, g) : g;  /* what rules return is in their range */
}

/* If only a range is known: it has no more to say of a node below the root than the window says, if that is open. */
static ALWAYS_INLINE bool known_inside (Search *s, Node *n, Window w) {
  n->lower = s->pass.lower;
  n->upper = s->pass.upper;
  return window_known(s) == RANGE && n->ply > 0 && window_open(w);
}

static Found inner (Search *s, NODE, Value alpha, Value beta) {
  const Window w = {alpha, beta};
  Node n, child;
  Value value;
  NODE_ENTERED(&n);
  if (known_inside(s, &n, w) || !visit_known(s, &n, w, &value)) {
    if (!visit_first(s, &n, &child)) value = visit_evaluate(s, &n);
    else value = n.player == MAX ? children(s, &n, &child, w, MAX) : children(s, &n, &child, w, MIN);
  }
  return (Found){value, n.line};
}

static void run (Search *s) {
  s->pass.strict = search_flag(s, "strict");
  publish_conclusion(s, visit(s, &s->pass.root, s->asked.window.alpha, s->asked.window.beta));
}

const Algorithm alphabeta = {
  .id = "alphabeta", .title = "Alpha-beta", .family = "window",
  .source = "de Bruin & Pijls, Trends, Fig. 3; with bounds: Pijls & de Bruin, Framework, Fig. 5",
  .options = OPTIONS(&option_window, &option_strict), .file = "algo/window/alphabeta.c", .informed = true, .leftmost = true,
  .lines = true, .path = true, .run = run
};
