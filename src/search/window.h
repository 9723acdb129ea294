/* Functions that searches with windows share. */
#ifndef GTS_WINDOW_H
#define GTS_WINDOW_H

#include "search/pv.h"
#include "search/visit.h"

/*
** A visit: the value of `n` seen through (alpha, beta), fail-soft (de Bruin & Pijls, "Trends", Lemma 1): f <= alpha is an upper bound
** (it fails low), f >= beta a lower bound (it fails high), and in between f is the value. The ends of the window are handed down one
** by one, not as a Window: so they stay in registers.
*/
typedef Value Visit (Search *s, Node *n, Value alpha, Value beta);

/* Makes `line` the line of `n`. */
static ALWAYS_INLINE Value found_of (Node *n, Found found) {
  n->line = found.line;
  return found.value;
}

/* The next double after `value`, worse for `player`. */
static inline Value worse (Player player, Value value) { return player == MAX ? next_below(value) : next_above(value); }

/* What is known of the values of nodes: nothing; the range of the game; bounds of each, which visit_known has set, within the range. */
typedef enum Known { UNKNOWN, RANGE, BOUNDS } Known;

static ALWAYS_INLINE Known window_known (const Search *s) {
  return !visit_informed(s) ? UNKNOWN : game_has_bounds(s->game) ? BOUNDS : RANGE;
}

/*
** Narrows the window of `n` to its bounds.
**
** With bounds Fig. 5 of "A framework" finds the value; the root needs the move as well. At a MAX node a child that fails low at L is
** at most L, which is enough for the value; but if the value is L, it is not known which child is worth L. Therefore the root leaves
** L (for MIN, U) inside its window.
*/
static ALWAYS_INLINE void bound_window (const Search *s, const Node *n, Window *w, Player player) {
  Value lower = n->lower, upper = n->upper;
  if (UNLIKELY(n->ply == 0)) {
    if (player == MAX && lower > s->pass.lower) lower = worse(MAX, lower);
    if (player == MIN && upper < s->pass.upper) upper = worse(MIN, upper);
  }
  if (lower > w->alpha) w->alpha = lower;
  if (upper < w->beta) w->beta = upper;
}

/* The window `w` of `n` is closed on a side by a bound which no child can pass. */
static ALWAYS_INLINE bool closed_below (const Search *s, const Node *n, Window w, Player player, Known known) {
  return known != UNKNOWN && w.alpha <= (known == RANGE || player == MAX ? s->pass.lower : n->lower);
}

static ALWAYS_INLINE bool closed_above (const Search *s, const Node *n, Window w, Player player, Known known) {
  return known != UNKNOWN && w.beta >= (known == RANGE || player == MIN ? s->pass.upper : n->upper);
}

/* The window in which the value of a child is exact: that of `n`, but open to infinity on a side that is closed. */
static ALWAYS_INLINE Window exact_window (const Search *s, const Node *n, Window w, Player player, Known known) {
  return (Window){closed_below(s, n, w, player, known) ? -INFINITY : w.alpha, closed_above(s, n, w, player, known) ? INFINITY : w.beta};
}

/* Does `value` lie in it? */
static ALWAYS_INLINE bool value_is_exact (const Search *s, const Node *n, Value value, Window w, Player player, Known known) {
  return (value > w.alpha || (closed_below(s, n, w, player, known) && value > -INFINITY)) &&
         (value < w.beta || (closed_above(s, n, w, player, known) && value < INFINITY));
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

/*
** `player` searches a child again, where a test has ended, at `value`: it may be no better than that. Then that is its value, and the line
** to the leaf it comes from is sought, though it lies at the end of the window. (A leaf that has the value: in between MAX or MIN may have
** been content with a move that was not refuted further.) Returns the end of `player` of what was sought before.
*/
static ALWAYS_INLINE Value seek (Search *s, Player player, Value value) {
  const Value before = own_side(player, s->pass.sought);
  if (pv_extends(s)) return before;
  narrow(player, value, &s->pass.sought);
  s->pass.seeks = true;
  return before;
}

/* Seeks the lines of values at the ends of the window or beyond. */
static ALWAYS_INLINE void seek_from (Search *s, Window w) {
  s->pass.sought = w;
  s->pass.seeks = w.alpha > -INFINITY || w.beta < INFINITY;
}

/* Seeks what was sought before, whose end of `player` was `before`. */
static ALWAYS_INLINE void seek_again (Search *s, Player player, Value before) {
  seek_from(s, player == MAX ? (Window){before, s->pass.sought.beta} : (Window){s->pass.sought.alpha, before});
}

/* Is the line of a node with this value sought? */
static ALWAYS_INLINE bool is_sought (const Search *s, Value value) {
  return UNLIKELY(s->pass.seeks) && (value <= s->pass.sought.alpha || value >= s->pass.sought.beta);
}

/*
** `child` is the best child of `n` so far, with `value`: the window *w, which was `given`, moves up to it, and its line of play is kept if
** the value is exact, or sought. True: it is more than the player was sure of before.
*/
static ALWAYS_INLINE bool raise_window (Search *s, Node *n, const Node *child, Value value, Window *w, Window given, Player player,
                                      Known known) {
  if (UNLIKELY(n->ply == 0)) visit_keep_move(s, n, child, value, exact_window(s, n, given, player, known));
  else visit_keep_line(s, n, child, value_is_exact(s, n, value, given, player, known) || is_sought(s, value));
  if (!better(player, value, own_side(player, *w))) return false;
  narrow(player, value, w);
  return true;
}

#endif
