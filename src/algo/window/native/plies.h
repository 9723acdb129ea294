/*
** Alpha-beta and NegaScout without a table, below the root. A template: GAME_STRICT says whether what equals a bound is
** no reason to cut off, and SCOUTS whether successors behind the first only have to prove, in a null window, that they are not better.
**
** Four visits of five are of leaves at the horizon and of their parents. So a node one ply above the horizon is developed in the
** function of its parent, and its children are evaluated there: none of these visits costs a call. Inner nodes see values and windows
** as their player does (own_value), so that one function serves both players; the root, whose move is always kept, has another. What is
** rare stands out of line, so that the rules are compiled as few times as possible.
*/
#pragma once

#include "algo/window/root.h"

/*
** A function that is called at one place, which it is inlined into anyway: but behind the first passes of the compiler, which would see
** it again in each function around it. Where there is a copy for each player it is called at two.
*/
#ifdef GAME_BY_PLAYER
#define CALLED_ONCE ALWAYS_INLINE
#else
#define CALLED_ONCE
#endif

/* What is compiled together with rules knows whether it is strict. */
static inline bool is_strict (const Search *s) {
  (void)s;
  return GAME_STRICT;
}

/*
** Values and windows as `player` sees them: the greater the better, those of MIN being negative. The way back is the way there; it is
** exact, to the sign of a zero.
*/
static ALWAYS_INLINE Value own_value (Player player, Value value) { return (player == MAX ? 1.0 : -1.0) * value; }
static ALWAYS_INLINE Window own_window (Player player, Window w) { return player == MAX ? w : (Window){-w.beta, -w.alpha}; }

/* What is known of the values of nodes: nothing; the range of the game; bounds of each, which visit_known has set, within the range. */
typedef enum Known { UNKNOWN, RANGE, BOUNDS } Known;

static ALWAYS_INLINE Known window_known (const Search *s) {
  return !visit_informed(s) ? UNKNOWN : game_has_bounds(s->game) ? BOUNDS : RANGE;
}

/* Sets the range of the game as each player sees it: for own_closed_below and own_closed_above. */
static inline void own_range (Search *s) {
  s->pass.range[MAX] = (Window){s->pass.lower, s->pass.upper};
  s->pass.range[MIN] = own_window(MIN, s->pass.range[MAX]);
}

/*
** The window `w` of a node below the root, as its player sees it, is closed on a side by a bound which no child can pass: so `value`, at
** its end or beyond, is exact.
*/
static ALWAYS_INLINE bool own_closed_below (const Search *s, const Node *n, Window w, Value value) {
  return window_known(s) != UNKNOWN && UNLIKELY(w.alpha <= s->pass.range[n->player].alpha) && value > -INFINITY;
}

static ALWAYS_INLINE bool own_closed_above (const Search *s, const Node *n, Window w, Value value) {
  if (window_known(s) == UNKNOWN || value == INFINITY) return false;
  const Value upper = window_known(s) == RANGE ? s->pass.range[n->player].beta : n->player == MAX ? n->upper : -n->lower;
  return w.beta >= upper;
}

/* Narrows such a window to the bounds of `n`. */
static ALWAYS_INLINE void own_bounds (const Search *s, const Node *n, Window *w) {
  if (window_known(s) != BOUNDS) return;
  const Window bounds = own_window(n->player, (Window){n->lower, n->upper});
  if (bounds.alpha > w->alpha) w->alpha = bounds.alpha;
  if (bounds.beta < w->beta) w->beta = bounds.beta;
}

static Found inner_node (Search *s, NODE, Value alpha, Value beta, Value lower, Value upper);

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
    visit_keep_line(s, n, child, (own_closed_below(s, n, *w, value) && (within || own_closed_above(s, n, *w, value))) ||
                                 is_sought(s, own_value(n->player, value)));
    return false;
  }
  visit_keep_line(s, n, child, within || own_closed_above(s, n, *w, value) || is_sought(s, own_value(n->player, value)));
  w->alpha = value;
  return !within && !(is_strict(s) && value == w->beta);
}

/* Returns the value of `n` by that of its best child; what rules return is in their range. */
static ALWAYS_INLINE Value conclude (const Search *s, const Node *n, Value best) {
  return window_known(s) == BOUNDS ? own_value(n->player, bounds_hold(s, n, own_value(n->player, best))) : best;
}

/* visit_evaluate out of line: for leaves that are not among the last plies. */
static __attribute__((noinline)) Value evaluate_early (Search *s, NODE) {
  Node n;
  NODE_ENTERED(&n);
  s->outcome.stats.leaves++;
  return GAME_REPEATS && UNLIKELY(s->pass.repeated) ? visit_round(s, &n.position) : game_evaluate_far(s->game, WORDS_OF(&n.position));
}

