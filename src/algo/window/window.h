/*
** What the algorithms of this family share that use a table or an order.
*/
#ifndef GTS_WINDOW_H
#define GTS_WINDOW_H

#include "algo/algorithm.h"
#include "search/follow.h"
#include "search/order.h"
#include "search/recall.h"

/*
** A visit: the value of `n` seen through (alpha, beta), fail-soft: f <= alpha is an upper bound, f >= beta a lower bound,
** and in between f is the value.
*/
typedef Value Visit (Search *s, Node *n, Value alpha, Value beta);

/* The successors of a node, in their own order or sorted. */
static specialised bool first_son (Search *s, Node *n, Node *child, int64_t move, bool ordered) {
  return ordered ? order_first(s, n, child, move) : search_first(s, n, child);
}

static specialised bool next_son (Search *s, Node *n, Node *child, bool ordered) {
  return ordered ? order_next(s, n, child) : search_next(s, n, child);
}

/*
** The bounds of `n` narrow the window. At the root they leave the mover's own bound inside: a son that fails low there serves for
** the value, but which son has it must be known too. (*low, *high) is where the value of a son is exact: the window, but where it
** is closed by a bound beyond which no son lies, nothing is beyond.
*/
static specialised void bound_window (const Search *s, const Node *n, Value *alpha, Value *beta, Value *low, Value *high,
                                      Player player) {
  Value lower = n->lower, upper = n->upper;
  if (rarely(n->parent == NULL)) {
    if (player == MAX && lower > s->lower) lower = nextafter(lower, -INFINITY);
    if (player == MIN && upper < s->upper) upper = nextafter(upper, INFINITY);
  }
  if (lower > *alpha) *alpha = lower;
  if (upper < *beta) *beta = upper;
  *low = *alpha <= (player == MAX ? s->lower : n->lower) ? -INFINITY : *alpha;
  *high = *beta >= (player == MAX ? n->upper : s->upper) ? INFINITY : *beta;
}

/* The ordered node `n` is left; with `cut`, by the successor that it stands at. */
static inline void window_close (Search *s, Node *n, bool cut) {
  if (cut) order_praise(s, n);
  order_close(s, n);
}

#endif
