/*
** Alpha-beta with a transposition table: de Bruin & Pijls, "Trends", Fig. 5, where it is explained. Here because two algorithms
** are made of it: ttalphabeta calls it once, mtd again and again.
**
** A node first asks the table. What was proved of it with as many plies to go either settles it, or narrows the window. What
** then comes out is stored: an upper bound if it is below beta, a lower bound if it is above alpha, alpha and beta being the
** narrowed ones. So the bounds of an entry only ever get better, and with room for all a leaf is evaluated once.
*/
#ifndef GTS_TT_H
#define GTS_TT_H

#include "algo/window/root.h"

static Value tt_inner (Search *s, Node *n, Value alpha, Value beta);

/* A leaf that is to be remembered. */
static Value tt_leaf (Search *s, Node *n, Value alpha, Value beta) {
  Recall r;
  Value value;
  if (recall(s, n, &r) && recall_settles(s, n, &r, alpha, beta, &value)) return value;
  value = search_evaluate(s, n);
  recall_remember_leaf(s, &r, value);
  return value;
}

static inline Value tt_visit (Search *s, Node *n, Value alpha, Value beta) {
  Value value;
  bool horizon = s->horizon;
  s->horizon = false;
  if (!search_leaf(s, n)) value = tt_inner(s, n, alpha, beta);
  else if (s->own.remember_leaves) value = tt_leaf(s, n, alpha, beta);
  else value = search_evaluate(s, n);
  s->horizon |= horizon;
  return value;
}

static specialised Value tt_son (Search *s, Node *child, Value alpha, Value beta, Player player, bool first) {
  (void)player;
  (void)first;
  return tt_visit(s, child, alpha, beta);
}

static specialised Value tt_open (Search *s, Node *n, Recall *r, Value alpha, Value beta, bool ordered) {
  Node child;
  if (!first_son(s, n, &child, r->move, ordered)) {
    Value value = search_evaluate(s, n);
    recall_remember_leaf(s, r, value);
    return value;
  }
  return n->player == MAX ? visit_sons(s, n, &child, r, alpha, beta, MAX, ordered, tt_son)
                          : visit_sons(s, n, &child, r, alpha, beta, MIN, ordered, tt_son);
}

static Value tt_ordered (Search *s, Node *n, Recall *r, Value alpha, Value beta) {
  return tt_open(s, n, r, alpha, beta, true);
}

static Value tt_inner (Search *s, Node *n, Value alpha, Value beta) {
  Recall r;
  Value value;
  bool found = recall(s, n, &r);
  if (found && recall_settles(s, n, &r, alpha, beta, &value)) return value;
  if (search_known(s, n, alpha, beta, &value)) return value;
  if (found) recall_narrow(s, n, &r);
  return rarely(s->own.order != NULL) ? tt_ordered(s, n, &r, alpha, beta) : tt_open(s, n, &r, alpha, beta, false);
}

/*
** The root takes from the table only what to try first: what is known of it already would come without a move. With `settle` its
** bounds may answer for it, if they lie outside the window. *leaf: it has no successors, and there is nothing more to ask.
*/
static Value tt_root (Search *s, Value alpha, Value beta, bool settle, bool *leaf) {
  Node *n = &s->root;
  Recall r;
  Value value;
  *leaf = search_leaf(s, n);
  if (*leaf) return search_evaluate(s, n);
  if (search_known(s, n, settle ? alpha : -INFINITY, settle ? beta : INFINITY, &value)) return value;
  recall(s, n, &r);
  recall_forget(&r);
  value = s->own.order ? root_ordered(s, alpha, beta, &r.move, tt_visit) : tt_open(s, n, &r, alpha, beta, false);
  *leaf = n->line == NULL;
  if (s->own.order && !*leaf) recall_remember(s, &r, alpha, beta, value);
  return value;
}

#endif
