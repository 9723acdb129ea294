#include "search/root.h"

#include "search/order.h"

/* Rules that are compiled know the path by s->pass.above, if at all: the root is the first there. */
static void link_root (Search *s) {
  const Node *n = &s->pass.root;
  if (s->pass.above == NULL) return;
  position_copy(&s->pass.above[0].position, &n->position);
  s->pass.above[0].player = n->player;
}

/* Returns the value of `child`, which is not the first: it only has to prove that it is not better than the side of `player`. */
static Value scout (Search *s, Node *child, Window w, Player player, Visit *visit) {
  const Window null = null_window(player, own_side(player, w));
  const Value value = visit(s, child, null.alpha, null.beta);
  if (value <= w.alpha || value >= w.beta) return value;
  line_free(&s->lines, child->line);
  const Value sought = seek(s, player, value);
  const Value again = player == MAX ? visit(s, child, value, w.beta) : visit(s, child, w.alpha, value);
  seek_again(s, player, sought);
  return again;
}

/* The successors of the root in their own order. */
static Value develop (Search *s, Window w, Visit *visit, bool scouts) {
  const Known known = window_known(s);
  Node *n = &s->pass.root, child;
  const Player player = n->player;
  Value best = worst_for(player);
  if (!visit_develop(s, n, &child)) return visit_evaluate(s, n);
  link_root(s);
  bound_window(s, n, &w, player, known);
  const Window given = w;
  do {
    Value value = scouts && n->walk.index > 1 ? scout(s, &child, w, player, visit) : visit(s, &child, w.alpha, w.beta);
    if (!better(player, value, best)) visit_dismiss(s, &child);
    else {
      best = value;
      if (raise_window(s, n, &child, best, &w, given, player, known) && !window_open(w) && !(s->pass.strict && w.alpha == w.beta)) {
        trace_cutoff(s, n, best, w);
        break;
      }
    }
  } while (visit_next(s, n, &child));
  return known == BOUNDS ? bounds_hold(s, n, best) : best;
}

Value root_search (Search *s, Window w, Visit *visit, bool scouts) {
  Node *n = &s->pass.root;
  Value value;
  trace_window(s, w.alpha, w.beta);
  if (visit_leaf(s, n)) return visit_evaluate(s, n);
  if (visit_known(s, n, w, &value)) return value;
  visit_player(s, n);
  return develop(s, w, visit, scouts);
}

/*
** With its successors sorted. Its move is to be the leftmost of the best, whatever came first: so a successor left of
** the best so far is asked whether it is as good, one to the right whether it is better.
*/

/* The best successor of the root so far. */
typedef struct Best {
  Value value;
  int64_t index;
} Best;

/*
** Asks whether `child` belongs before the best so far: a null window, and if it does, the window that is left, for its value. It
** opens just before the value already found, so that this value itself would be seen as exact.
*/
static Value challenge (Search *s, const Node *n, Node *child, const Best *best, Window w, Visit *visit) {
  Player player = n->player;
  Value bound = own_side(player, w);
  if (better(player, best->value, bound)) bound = n->walk.index < best->index ? worse(player, best->value) : best->value;
  const Window null = null_window(player, bound);
  Value value = visit(s, child, null.alpha, null.beta);
  if (!better(player, value, bound) || value <= w.alpha || value >= w.beta) return value;
  line_free(&s->lines, child->line);
  narrow(player, worse(player, value), &w);
  return visit(s, child, w.alpha, w.beta);
}

static bool displaces (Player player, int64_t index, Value value, const Best *best) {
  return better(player, value, best->value) || (value == best->value && index < best->index);
}

/* Can a successor still displace the best? Beyond the window only one that is left of it. */
static bool matters (const Node *n, const Best *best, Window w) {
  bool cut = n->player == MAX ? best->value >= w.beta : best->value <= w.alpha;
  return !cut || n->walk.index < best->index;
}

Value root_ordered (Search *s, Window w, int64_t *move, Visit *visit) {
  Node *n = &s->pass.root, child;
  if (!order_first(s, n, &child, *move)) return visit_evaluate(s, n);
  link_root(s);
  bound_window(s, n, &w, n->player, BOUNDS);
  const Window exact = exact_window(s, n, w, n->player, BOUNDS);
  Best best = {visit(s, &child, w.alpha, w.beta), n->walk.index};
  visit_improve(s, n, &child, best.value, exact);
  bool cut = false;
  while (order_next(s, n, &child)) {
    if (!matters(n, &best, w)) {
      cut = true;
      continue;
    }
    Value value = challenge(s, n, &child, &best, w, visit);
    if (displaces(n->player, n->walk.index, value, &best)) {
      best = (Best){value, n->walk.index};
      visit_improve(s, n, &child, value, exact);
    } else visit_dismiss(s, &child);
  }
  if (cut && trace_on(s)) trace_left(s, n, best.value, w);
  *move = best.index;
  order_close(s, n);
  return bounds_hold(s, n, best.value);
}
