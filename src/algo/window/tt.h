/*
** Alpha-beta with a transposition table: de Bruin & Pijls, "Trends", Fig. 5. A template: whoever includes it defines tt_son, which
** says how a son is visited. So ttalphabeta, mtd and negascout are one search.
**
** A node first asks the table. What was proved of it with as many plies to go either settles it, or narrows the window. What
** then comes out is stored: an upper bound if it is below beta, a lower bound if it is above alpha, alpha and beta being the
** narrowed ones. So the bounds of an entry only ever get better, and with room for all a leaf is evaluated once.
**
** Without a table (negascout needs none) nothing is asked and nothing stored. With the option remember_leaves = false the values of
** leaves are left out.
*/
#ifndef GTS_TT_H
#define GTS_TT_H

#include "algo/window/root.h"
#include "search/follow.h"
#include "search/recall.h"

/* Visits a son, by tt_visit, in a window that the including file chooses. `first`: it is the first that its father visits. */
static specialised Value tt_son (Search *s, Node *child, Window w, Player player, bool first);

/* A node whose sons are visited. */
typedef struct Scan {
  Search *s;
  Node *node;
  Recall *recall;       /* what the table knew of it, and the best move */
  bool ordered;         /* the sons come sorted, else in their own order */
} Scan;

static specialised bool next_son (const Scan *scan, Node *child) {
  return scan->ordered ? order_next(scan->s, scan->node, child) : visit_next(scan->s, scan->node, child);
}

/* The rest is cut off, if there is any. */
static inline void tell_cut (const Scan *scan, Value value, Window w) {
  if (!scan->ordered) trace_cutoff(scan->s, scan->node, value, w);
  else if (trace_on(scan->s) && order_left(scan->s, scan->node)) trace_left(scan->s, scan->node, value, w);
}

/*
** The successors from `child` on. What comes out is stored: bounds by the window that the node was given. Where that is closed by a
** bound of the node nothing lies beyond, so that there the value is exact.
*/
static specialised Value tt_sons (const Scan *scan, Node *child, Window w, Player player) {
  Search *s = scan->s;
  Node *n = scan->node;
  Window given = {w.alpha <= n->lower ? -INFINITY : w.alpha, w.beta >= n->upper ? INFINITY : w.beta};
  const Window exact = bound_window(s, n, &w, player);
  Value g = worst_for(player);
  bool first = true, cut = false;
  do {
    Value value = tt_son(s, child, w, player, first);
    first = false;
    if (better(player, value, g)) {
      g = value;
      if (!raise_window(s, n, child, g, &w, exact, player)) continue;
      scan->recall->move = n->walk.index;
      cut = !window_open(w);
    } else visit_dismiss(s, child);
  } while (!cut && next_son(scan, child));
  if (cut) tell_cut(scan, g, w);
  if (scan->ordered) order_leave(s, n, cut);
  g = search_within(s, n, g);
  if (s->table && s->rests >= n->ply) recall_remember(s, scan->recall, given, g);
  return g;
}

static inline Value tt_leaf (Search *s, const Node *n, const Recall *r) {
  Value value = visit_evaluate(s, n);
  if (s->table && s->remember_leaves) recall_remember_leaf(s, r, value);
  return value;
}

static specialised Value tt_open (Search *s, Node *n, Recall *r, Window w, bool ordered) {
  Node child;
  if (!(ordered ? order_first(s, n, &child, r->move) : visit_first(s, n, &child))) return tt_leaf(s, n, r);
  const Scan scan = {s, n, r, ordered};
  return n->player == MAX ? tt_sons(&scan, &child, w, MAX) : tt_sons(&scan, &child, w, MIN);
}

static Value tt_ordered (Search *s, Node *n, Recall *r, Value alpha, Value beta) {
  return tt_open(s, n, r, (Window){alpha, beta}, true);
}

/* A node that is no leaf by its own word, and whose value the table does not say. */
static Value tt_inner (Search *s, Node *n, Recall *r, Value alpha, Value beta) {
  const Window w = {alpha, beta};
  Value value;
  if (visit_known(s, n, w, &value)) return value;
  recall_narrow(s, n, r);
  return rarely(s->order != NULL) ? tt_ordered(s, n, r, alpha, beta) : tt_open(s, n, r, w, false);
}

static inline Value tt_look (Search *s, Node *n, Value alpha, Value beta) {
  bool leaf = visit_leaf(s, n);
  Recall r;
  Value value;
  trace_window(s, alpha, beta);
  if (GAME_REPEATS && rarely(s->repeated)) return visit_evaluate(s, n);
  if (!s->table || (leaf && !s->remember_leaves)) recall_nothing(&r);
  else if (recall(s, n, &r) && recall_settles(s, n, &r, (Window){alpha, beta}, &value)) return value;
  return leaf ? tt_leaf(s, n, &r) : tt_inner(s, n, &r, alpha, beta);
}

/*
** Fig. 5. Whether a leaf below lay at the horizon is known of this node by itself, and then of those above it too. Where positions may
** repeat, what rests on a repetition of a node above this one rests on it for its father as well.
*/
static Value tt_visit (Search *s, Node *n, Value alpha, Value beta) {
  bool horizon = s->horizon;
  int rests = s->rests;
  s->horizon = false;
  if (rarely(s->path != NULL)) s->rests = NO_HORIZON;
  Value value = tt_look(s, n, alpha, beta);
  s->horizon |= horizon;
  if (rarely(s->path != NULL) && (s->rests >= n->ply || rests < s->rests)) s->rests = rests;
  return value;
}

/*
** The root takes from the table only what to try first: what is known of it already would come without a move. With `settle` its
** bounds may answer for it, if they lie outside the window. *leaf: it has no successors, and there is nothing more to ask.
*/
static Value tt_root (Search *s, Window w, bool settle, bool *leaf) {
  Node *n = &s->root;
  Recall r;
  Value value;
  *leaf = visit_leaf(s, n);
  trace_window(s, w.alpha, w.beta);
  if (*leaf) return visit_evaluate(s, n);
  if (visit_known(s, n, settle ? w : WHOLE_WINDOW, &value)) return value;
  recall_nothing(&r);
  if (s->table) recall(s, n, &r);
  value = s->order ? root_ordered(s, w, &r.move, tt_visit) : tt_open(s, n, &r, w, false);
  *leaf = n->line == NULL;      /* a root that has successors always has a line */
  if (s->order && s->table && !*leaf) recall_remember(s, &r, w, value);
  return value;
}

/* An algorithm that searches the root once. */
static inline void tt_run (Search *s) {
  bool leaf;
  Value value = tt_root(s, s->window, true, &leaf);
  follow_table(s, value);
  publish_conclusion(s, value);
}

#endif
