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
#include "search/share.h"

/*
** Which window a son is asked in, when its father has (w) left: the including file chooses. `first`: it is the first son that is visited.
*/
static specialised Window tt_ask (Window w, Player player, bool first);

/* Is a son that was asked in another window than (w), and came out with `value`, to be asked once more? Then in the window *again. */
static specialised bool tt_ask_again (Window w, Player player, Value value, Window *again);

/*
** A node whose sons are visited. What is the same for all nodes of a kind is no part of it but handed down, so that it is certain where
** it is compiled: `lends`, the sons are asked for out of line; `rare`, there are few such nodes, or they take long by themselves.
*/
typedef struct Scan {
  Search *s;
  Node *node;
  Recall *recall;       /* what the table knew of it, and the best move */
  int64_t first;        /* the number of the son that comes out of its turn, before the others; 0: none */
  bool seeks;           /* and it is sought, or was found just now */
  bool sorted;          /* the sons come sorted, else in their own order */
  bool crowded;         /* those that others are at may be put off; see share.h */
  bool again;           /* all others were visited: now those that were put off */
  uint64_t put_off;     /* bit i for son number i + 1 */
} Scan;

#define MOST_PUT_OFF 64         /* the greatest number of a son that may be put off */

static specialised uint64_t bit_of (int64_t number) { return UINT64_C(1) << (number - 1); }

/* May the son that the node stands at be put off? Not the first, for all begin together. */
static specialised bool may_put_off (const Scan *scan, bool first) {
  return scan->crowded && !first && !scan->again && scan->node->walk.index <= MOST_PUT_OFF;
}

/*
** The next son in their own order; but the table's move, number `first`, is sought before all others and passed over in its turn. The
** one place where sons are asked for: they are compiled into it.
*/
static specialised bool step (Scan *scan, Node *child) {
  Search *s = scan->s;
  Node *n = scan->node;
  for (;;) {
    bool more = true;
    if (GAME_TWICE && scan->first && visit_has_moves(s)) {      /* those on the way to it, and itself in its turn, are not made */
      const int64_t before = scan->seeks ? scan->first - 1 : n->walk.index + 1 == scan->first ? scan->first : 0;
      while (more && n->walk.index < before) more = visit_step(s, n);
    }
    more = more && visit_next(s, n, child);
    if (!GAME_TWICE || scan->first == 0) return more;
    if (scan->seeks) {
      if (more && n->walk.index == scan->first) return true;
      if (more) continue;
      scan->first = 0;                          /* there is no such move: from the beginning */
      game_open_walk(&n->walk, n->ply);
    } else if (!more || n->walk.index != scan->first) return more;
  }
}

/* Makes sure who moves at `n`: the key that it was looked up by may have told. */
static specialised void tt_player (Search *s, Node *n) {
  if (!s->table || !key_tells_player(s->game)) visit_player(s, n);
}

/* Sons that are asked for out of line; at the end those that were put off once more. */

static __attribute__((noinline)) bool lent_first (const Scan *scan, Node *child) {
  visit_lend(scan->s, scan->node);
  return scan->sorted ? order_first(scan->s, scan->node, child, scan->recall->move) : order_own_first(scan->s, scan->node, child);
}

static seldom bool lent_again (Scan *scan, Node *child) {
  int64_t number = 1;
  while (!(scan->put_off & bit_of(number))) number++;
  scan->put_off &= ~bit_of(number);
  scan->again = true;
  game_lend_walks(scan->s->game, scan->node->ply);      /* those below have used the places of its walks */
  return scan->sorted ? order_again(scan->s, scan->node, child, number) : order_own_again(scan->s, scan->node, child, number);
}

static __attribute__((noinline)) bool lent_next (Scan *scan, Node *child) {
  if (!scan->again && (scan->sorted ? order_next(scan->s, scan->node, child) : order_own_next(scan->s, scan->node, child))) return true;
  return rarely(scan->put_off != 0) && lent_again(scan, child);
}

