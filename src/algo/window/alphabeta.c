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
#include "search/root.h"

static const Option option_strict = {
  .name = "strict", .kinds = OPTION_FLAG, .otherwise = 0,
  .help = "cut off only below the bound, not at it: as some older programs did, and some tables "
    "count",
  .example = "gts.tree{branching=3, depth=6, order='random'}, {strict = true}"
};

/*
** Four visits of five are of leaves at the horizon and of their parents. So a node one ply above the horizon is developed in the
** function of its parent, and its children are evaluated there: none of these visits costs a call. The function of inner nodes is
** compiled once for MAX and once for MIN; the root, whose move is always kept, has another. What is rare stands out of line, so that
** the rules are compiled as few times as possible.
*/

#ifdef GAME_STRICT              /* what is compiled together with rules knows whether it is strict */
static inline bool is_strict (const Search *s) {
  (void)s;
  return GAME_STRICT;
}
#else
static inline bool is_strict (const Search *s) { return s->pass.strict; }
#endif

static Found max_node (Search *s, NODE, Value alpha, Value beta, Value lower, Value upper);
static Found min_node (Search *s, NODE, Value alpha, Value beta, Value lower, Value upper);

/*
** `child` of `n`, a node below the root, was searched and is worth `value`: if that is the best so far, moves *best and the window *w up
** to it. Returns whether it cuts off the rest.
*/
static ALWAYS_INLINE bool take (Search *s, Node *n, const Node *child, Value value, Value *best, Window *w) {
  const Known known = window_known(s);
  const Player player = n->player;
  if (!better(player, value, *best)) {
    visit_dismiss(s, child);
    return false;
  }
  *best = value;
  const bool within = better(player, far_side(player, *w), value);
  if (!better(player, value, own_side(player, *w))) {
    visit_keep_line(s, n, child, known != UNKNOWN && value_is_exact(s, n, value, *w, player, known));
    return false;
  }
  visit_keep_line(s, n, child, within || (known != UNKNOWN && value_is_exact(s, n, value, *w, player, known)));
  narrow(player, value, w);
  if (within || (is_strict(s) && w->alpha == w->beta)) return false;
  trace_cutoff(s, n, value, *w);
  return true;
}

/* Returns the value of `n` by that of its best child; what rules return is in their range. */
static ALWAYS_INLINE Value conclude (const Search *s, const Node *n, Value best) {
  return window_known(s) == BOUNDS ? bounds_hold(s, n, best) : best;
}

/* visit_evaluate out of line: for leaves that are not among the last plies. */
static __attribute__((noinline)) Value evaluate_early (Search *s, NODE) {
  Node n;
  NODE_ENTERED(&n);
  return visit_evaluate_far(s, &n);
}

/* Develops `n`, which is one ply above the horizon, and returns its value. */
static ALWAYS_INLINE Value develop_last (Search *s, Node *n, Window w) {
  Node leaf;
  Value best = worst_for(n->player);
  if (!visit_develop_last(s, n, &leaf)) return evaluate_early(s, NODE_DOWN(n));
  bound_window(s, n, &w, n->player, window_known(s));
  do {
    trace_window(s, w.alpha, w.beta);
    visit_enter_at(s, &leaf, true);
    if (take(s, n, &leaf, visit_evaluate(s, &leaf), &best, &w)) break;
  } while (visit_next(s, n, &leaf));
  return conclude(s, n, best);
}

/*
** Do the bounds of `n`, a node below the root, settle its value in the window? Then *value is it. A range alone says no more than the
** window, as long as that is open; without `strict` it always is.
*/
static ALWAYS_INLINE bool settled (Search *s, Node *n, const Window *w, Value *value) {
  n->lower = s->pass.lower;
  n->upper = s->pass.upper;
  if (window_known(s) == RANGE && (!is_strict(s) || window_open(*w))) return false;
  return visit_known(s, n, *w, value);
}

/* Develops `n`, whose player and bounds are known, and returns its value. */
static ALWAYS_INLINE Value develop (Search *s, Node *n, const Window *w) {
  return n->player == MAX ? found_of(n, max_node(s, NODE_DOWN(n), w->alpha, w->beta, n->lower, n->upper)) :
                            found_of(n, min_node(s, NODE_DOWN(n), w->alpha, w->beta, n->lower, n->upper));
}

/* Visits `child`; `left` plies lie between `n` and the horizon. */
static ALWAYS_INLINE Value visit_child (Search *s, const Node *n, Node *child, const Window *w, int left) {
  Value value;
  trace_window(s, w->alpha, w->beta);
  if (visit_enter_at(s, child, left == 1) != NO_LEAF) return evaluate_early(s, NODE_DOWN(child));
  child->walk = (Walk){0, {0, 0}, {0, 0}};
  if (settled(s, child, w, &value)) return value;
  visit_player(s, child);
  if (game_has_player(s->game) && UNLIKELY(child->player == n->player)) return develop(s, child, w);
  child->player = opponent(n->player);          /* a constant from here on */
  return left == 2 ? develop_last(s, child, *w) : develop(s, child, w);
}

/* Develops `n`, an inner node below the root, in the window `w`. */
static ALWAYS_INLINE Found inner_node (Search *s, Node *n, Window w, Value lower, Value upper) {
  const int left = s->pass.depth - n->ply;
  Node child;
  Value best = worst_for(n->player);
  n->lower = window_known(s) == BOUNDS ? lower : s->pass.lower;
  n->upper = window_known(s) == BOUNDS ? upper : s->pass.upper;
  if (!visit_develop(s, n, &child)) return (Found){evaluate_early(s, NODE_DOWN(n)), NULL};
  bound_window(s, n, &w, n->player, window_known(s));
  do {
    if (take(s, n, &child, visit_child(s, n, &child, &w, left), &best, &w)) break;
  } while (visit_next(s, n, &child));
  return (Found){conclude(s, n, best), n->line};
}

static Found max_node (Search *s, NODE, Value alpha, Value beta, Value lower, Value upper) {
  Node n;
  NODE_ENTERED(&n);
  n.player = MAX;
  return inner_node(s, &n, (Window){alpha, beta}, lower, upper);
}

static Found min_node (Search *s, NODE, Value alpha, Value beta, Value lower, Value upper) {
  Node n;
  NODE_ENTERED(&n);
  n.player = MIN;
  return inner_node(s, &n, (Window){alpha, beta}, lower, upper);
}

/* Visits a successor of the root. */
static COLD Value visit_second (Search *s, Node *n, Value alpha, Value beta) {
  const Window w = {alpha, beta};
  Value value;
  trace_window(s, alpha, beta);
  if (visit_leaf(s, n)) return evaluate_early(s, NODE_DOWN(n));
  if (settled(s, n, &w, &value)) return value;
  visit_player(s, n);
  return develop(s, n, &w);
}

static void run (Search *s) {
  s->pass.strict = search_flag(s, "strict");
  if (s->pass.strict != is_strict(s)) s->algorithm->run(s);     /* the engine's */
  else {
    game_lend_walks(s->game, 0);
    publish_conclusion(s, root_search(s, s->asked.window, visit_second));
  }
}

const Algorithm alphabeta = {
  .id = "alphabeta", .title = "Alpha-beta", .family = "window",
  .source = "de Bruin & Pijls, Trends, Fig. 3; with bounds: Pijls & de Bruin, Framework, Fig. 5",
  .options = OPTIONS(&option_window, &option_strict), .file = "algo/window/alphabeta.c", .informed = true, .leftmost = true,
  .lines = true, .path = true, .run = run
};
