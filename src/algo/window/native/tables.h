/*
** The search of algo/window/search.c with a table, below the root, written for speed: a visit is inlined where nodes are many, positions
** are handed down in registers (NODE), and what is rare stands out of line.
*/
#pragma once

#include "algo/window/root.h"
#include "search/successors.h"

static Value tt_visit_child (Search *s, Node *n, Value alpha, Value beta);
static ALWAYS_INLINE Value tt_visit (Search *s, Node *n, Value alpha, Value beta);

/*
** Visits `child`. Once in the code, for a visit is long; `out`: by a call, where the node is one of few, or its children take long by
** themselves.
*/
static ALWAYS_INLINE Value tt_child (const Successors *it, Node *child, Window w, Player player, bool first, bool out) {
  Search *s = it->s;
  const bool tests = SCOUTS && !first;
  Window asked = tests ? null_window(player, own_side(player, w)) : w;
  Value sought = 0;
  for (bool again = false;; again = true) {
    if (out) s->team.exclusive = !again && successors_may_defer(it, first);
    Value value = out ? tt_visit_child(s, child, asked.alpha, asked.beta) : tt_visit(s, child, asked.alpha, asked.beta);
    if (out) s->team.exclusive = false;
    if (again) seek_again(s, player, sought);
    if (!tests || again || is_deferred(value) || value <= w.alpha || value >= w.beta) return value;
    visit_dismiss(s, child);
    sought = seek(s, player, value);
    asked = w;
    narrow(player, value, &asked);
  }
}

/* Fig. 5, the loop over the children, from `child` on, and what is stored: bounds by the window that the node was given. */
static ALWAYS_INLINE Value tt_children (Successors *it, Probe *p, Node *child, Window w, Player player, bool lends, bool out) {
  Search *s = it->s;
  Node *n = it->node;
  bound_window(s, n, &w);
  const Window narrowed = w;
  Value g = worst_for(player);
  bool first = true, cut = false;
  do {
    Value value = tt_child(it, child, w, player, first, out);
    if (is_deferred(value)) {
      if (!successors_defer(it)) return successors_abandon(it);
      continue;
    }
    first = false;
    if (better(player, value, g)) {
      g = value;
      if (!raise_window(s, n, child, g, &w, narrowed)) continue;
      p->move = n->walk.index;
      cut = !window_open(w);
    } else visit_dismiss(s, child);
  } while (!cut && successors_next(it, child, lends));
  successors_close(it, cut);
  g = bounds_hold(s, n, g);
  if (s->table) probe_store(s, p, n->ply, open_beyond(n, narrowed), g);
  return g;
}

/* Develops `n`, of which the table knows *p. `lends`: its successors are asked for out of line. */
static ALWAYS_INLINE Value tt_develop (Search *s, Node *n, Probe *p, Window w, bool lends, bool shared, bool out) {
  Node child;
  probe_player(s, n);
  Successors it = successors_of(s, n, p->move, lends, shared);
  if (!successors_first(&it, &child, lends)) return probe_evaluate(s, n, p);
  return tt_children(&it, p, &child, w, n->player, lends, out);
}

/* Looks `n` up. Bounds that cost little are asked for meanwhile, while its slot is on the way to the cache. */
static ALWAYS_INLINE bool tt_probe (Search *s, Node *n, Probe *p) {
  probe_begin(s, n, p);
  if (GAME_BOUNDS_QUICK) {
    table_will_look(s->table, p->hash);
    n->lower = -INFINITY;
    n->upper = INFINITY;
    game_bounds(s->game, &n->position, &n->lower, &n->upper);
  }
  return probe_end(s, p);
}

/* A node that is no leaf by its own word. */
static ALWAYS_INLINE Value tt_search (Search *s, Node *n, Window w, bool lends) {
  Probe p;
  Busy busy;
  Value value;
  if (!s->table) probe_nothing(&p);
  else if (tt_probe(s, n, &p) && probe_settles(s, n, &p, w, &value)) return value;
  if (visit_known_by(s, n, w, &value, GAME_BOUNDS_QUICK && s->table)) return value;
  const bool shared = lends && share_wants(s, n->ply);
  if (shared && !busy_enter(s, &busy, &p, w)) return DEFERRED;
  probe_narrow(s, n, &p);
  value = tt_develop(s, n, &p, w, lends, shared, lends);
  return shared ? busy_leave(s, &busy, value) : value;
}

static ALWAYS_INLINE Found tt_below (Search *s, Node *n, Window w, bool lends) {
  const Basis above = s->pass.basis;            /* on the stack once in each ply, and not a second time as a result */
  basis_clear(s);
  Value value = tt_search(s, n, w, lends);
  basis_end(s, above, n->ply);
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
  Probe p;
  Value value;
  NODE_ENTERED(&n);
  const Basis above = basis_begin(s);
  s->pass.basis.horizon = !terminal;
  if (SEARCH_SELECTS) s->pass.basis.selection = visit_knows(s);
  if (!probe(s, &n, &p) || !probe_settles(s, &n, &p, (Window){alpha, beta}, &value)) value = probe_evaluate(s, &n, &p);
  basis_end(s, above, n.ply);
  return value;
}

/* Are the children of `n` asked for out of line? Yes if they are sorted, or other threads may search them. */
static ALWAYS_INLINE bool tt_lends (const Search *s, const Node *n) {
  return UNLIKELY(s->order.lends) && (s->order.sorted || share_wants(s, n->ply));
}

/* Fig. 5. */
static ALWAYS_INLINE Value tt_visit (Search *s, Node *n, Value alpha, Value beta) {
  Leaf leaf = visit_enter(s, n);
  if (leaf == NO_LEAF)
    return found_of(n, tt_lends(s, n) ? tt_lent(s, NODE_DOWN(n), alpha, beta) : tt_inner(s, NODE_DOWN(n), alpha, beta));
  if (probe_keeps_leaves(s) && leaf != REPEATED) return tt_leaf(s, NODE_DOWN(n), alpha, beta, leaf == TERMINAL);
  return visit_evaluate(s, n);
}

/* tt_visit, compiled once, out of line. */
static __attribute__((noinline)) Value tt_visit_child (Search *s, Node *n, Value alpha, Value beta) { return tt_visit(s, n, alpha, beta); }

/* The root is the engine's: one node of millions. */
static inline Value search_root (Search *s, Window w, bool settle, bool *leaf) {
  s->order.sorted = s->order.by && !(GAME_TWICE && s->order.table_first);
  s->order.lends = s->order.sorted || s->team.parallel;
  game_lend_walks(s->game, 0);
  return window_search(s, w, SCOUTS, settle, leaf, tt_visit_child);
}