/*
** The first son. One that the table knows to be good comes first, if that is all their order. Where asking for sons costs nothing to speak
** of (compiled rules) they are gone over twice.
*/
static specialised bool first_son (Scan *scan, Node *child, bool lends) {
  Search *s = scan->s;
  Node *n = scan->node;
  const int64_t move = scan->recall->move;
  tt_player(s, n);
  if (lends) return lent_first(scan, child);
  visit_open(s, n, child);
  scan->first = GAME_TWICE && s->table_first && move > 1 ? move : 0;
  scan->seeks = scan->first > 0;
  return step(scan, child);
}

static specialised bool next_son (Scan *scan, Node *child, bool lends) {
  Node *n = scan->node;
  if (lends) return lent_next(scan, child);
  if (GAME_TWICE && scan->seeks) {
    scan->seeks = false;
    game_open_walk(&n->walk, n->ply);
  }
  return step(scan, child);
}

static Value tt_visit_son (Search *s, Node *n, Value alpha, Value beta);
static specialised Value tt_visit (Search *s, Node *n, Value alpha, Value beta);

/* Visits a son. Once in the code, for a visit is long. */
static specialised Value visit_son (const Scan *scan, Node *child, Window w, Player player, bool first, bool rare) {
  Search *s = scan->s;
  Window asked = tt_ask(w, player, first);
  bool again = false;
  for (;;) {
    if (rare) s->exclusive = !again && may_put_off(scan, first) && share_wants(s, child->ply);
    Value value = rare ? tt_visit_son(s, child, asked.alpha, asked.beta) : tt_visit(s, child, asked.alpha, asked.beta);
    if (rare) s->exclusive = false;
    if (first || again || (rare && is_put_off(value)) || !tt_ask_again(w, player, value, &asked)) return value;
    line_free(&s->lines, child->line);
    again = true;
  }
}

/* The rest is cut off, if there is any. */
static specialised void tell_cut (const Scan *scan, Value value, Window w) {
  if (!scan->sorted) trace_cutoff(scan->s, scan->node, value, w);
  else if (trace_on(scan->s) && order_left(scan->s, scan->node)) trace_left(scan->s, scan->node, value, w);
}

/* The window of a node, open where it is closed by a bound of the node: nothing lies beyond, so that there the value is exact. */
static specialised Window open_beyond (const Node *n, Window w) {
  return (Window){w.alpha <= n->lower ? -INFINITY : w.alpha, w.beta >= n->upper ? INFINITY : w.beta};
}

/* The successors from `child` on. What comes out is stored: bounds by the window that the node was given. */
static specialised Value tt_sons (Scan *scan, Node *child, Window w, Player player, bool lends, bool rare) {
  Search *s = scan->s;
  Node *n = scan->node;
  bound_window(s, n, &w, player, BOUNDS);
  const Window narrowed = w;
  Value g = worst_for(player);
  bool first = true, cut = false;
  do {
    Value value = visit_son(scan, child, w, player, first, rare);
    if (rare && is_put_off(value)) {
      scan->put_off |= bit_of(n->walk.index);
      continue;
    }
    first = false;
    if (better(player, value, g)) {
      g = value;
      if (!raise_window(s, n, child, g, &w, narrowed, player, BOUNDS)) continue;
      scan->recall->move = n->walk.index;
      cut = !window_open(w);
    } else visit_dismiss(s, child);
  } while (!cut && next_son(scan, child, lends));
  if (cut) tell_cut(scan, g, w);
  if (scan->sorted) order_leave(s, n, cut);
  g = search_within(s, n, g);
  if (s->table && (!GAME_REPEATS || s->rests >= n->ply)) recall_remember(s, scan->recall, open_beyond(n, narrowed), g);
  return g;
}

/* A node that turns out to have no successors. */
static specialised Value tt_end (Search *s, const Node *n, const Recall *r) {
  Value value = visit_evaluate(s, n);
  if (s->table && s->remember_leaves) recall_remember_leaf(s, r, value);
  return value;
}

static specialised Value tt_open (Search *s, Node *n, Recall *r, Window w, bool lends, bool crowded, bool root) {
  Node child;
  Scan scan = {.s = s, .node = n, .recall = r};
  if (lends) {
    scan.crowded = crowded;
    scan.sorted = s->sorted || s->order;
  }
  if (!first_son(&scan, &child, lends)) return tt_end(s, n, r);
  return tt_sons(&scan, &child, w, n->player, lends, lends || root);
}

