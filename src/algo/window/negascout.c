/*
** NegaScout: the first successor is taken to be the best, and the others only have to prove that they are not better, which a
** null window does for less; one that turns out better is searched again, from where the test left it (de Bruin & Pijls,
** "Trends", Fig. 6). The second search may come out at the very value it starts from: then that is exact.
**
** Given a table, a node asks it first and stores what it found, as in Fig. 5.
*/
#include "algo/window/root.h"

static Value inner (Search *s, Node *n, Recall *r, Value alpha, Value beta);

static inline Value leaf_value (Search *s, const Node *n, const Recall *r) {
  Value value = search_evaluate(s, n);
  if (s->table && s->own.remember_leaves) recall_remember_leaf(s, r, value);
  return value;
}

static inline Value look (Search *s, Node *n, Value alpha, Value beta) {
  bool leaf = search_leaf(s, n);
  Recall r;
  Value value;
  if (s->table && (!leaf || s->own.remember_leaves)) {
    if (recall(s, n, &r) && recall_settles(s, n, &r, alpha, beta, &value)) return value;
  } else recall_nothing(&r);
  return leaf ? leaf_value(s, n, &r) : inner(s, n, &r, alpha, beta);
}

static Value visit (Search *s, Node *n, Value alpha, Value beta) {
  bool horizon = s->horizon;
  s->horizon = false;
  Value value = look(s, n, alpha, beta);
  s->horizon |= horizon;
  return value;
}

/* A successor: the first in the whole window, the others in a null window first. */
static specialised Value scout (Search *s, Node *child, Value alpha, Value beta, Player player, bool first) {
  if (first) return visit(s, child, alpha, beta);
  Value from, to;
  null_window(player, player == MAX ? alpha : beta, &from, &to);
  Value value = visit(s, child, from, to);
  if (value <= alpha || value >= beta) return value;
  line_free(&s->lines, child->line);
  return player == MAX ? visit(s, child, value, beta) : visit(s, child, alpha, value);
}

static specialised Value open (Search *s, Node *n, Recall *r, Value alpha, Value beta, bool ordered) {
  Node child;
  if (!first_son(s, n, &child, r->move, ordered)) return leaf_value(s, n, r);
  return n->player == MAX ? visit_sons(s, n, &child, r, alpha, beta, MAX, ordered, scout)
                          : visit_sons(s, n, &child, r, alpha, beta, MIN, ordered, scout);
}

static Value open_ordered (Search *s, Node *n, Recall *r, Value alpha, Value beta) {
  return open(s, n, r, alpha, beta, true);
}

static Value inner (Search *s, Node *n, Recall *r, Value alpha, Value beta) {
  Value value;
  if (search_known(s, n, alpha, beta, &value)) return value;
  recall_narrow(s, n, r);
  return rarely(s->own.order != NULL) ? open_ordered(s, n, r, alpha, beta) : open(s, n, r, alpha, beta, false);
}

static Value root (Search *s, Value alpha, Value beta) {
  Node *n = &s->root;
  Recall r;
  Value value;
  if (search_leaf(s, n)) return search_evaluate(s, n);
  if (search_known(s, n, alpha, beta, &value)) return value;
  recall_nothing(&r);
  if (s->table) {
    recall(s, n, &r);
    recall_forget(&r);
  }
  if (s->own.order == NULL) return open(s, n, &r, alpha, beta, false);
  value = root_ordered(s, alpha, beta, &r.move, visit);
  if (s->table) recall_remember(s, &r, alpha, beta, value);
  return value;
}

static void run (Search *s) {
  Value value = root(s, s->alpha, s->beta);
  follow_table(s, value);
  search_conclude(s, value);
}

const Algorithm negascout = {
  .id = "negascout", .title = "NegaScout", .family = "window", .source = "de Bruin & Pijls, Trends, Fig. 6",
  .needs = "", .options = "window table order remember_leaves", .informed = true, .run = run
};
