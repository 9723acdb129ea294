/* What the algorithms of this family share. */
#ifndef GTS_WINDOW_H
#define GTS_WINDOW_H

#include "search/visit.h"

/*
** A visit: the value of `n` seen through (alpha, beta), fail-soft (de Bruin & Pijls, "Trends", Lemma 1): f <= alpha is an upper bound
** (it fails low), f >= beta a lower bound (it fails high), and in between f is the value. The ends of the window are handed down one
** by one, not as a Window: so they stay in registers.
*/
typedef Value Visit (Search *s, Node *n, Value alpha, Value beta);

/* What was found of `n`, whose line it becomes. */
static specialised Value found_of (Node *n, Found found) {
  n->line = found.line;
  return found.value;
}

/* The next double after `value`, worse for `player`. */
static inline Value worse (Player player, Value value) { return nextafter(value, worst_for(player)); }

/*
** Narrows the window of `n` to the bounds that visit_known has set. Returns the window in which the value of a son is exact: the same,
** but open to infinity on a side that is closed by a bound which no son can pass.
**
** With bounds Fig. 5 of "A framework" finds the value, and we want the move as well. At a MAX node a son that fails low at L is at
** most L, so that it serves for the value; but which son is worth L, if the value is L, nobody knows. Therefore the root leaves L
** (for MIN, U) inside its window.
*/
static specialised Window bound_window (const Search *s, const Node *n, Window *w, Player player) {
  Value lower = n->lower, upper = n->upper;
  if (rarely(n->ply == 0)) {
    if (player == MAX && lower > s->lower) lower = worse(MAX, lower);
    if (player == MIN && upper < s->upper) upper = worse(MIN, upper);
  }
  if (lower > w->alpha) w->alpha = lower;
  if (upper < w->beta) w->beta = upper;
  return (Window){w->alpha <= (player == MAX ? s->lower : n->lower) ? -INFINITY : w->alpha,
                  w->beta >= (player == MAX ? n->upper : s->upper) ? INFINITY : w->beta};
}

/*
** `child` is the best son of `n` so far, with `value`: the window moves up to it, and its line of play is kept if the value is exact.
** True: it is more than the player was sure of before.
*/
static specialised bool raise_window (Search *s, Node *n, const Node *child, Value value, Window *w, Window exact, Player player) {
  visit_improve(s, n, child, value, exact);
  if (!better(player, value, own_side(player, *w))) return false;
  narrow(player, value, w);
  return true;
}

#endif
