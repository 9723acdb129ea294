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
  int64_t tried;        /* the number of the son that was visited first, out of its turn: the table's move; 0: none was */
  bool sorted;          /* the sons come sorted, else in their own order */
} Scan;

/*
** The son that the table knows to be good comes before the others, if that is all their order. Where asking for sons costs nothing to
** speak of (compiled rules) they are gone over twice.
*/
static specialised bool first_son (Scan *scan, Node *child) {
  Search *s = scan->s;
  Node *n = scan->node;
  const int64_t move = scan->recall->move;
  if (scan->sorted) {
    visit_lend(s, n);
    return order_first(s, n, child, move);
  }
  if (!visit_first(s, n, child)) return false;
  if (!GAME_TWICE || !s->table_first || move <= 1) return true;
  while (n->walk.index < move)
    if (!visit_next(s, n, child)) return visit_again(s, n, child);
  scan->tried = move;
  return true;
}

static specialised bool next_son (const Scan *scan, Node *child) {
  Search *s = scan->s;
  Node *n = scan->node;
  if (scan->sorted) return order_next(s, n, child);
  if (!GAME_TWICE || scan->tried == 0) return visit_next(s, n, child);
  bool more = n->walk.index == scan->tried ? visit_again(s, n, child) : visit_next(s, n, child);
  if (more && n->walk.index == scan->tried) more = visit_next(s, n, child);
  return more;
}

/* The rest is cut off, if there is any. */
static specialised void tell_cut (const Scan *scan, Value value, Window w) {
  if (!scan->sorted) trace_cutoff(scan->s, scan->node, value, w);
  else if (trace_on(scan->s) && order_left(scan->s, scan->node)) trace_left(scan->s, scan->node, value, w);
}

/*
** The successors from `child` on. What comes out is stored: bounds by the window that the node was given. Where that is closed by a
** bound of the node nothing lies beyond, so that there the value is exact.
*/
static specialised Value tt_sons (Scan *scan, Node *child, Window w, Player player) {
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
  if (scan->sorted) order_leave(s, n, cut);
  g = search_within(s, n, g);
  if (s->table && (!GAME_REPEATS || s->rests >= n->ply)) recall_remember(s, scan->recall, given, g);
  return g;
}

/* A node that turns out to have no successors. */
static specialised Value tt_end (Search *s, const Node *n, const Recall *r) {
  Value value = visit_evaluate(s, n);
  if (s->table && s->remember_leaves) recall_remember_leaf(s, r, value);
  return value;
}

static specialised Value tt_open (Search *s, Node *n, Recall *r, Window w, bool sorted, bool root) {
  Node child;
  Scan scan = {s, n, r, 0, sorted};
  if (!first_son(&scan, &child)) return tt_end(s, n, r);
  if (root) return tt_sons(&scan, &child, w, n->player);        /* but once: not specialised */
  return n->player == MAX ? tt_sons(&scan, &child, w, MAX) : tt_sons(&scan, &child, w, MIN);
}

/* A node that is no leaf by its own word. */
static specialised Value tt_search (Search *s, Node *n, Window w, bool sorted) {
  Recall r;
  Value value;
  if (!s->table) recall_nothing(&r);
  else if (recall(s, n, &r) && recall_settles(s, n, &r, w, &value)) return value;
  if (visit_known(s, n, w, &value)) return value;
  recall_narrow(s, n, &r);
  return tt_open(s, n, &r, w, sorted, false);
}

/*
** Whether a leaf below lay at the horizon is known of this node by itself, and then of those above it too. Where positions may repeat,
** what rests on a repetition of a node above this one rests on it for its father as well.
*/
static specialised Found tt_below (Search *s, Node *n, Window w, bool sorted) {
  bool horizon = s->horizon;
  int rests = s->rests;
  s->horizon = false;
  if (GAME_REPEATS) s->rests = NO_HORIZON;
  Value value = tt_search(s, n, w, sorted);
  s->horizon |= horizon;
  if (GAME_REPEATS && (s->rests >= n->ply || rests < s->rests)) s->rests = rests;
  return (Found){value, n->line};
}

static Found tt_inner (Search *s, NODE, Value alpha, Value beta) {
  Node n;
  NODE_ENTERED(&n);
  return tt_below(s, &n, (Window){alpha, beta}, false);
}

static __attribute__((noinline)) Found tt_sorted (Search *s, NODE, Value alpha, Value beta) {
  Node n;
  NODE_ENTERED(&n);
  return tt_below(s, &n, (Window){alpha, beta}, true);
}

/* A leaf that the table may know, and is to keep. */
static __attribute__((noinline)) Value tt_leaf (Search *s, NODE, Value alpha, Value beta, bool terminal) {
  Node n;
  Recall r;
  Value value;
  NODE_ENTERED(&n);
  bool horizon = s->horizon;
  s->horizon = !terminal;
  if (!recall(s, &n, &r) || !recall_settles(s, &n, &r, (Window){alpha, beta}, &value)) {
    value = visit_evaluate(s, &n);
    recall_remember_leaf(s, &r, value);
  }
  s->horizon |= horizon;
  return value;
}

/* Fig. 5. */
static specialised Value tt_visit (Search *s, Node *n, Value alpha, Value beta) {
  Leaf leaf = visit_enter(s, n);
  trace_window(s, alpha, beta);
  if (leaf == NO_LEAF)
    return found_of(n, rarely(s->sorted) ? tt_sorted(s, NODE_DOWN(n), alpha, beta) : tt_inner(s, NODE_DOWN(n), alpha, beta));
  if (s->remember_leaves && s->table && leaf != REPEATED) return tt_leaf(s, NODE_DOWN(n), alpha, beta, leaf == TERMINAL);
  return visit_evaluate(s, n);
}

/* A son of the root, whose own sons come sorted: there it need not be fast. */
static Value tt_visit_son (Search *s, Node *n, Value alpha, Value beta) { return tt_visit(s, n, alpha, beta); }

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
  s->sorted = s->order && !(GAME_TWICE && s->table_first);
  if (s->table) recall(s, n, &r);
  value = s->order ? root_ordered(s, w, &r.move, tt_visit_son) : tt_open(s, n, &r, w, false, true);
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