/* A node that is no leaf by its own word. */
static specialised Value tt_search (Search *s, Node *n, Window w, bool lends) {
  Recall r;
  Value value;
  if (!s->table) recall_nothing(&r);
  else if (recall(s, n, &r) && recall_settles(s, n, &r, w, &value)) return value;
  if (visit_known(s, n, w, &value)) return value;
  const bool crowded = lends && share_wants(s, n->ply);
  if (crowded && share_enter(s, r.hash, n->ply, s->exclusive)) return PUT_OFF;
  recall_narrow(s, n, &r);
  value = tt_open(s, n, &r, w, lends, crowded, false);
  if (crowded) share_leave(s, r.hash, n->ply);
  return value;
}

/*
** Whether a leaf below lay at the horizon is known of this node by itself, and then of those above it too. Where positions may repeat,
** what rests on a repetition of a node above this one rests on it for its father as well.
*/
static specialised Found tt_below (Search *s, Node *n, Window w, bool lends) {
  bool horizon = s->horizon;
  int rests = s->rests;
  s->horizon = false;
  if (GAME_REPEATS) s->rests = NO_HORIZON;
  Value value = tt_search(s, n, w, lends);
  s->horizon |= horizon;
  if (GAME_REPEATS && (s->rests >= n->ply || rests < s->rests)) s->rests = rests;
  return (Found){value, n->line};
}

static Found tt_inner (Search *s, NODE, Value alpha, Value beta) {
  Node n;
  NODE_ENTERED(&n);
  return tt_below(s, &n, (Window){alpha, beta}, false);
}

static __attribute__((noinline)) Found tt_lent (Search *s, NODE, Value alpha, Value beta) {
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

/* Are the sons of a node asked for out of line? Because they are sorted, or others may be at them. */
static specialised bool tt_lends (const Search *s, const Node *n) { return rarely(s->lends) && (s->sorted || share_wants(s, n->ply)); }

/* Fig. 5. */
static specialised Value tt_visit (Search *s, Node *n, Value alpha, Value beta) {
  Leaf leaf = visit_enter(s, n);
  trace_window(s, alpha, beta);
  if (leaf == NO_LEAF)
    return found_of(n, tt_lends(s, n) ? tt_lent(s, NODE_DOWN(n), alpha, beta) : tt_inner(s, NODE_DOWN(n), alpha, beta));
  if (s->remember_leaves && s->table && leaf != REPEATED) return tt_leaf(s, NODE_DOWN(n), alpha, beta, leaf == TERMINAL);
  return visit_evaluate(s, n);
}

/* The same out of line. */
static __attribute__((noinline)) Value tt_visit_son (Search *s, Node *n, Value alpha, Value beta) { return tt_visit(s, n, alpha, beta); }

/*
** The root takes from the table only what to try first: what is known of it already would come without a move. With `settle` its
** bounds may answer for it, if they lie outside the window. *leaf: it has no successors, and there is nothing more to ask.
*/
static seldom Value tt_root (Search *s, Window w, bool settle, bool *leaf) {
  Node *n = &s->root;
  Recall r;
  Value value;
  *leaf = visit_leaf(s, n);
  trace_window(s, w.alpha, w.beta);
  if (*leaf) return visit_evaluate(s, n);
  if (visit_known(s, n, settle ? w : WHOLE_WINDOW, &value)) return value;
  recall_nothing(&r);
  s->sorted = s->order && !(GAME_TWICE && s->table_first);
  s->lends = s->sorted || s->crowded;
  if (rarely(s->helper > 0)) {                  /* nobody asks it for a move: the root is a node like others */
    Found found = tt_lent(s, NODE_DOWN(n), w.alpha, w.beta);
    return found_of(n, found);
  }
  if (s->table) recall(s, n, &r);
  if (s->order) tt_player(s, n);
  value = s->order ? root_ordered(s, w, &r.move, tt_visit_son) : tt_open(s, n, &r, w, false, false, true);
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
