/*
** Alpha-beta and NegaScout, fail-soft, with a table if there is one: de Bruin & Pijls, "Trends", Fig. 3, 5 and 6.
**
** A visit returns f with (Lemma 1):
**   f <= alpha         f is an upper bound on the value of the node (it fails low);
**   alpha < f < beta   f is the value;
**   f >= beta          f is a lower bound (it fails high).
**
** With bounds L <= value <= U for every node this is the informed alpha-beta of Pijls & de Bruin, "A framework", Fig. 5: a node whose
** bounds meet or lie outside the window is not searched, and otherwise they narrow the window. (The figure narrows the side of the player
** to move and compares with the other; since U never grows from a MAX node to its children and L never falls from a MIN node to its,
** narrowing both is the same.) Without bounds L is -inf, U is +inf, and what is left is alpha-beta as Knuth & Moore have it.
**
** With a table a node asks it first. What was proved of the node with as many plies to go settles it, or narrows the window; what comes out
** is stored: an upper bound if it is below beta, a lower bound if it is above alpha, alpha and beta being the narrowed ones. So the bounds
** of an entry only ever get better, and with room for all a leaf is evaluated once.
**
** In which order successors come is in search/successors.h, what an entry proves in search/probe.h, how a window moves in search/window.h.
** Where threads share the table, a child that another one is at is DEFERRED: visited behind the others (ABDADA, search/busy.h).
*/
#include "algo/window/search.h"

#include "algo/window/root.h"
#include "search/busy.h"
#include "search/probe.h"
#include "search/successors.h"

/* Visits a node: by `visit` below, or, in a unit of compiled rules, by the same in its form. */
static inline Value visit_child (Search *s, Node *child, Window w) { return s->pass.visit(s, child, w.alpha, w.beta); }

/*
** The value of the successor where the node stands, in the window `w` that is left. NegaScout (Fig. 6): behind the first, a null window
** asks whether it is better than the best so far, and only then is it searched again, from where that has ended.
*/
static ALWAYS_INLINE Value search_child (const Successors *it, Node *child, Window w, bool first) {
  Search *s = it->s;
  const Player player = it->node->player;
  const bool tests = s->pass.scouts && !first;
  const Window asked = tests ? null_window(player, own_side(player, w)) : w;
  s->team.exclusive = successors_may_defer(it, first) && share_wants(s, child->ply);
  Value value = visit_child(s, child, asked);
  s->team.exclusive = false;
  if (!tests || is_deferred(value) || value <= w.alpha || value >= w.beta) return value;
  line_free(&s->lines, child->line);
  const Value sought = seek(s, player, value);
  value = visit_child(s, child, player == MAX ? (Window){value, w.beta} : (Window){w.alpha, value});
  seek_again(s, player, sought);
  return value;
}

/* Does the window, moved up to the best value, cut off the other successors? */
static inline bool cuts (const Search *s, Window w) { return !window_open(w) && !(s->pass.strict && w.alpha == w.beta); }

/* Fig. 3 and 5: the successors of a node, from `child` on, and what is stored. */
static ALWAYS_INLINE Value search_children (Successors *it, Probe *p, Node *child, Window w) {
  Search *s = it->s;
  Node *n = it->node;
  const Player player = n->player;
  bound_window(s, n, &w, player);
  const Window narrowed = w;
  Value best = worst_for(player);
  bool first = true, cut = false;
  do {
    const Value value = search_child(it, child, w, first);
    if (is_deferred(value)) {                   /* another thread is at it */
      if (s->team.known) return successors_abandon(it);
      successors_defer(it);
      continue;
    }
    first = false;
    if (!better(player, value, best)) visit_dismiss(s, child);
    else {
      best = value;
      if (!raise_window(s, n, child, best, &w, narrowed, player)) continue;
      p->move = n->walk.index;
      cut = cuts(s, w);
    }
  } while (!cut && successors_next(it, child, true));
  if (cut) successors_trace_cut(it, best, w);
  successors_close(it, cut);
  best = bounds_hold(s, n, best);
  if (s->table) probe_store(s, p, n->ply, open_beyond(n, narrowed), best);
  return best;
}

/* Develops `n`, of which the table knows *p. */
static ALWAYS_INLINE Value develop (Search *s, Node *n, Probe *p, Window w, bool shared) {
  Node child;
  probe_player(s, n);
  Successors it = successors_of(s, n, p->move, s->order.sorted, shared);
  if (successors_first(&it, &child, true)) {
    if (UNLIKELY(n->ply == 0)) root_link(s);
    return search_children(&it, p, &child, w);
  }
  const Value value = visit_evaluate(s, n);
  if (s->table && s->asked.remember_leaves) probe_store_leaf(s, p, n->ply, value);
  return value;
}

/* A node that is a leaf by its own word. */
static Value evaluate (Search *s, Node *n, Leaf leaf, Window w) {
  Probe p;
  Value value;
  if (!s->table || !s->asked.remember_leaves || leaf == REPEATED) return visit_evaluate(s, n);
  if (probe(s, n, &p) && probe_settles(s, n, &p, w, &value)) return value;
  value = visit_evaluate(s, n);
  probe_store_leaf(s, &p, n->ply, value);
  return value;
}

/* Any other node below the root. */
static Value search (Search *s, Node *n, Window w) {
  Probe p;
  Busy busy;
  Value value;
  if (!s->table) probe_nothing(&p);
  else if (probe(s, n, &p) && probe_settles(s, n, &p, w, &value)) return value;
  if (visit_known(s, n, w, &value)) return value;
  const bool shared = share_wants(s, n->ply);
  if (shared && !busy_enter(s, &busy, &p, w)) return DEFERRED;
  probe_narrow(s, n, &p);
  value = develop(s, n, &p, w, shared);
  return shared ? busy_leave(s, &busy, value) : value;
}

/* Visits a node below the root. */
static Value visit (Search *s, Node *n, Value alpha, Value beta) {
  const Window w = {alpha, beta};
  const Basis above = basis_begin(s);
  const Leaf leaf = visit_enter(s, n);
  trace_window(s, alpha, beta);
  const Value value = leaf == NO_LEAF ? search(s, n, w) : evaluate(s, n, leaf, w);
  basis_end(s, above, n->ply);
  return value;
}

/* The root takes from the table only what to try first: what is known of it already would come without a move. */
Value window_search (Search *s, Window w, bool scouts, bool settle, bool *leaf, Visit *child) {
  Node *n = &s->pass.root;
  Probe p;
  Value value;
  *leaf = false;
  s->pass.scouts = scouts;
  s->pass.strict = search_flag(s, "strict");
  s->pass.visit = child ? child : visit;
  if (!child) s->order.sorted = s->order.by != NULL;
  if (UNLIKELY(s->team.helper > 0)) return visit_child(s, n, w);  /* only the main thread needs a move */
  *leaf = visit_leaf(s, n);
  trace_window(s, w.alpha, w.beta);
  if (*leaf) return visit_evaluate(s, n);
  if (visit_known(s, n, settle ? w : WHOLE_WINDOW, &value)) return value;
  probe_nothing(&p);
  if (s->table) probe(s, n, &p);
  if (s->order.by) {
    probe_player(s, n);
    value = root_ordered(s, w, &p.move, s->pass.visit);
    if (s->table && n->line) probe_store(s, &p, 0, w, value);
  } else value = develop(s, n, &p, w, false);
  *leaf = n->line == NULL;      /* a root that has successors always has a line */
  return value;
}

void window_run (Search *s, bool scouts) {
  bool leaf;
  publish_conclusion(s, window_search(s, s->asked.window, scouts, true, &leaf, NULL));
}
