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
** function of its parent, and its children are evaluated there: none of these visits costs a call. Inner nodes see values and windows
** as their player does (own_value), so that one function serves both players; the root, whose move is always kept, has another. What is
** rare stands out of line, so that the rules are compiled as few times as possible.
*/

#ifdef GAME_STRICT              /* what is compiled together with rules knows whether it is strict */
static inline bool is_strict (const Search *s) {
  (void)s;
  return GAME_STRICT;
}
#else
static inline bool is_strict (const Search *s) { return s->pass.strict; }
#endif

static Found inner_node (Search *s, NODE, Value alpha, Value beta, Value lower, Value upper);

/* The node that is entered next is searched with the window *w of `player`. */
static ALWAYS_INLINE void trace_own_window (Search *s, Player player, const Window *w) {
  if (!trace_on(s)) return;
  const Window seen = own_window(player, *w);
  trace_window(s, seen.alpha, seen.beta);
}

/*
** `child` of `n`, a node below the root, was searched and is worth `value` to the player of `n`: if that is the best so far, moves *best
** and the window *w up to it. Returns whether it cuts off the rest.
*/
static ALWAYS_INLINE bool take (Search *s, Node *n, const Node *child, Value value, Value *best, Window *w) {
  if (value <= *best) {
    visit_dismiss(s, child);
    return false;
  }
  *best = value;
  const bool within = value < w->beta;
  if (value <= w->alpha) {
    visit_keep_line(s, n, child, own_closed_below(s, n, *w, value) && (within || own_closed_above(s, n, *w, value)));
    return false;
  }
  visit_keep_line(s, n, child, within || own_closed_above(s, n, *w, value));
  w->alpha = value;
  if (within || (is_strict(s) && value == w->beta)) return false;
  if (trace_on(s)) trace_cut(s, n, own_value(n->player, value), own_window(n->player, *w));
  return true;
}

/* Returns the value of `n` by that of its best child; what rules return is in their range. */
static ALWAYS_INLINE Value conclude (const Search *s, const Node *n, Value best) {
  return window_known(s) == BOUNDS ? own_value(n->player, bounds_hold(s, n, own_value(n->player, best))) : best;
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
  Value best = -INFINITY;
  visit_open_last(s, n, &leaf);
  if (!visit_begins(s, n, &leaf)) return own_value(n->player, evaluate_early(s, NODE_DOWN(n)));
  own_bounds(s, n, &w);
  do {
    if (!visit_gives(s, n, &leaf)) break;
    trace_own_window(s, n->player, &w);
    visit_enter_at(s, &leaf, true);
    if (take(s, n, &leaf, own_value(n->player, visit_evaluate(s, &leaf)), &best, &w)) break;
  } while (visit_goes_on(s, n, &leaf));
  if (visit_gave_none(n)) return own_value(n->player, evaluate_early(s, NODE_DOWN(n)));
  return conclude(s, n, best);
}

/*
** Do the bounds of `n`, a node below the root, settle its value in the window of `player`? Then *value is it. A range alone says no more
** than the window, as long as that is open; without `strict` it always is.
*/
static ALWAYS_INLINE bool settled (Search *s, Node *n, Player player, const Window *w, Value *value) {
  n->lower = s->pass.lower;
  n->upper = s->pass.upper;
  if (window_known(s) == RANGE && (!is_strict(s) || window_open(*w))) return false;
  if (!visit_known(s, n, own_window(player, *w), value)) return false;
  *value = own_value(player, *value);
  return true;
}

/* Develops `n`, whose player and bounds are known, and returns its value. */
static ALWAYS_INLINE Value develop (Search *s, Node *n, Window w) {
  return found_of(n, inner_node(s, NODE_DOWN(n), w.alpha, w.beta, n->lower, n->upper));
}

/* Visits `child`; `left` plies lie between `n` and the horizon. */
static ALWAYS_INLINE Value visit_child (Search *s, const Node *n, Node *child, const Window *w, int left) {
  Value value;
  trace_own_window(s, n->player, w);
  if (visit_enter_at(s, child, left == 1) != NO_LEAF) return own_value(n->player, evaluate_early(s, NODE_DOWN(child)));
  child->walk = (Walk){0, {0, 0}, {0, 0}};
  if (settled(s, child, n->player, w, &value)) return value;
  visit_player(s, child);
  if (game_has_player(s->game) && UNLIKELY(child->player == n->player)) return develop(s, child, *w);
  child->player = opponent(n->player);
  const Window across = {-w->beta, -w->alpha};
  return -(left == 2 ? develop_last(s, child, across) : develop(s, child, across));
}

/* Develops a node, an inner one below the root, in a window of its player. */
static Found inner_node (Search *s, NODE, Value alpha, Value beta, Value lower, Value upper) {
  Window w = {alpha, beta};
  Node n, child;
  Value best = -INFINITY;
  NODE_ENTERED(&n);
  const int left = s->pass.depth - n.ply;
  n.lower = window_known(s) == BOUNDS ? lower : s->pass.lower;
  n.upper = window_known(s) == BOUNDS ? upper : s->pass.upper;
  visit_open(s, &n, &child);
  if (!visit_begins(s, &n, &child)) return (Found){own_value(n.player, evaluate_early(s, NODE_DOWN(&n))), NULL};
  own_bounds(s, &n, &w);
  do {
    if (!visit_gives(s, &n, &child)) break;
    if (take(s, &n, &child, visit_child(s, &n, &child, &w, left), &best, &w)) break;
  } while (visit_goes_on(s, &n, &child));
  if (visit_gave_none(&n)) return (Found){own_value(n.player, evaluate_early(s, NODE_DOWN(&n))), NULL};
  return (Found){conclude(s, &n, best), n.line};
}

/* Visits a successor of the root. */
static COLD Value visit_second (Search *s, Node *n, Value alpha, Value beta) {
  const Window w = {alpha, beta};
  Value value;
  trace_window(s, alpha, beta);
  if (visit_leaf(s, n)) return evaluate_early(s, NODE_DOWN(n));
  if (settled(s, n, MAX, &w, &value)) return value;
  visit_player(s, n);
  return own_value(n->player, develop(s, n, own_window(n->player, w)));
}

static void run (Search *s) {
  s->pass.strict = search_flag(s, "strict");
  if (s->pass.strict != is_strict(s)) s->algorithm->run(s);     /* the engine's */
  else {
    own_range(s);
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
