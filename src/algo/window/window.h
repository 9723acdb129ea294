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

/* The same of a son, where it may matter who chose it, and whether it is the first. */
typedef Value VisitSon (Search *s, Node *child, Value alpha, Value beta, Player player, bool first);

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

/*
** The successors of `n`, from `child` on, each visited by `visit`; what comes out is stored, if there is a table, and the best
** move in r->move. What is stored are bounds by the window that the node was given.
*/
static specialised Value visit_sons (Search *s, Node *n, Node *child, Recall *r, Value alpha, Value beta, Player player,
                                     bool ordered, VisitSon *visit) {
  /* At a proved bound the window is closed, yet nothing lies beyond: there the value of the node is exact. */
  Value open_alpha = alpha <= n->lower ? -INFINITY : alpha, open_beta = beta >= n->upper ? INFINITY : beta;
  Value low, high, best = worst_for(player);
  bool cut = false, first = true;
  bound_window(s, n, &alpha, &beta, &low, &high, player);
  do {
    Value value = visit(s, child, alpha, beta, player, first);
    first = false;
    if (!better(player, value, best)) {
      search_dismiss(s, child);
      continue;
    }
    best = value;
    search_improve(s, n, child, value, low, high);
    if (!better(player, value, player == MAX ? alpha : beta)) continue;
    r->move = n->walk.index;
    if (player == MAX) alpha = low = value;
    else beta = high = value;
    cut = alpha >= beta;
  } while (!cut && next_son(s, n, child, ordered));
  if (cut) search_tell(s, EVENT_CUTOFF, n, best, alpha, beta);
  if (ordered) window_close(s, n, cut);
  best = search_within(s, n, best);
  if (s->table) recall_remember(s, r, open_alpha, open_beta, best);
  return best;
}

#endif
