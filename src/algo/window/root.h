/*
** The root with its successors sorted. Its move is to be the leftmost of the best, whatever came first: so a successor left of
** the best so far is asked whether it is as good, one to the right whether it is better.
*/
#ifndef GTS_ROOT_H
#define GTS_ROOT_H

#include "algo/window/window.h"

/* The best successor of the root so far. */
typedef struct Best {
  Value value;
  int64_t index;
} Best;

/* The next double after `value`, worse for `player`. */
static Value worse (Player player, Value value) { return nextafter(value, player == MAX ? -INFINITY : INFINITY); }

/*
** Asks whether `child` belongs before the best so far: a null window, and if it does, the window that is left of (alpha, beta),
** for its value. It opens just before the value already found, so that this value itself would be seen as exact.
*/
static Value challenge (Search *s, const Node *n, Node *child, const Best *best, Value alpha, Value beta, Visit *visit) {
  Player player = n->player;
  Value from, to, bound = player == MAX ? alpha : beta;
  if (better(player, best->value, bound)) bound = n->walk.index < best->index ? worse(player, best->value) : best->value;
  null_window(player, bound, &from, &to);
  Value value = visit(s, child, from, to);
  if (!better(player, value, bound) || value <= alpha || value >= beta) return value;
  line_free(&s->lines, child->line);
  narrow(player, worse(player, value), &alpha, &beta);
  return visit(s, child, alpha, beta);
}

static bool displaces (Player player, int64_t index, Value value, const Best *best) {
  return better(player, value, best->value) || (value == best->value && index < best->index);
}

/* Can a successor still displace the best? Beyond the window only one that is left of it. */
static bool matters (const Node *n, const Best *best, Value alpha, Value beta) {
  bool cut = n->player == MAX ? best->value >= beta : best->value <= alpha;
  return !cut || n->walk.index < best->index;
}

/* On entry *move is the number of the table's move, 0 for none; on return, the best. search_known has been asked. */
static Value root_ordered (Search *s, Value alpha, Value beta, int64_t *move, Visit *visit) {
  Node *n = &s->root, child;
  Value low, high;
  if (!order_first(s, n, &child, *move)) return search_evaluate(s, n);
  if (n->player == MAX) bound_window(s, n, &alpha, &beta, &low, &high, MAX);
  else bound_window(s, n, &alpha, &beta, &low, &high, MIN);
  Best best = {visit(s, &child, alpha, beta), n->walk.index};
  search_improve(s, n, &child, best.value, low, high);
  while (order_next(s, n, &child)) {
    if (!matters(n, &best, alpha, beta)) continue;
    Value value = challenge(s, n, &child, &best, alpha, beta, visit);
    if (displaces(n->player, n->walk.index, value, &best)) {
      best = (Best){value, n->walk.index};
      search_improve(s, n, &child, value, low, high);
    } else search_dismiss(s, &child);
  }
  *move = best.index;
  order_close(s, n);
  return search_within(s, n, best.value);
}

#endif