/* Is the successor where `n` stands, which came out with `value`, to be visited once more, for its value in what is left of the window? */
static ALWAYS_INLINE bool asks_again (const Node *n, Value value, const Window *w) {
  return SCOUTS && n->walk.index > 1 && value > w->alpha && value < w->beta;
}

/* Develops `n`, which is one ply above the horizon, and returns its value. */
static CALLED_ONCE Value develop_last (Search *s, Node *n, Window w) {
  Node leaf;
  Value best = -INFINITY;
  visit_open_last(s, n, &leaf);
  if (!visit_begins(s, n, &leaf)) return own_value(n->player, evaluate_early(s, NODE_DOWN(n)));
  own_bounds(s, n, &w);
  do {
    if (!visit_gives(s, n, &leaf)) break;
    visit_enter_at(s, &leaf, true);
    Value value = own_value(n->player, visit_evaluate(s, &leaf));
    if (asks_again(n, value, &w)) {
      visit_enter_at(s, &leaf, true);
      value = own_value(n->player, evaluate_early(s, NODE_DOWN(&leaf)));
    }
    if (take(s, n, &leaf, value, &best, &w)) break;
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
static CALLED_ONCE Value visit_child (Search *s, const Node *n, Node *child, const Window *w, int left) {
  Value value;
  if (visit_enter_at(s, child, left == 1) != NO_LEAF) return own_value(n->player, evaluate_early(s, NODE_DOWN(child)));
  child->walk = (Walk){0, {0, 0}, {0, 0}};
  if (settled(s, child, n->player, w, &value)) return value;
  visit_player(s, child);
  if (game_has_player(s->game) && UNLIKELY(child->player == n->player)) return develop(s, child, *w);
  child->player = opponent(n->player);
  const Window across = {-w->beta, -w->alpha};
  return -(left == 2 ? develop_last(s, child, across) : develop(s, child, across));
}

/* Visits `child`, the successor where `n` stands, once or twice. One call, so that what is compiled into it is there once. */
static CALLED_ONCE Value search_child (Search *s, const Node *n, Node *child, const Window *w, int left) {
  if (!SCOUTS) return visit_child(s, n, child, w, left);
  Window asked = n->walk.index > 1 ? null_window(MAX, w->alpha) : *w;
  Value sought = 0;
  for (bool again = false;; again = true) {
    const Value value = visit_child(s, n, child, &asked, left);
    if (again) seek_again(s, n->player, sought);
    if (again || !asks_again(n, value, w)) return value;
    line_free(&s->lines, child->line);
    sought = seek(s, n->player, own_value(n->player, value));
    asked = (Window){value, w->beta};
  }
}

/* Develops `n`, an inner node below the root, in a window of its player. */
static ALWAYS_INLINE Found inner (Search *s, Node *n, Window w, Value lower, Value upper) {
  const int left = s->pass.depth - n->ply;
  Node child;
  Value best = -INFINITY;
  n->lower = window_known(s) == BOUNDS ? lower : s->pass.lower;
  n->upper = window_known(s) == BOUNDS ? upper : s->pass.upper;
  visit_open(s, n, &child);
  if (!visit_begins(s, n, &child)) return (Found){own_value(n->player, evaluate_early(s, NODE_DOWN(n))), NULL};
  own_bounds(s, n, &w);
  do {
    if (!visit_gives(s, n, &child)) break;
    if (take(s, n, &child, search_child(s, n, &child, &w, left), &best, &w)) break;
  } while (visit_goes_on(s, n, &child));
  if (visit_gave_none(n)) return (Found){own_value(n->player, evaluate_early(s, NODE_DOWN(n))), NULL};
  return (Found){conclude(s, n, best), n->line};
}

static Found inner_node (Search *s, NODE, Value alpha, Value beta, Value lower, Value upper) {
  Node n;
  NODE_ENTERED(&n);
#ifdef GAME_BY_PLAYER           /* compiled once for each player: a constant there */
  if (n.player == MIN) {
    n.player = MIN;
    return inner(s, &n, (Window){alpha, beta}, lower, upper);
  }
  n.player = MAX;
#endif
  return inner(s, &n, (Window){alpha, beta}, lower, upper);
}

/* Visits a successor of the root. */
static COLD Value visit_second (Search *s, Node *n, Value alpha, Value beta) {
  const Window w = {alpha, beta};
  Value value;
  if (visit_leaf(s, n)) return evaluate_early(s, NODE_DOWN(n));
  if (settled(s, n, MAX, &w, &value)) return value;
  visit_player(s, n);
  return own_value(n->player, develop(s, n, own_window(n->player, w)));
}

/* What this form is not made for, the engine searches. */
static inline Value search_root (Search *s, Window w, bool settle, bool *leaf) {
  own_range(s);
  game_lend_walks(s->game, 0);
  const bool fits = !s->table && !s->order.by && !s->team.parallel && search_flag(s, "strict") == is_strict(s);
  return window_search(s, w, SCOUTS, settle, leaf, fits ? visit_second : NULL);
}
