/* Functions that searches with windows share. */
#pragma once

#include "search/pv.h"
#include "search/visit.h"

/* Makes `line` the line of `n`. */
static ALWAYS_INLINE Value found_of (Node *n, Found found) {
  n->line = found.line;
  return found.value;
}

/* The next double after `value`, worse for `player`. */
static inline Value worse (Player player, Value value) { return player == MAX ? next_below(value) : next_above(value); }

/*
** Narrows the window of `n` to its bounds.
**
** With bounds Fig. 5 of "A framework" finds the value; the root needs the move as well. At a MAX node a child that fails low at L is
** at most L, which is enough for the value; but if the value is L, it is not known which child is worth L. Therefore the root leaves
** L (for MIN, U) inside its window.
*/
static ALWAYS_INLINE void bound_window (const Search *s, const Node *n, Window *w) {
  Value lower = n->lower, upper = n->upper;
  if (UNLIKELY(n->ply == 0)) {
    if (n->player == MAX && lower > s->pass.lower) lower = worse(MAX, lower);
    if (n->player == MIN && upper < s->pass.upper) upper = worse(MIN, upper);
  }
  if (lower > w->alpha) w->alpha = lower;
  if (upper < w->beta) w->beta = upper;
}

/*
** The window in which the value of a child is exact: the window `w` of `n`, but open to infinity on a side that is closed by a bound which
** no child can pass.
*/
static ALWAYS_INLINE Window exact_window (const Search *s, const Node *n, Window w) {
  const bool max = n->player == MAX, below = w.alpha <= (max ? s->pass.lower : n->lower), above = w.beta >= (max ? n->upper : s->pass.upper);
  return (Window){below ? -INFINITY : w.alpha, above ? INFINITY : w.beta};
}

/* A window of a node, for bounds that are stored: open where it is closed by a bound of the node, as nothing lies beyond. */
static ALWAYS_INLINE Window open_beyond (const Node *n, Window w) {
  return (Window){w.alpha <= n->lower ? -INFINITY : w.alpha, w.beta >= n->upper ? INFINITY : w.beta};
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
** `child` is the best child of `n` so far, with `value`: the window *w moves up to it, and its line of play is kept if the value lies in
** the window `exact`, or is sought. True: it is more than the player was sure of before.
*/
static ALWAYS_INLINE bool raise_exact (Search *s, Node *n, const Node *child, Value value, Window *w, Window exact) {
  if (UNLIKELY(n->ply == 0)) visit_keep_move(s, n, child, value, exact);
  else visit_keep_line(s, n, child, (value > exact.alpha && value < exact.beta) || is_sought(s, value));
  if (!better(n->player, value, own_side(n->player, *w))) return false;
  narrow(n->player, value, w);
  return true;
}

/* raise_exact in a node that was `given` a window which its bounds may close. */
static ALWAYS_INLINE bool raise_window (Search *s, Node *n, const Node *child, Value value, Window *w, Window given) {
  return raise_exact(s, n, child, value, w, exact_window(s, n, given));
}
