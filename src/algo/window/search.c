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

#include "search/busy.h"
#include "search/probe.h"
#include "search/successors.h"
#include "search/window.h"

/* Visits a child: by window_visit, or, in a unit of compiled rules, by the same in its form. `defers`: it may be deferred. */
static inline Value visit_child (Search *s, Node *child, Window w, bool defers) {
  s->team.exclusive = defers;
  const Value value = s->pass.visit(s, child, w.alpha, w.beta);
  s->team.exclusive = false;
  return value;
}

/*
** The value of the successor where the node stands, in the window `w` that is left. NegaScout (Fig. 6): behind the first, a null window
** asks whether it is better than the best so far, and only then is it searched again, from where that has ended.
*/
static ALWAYS_INLINE Value search_child (const Successors *it, Node *child, Window w, bool first) {
  Search *s = it->s;
  const Player player = it->node->player;
  const bool tests = s->pass.scouts && !first;
  const Window asked = tests ? null_window(player, own_side(player, w)) : w;
  Value value = visit_child(s, child, asked, successors_may_defer(it, first));
  if (!tests || is_deferred(value) || value <= w.alpha || value >= w.beta) return value;
  visit_dismiss(s, child);
  const Value sought = seek(s, player, value);
  narrow(player, value, &w);
  value = visit_child(s, child, w, false);
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
  bound_window(s, n, &w);
  const Window narrowed = w;
  Value best = worst_for(player);
  bool first = true, cut = false;
  do {
    const Value value = search_child(it, child, w, first);
    if (is_deferred(value)) {                   /* another thread is at it */
      if (!successors_defer(it)) return successors_abandon(it);
      continue;
    }
    first = false;
    if (!better(player, value, best)) visit_dismiss(s, child);
    else {
      best = value;
      if (!raise_window(s, n, child, best, &w, narrowed)) continue;
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

ALWAYS_INLINE Value window_develop (Search *s, Node *n, Probe *p, Window w, bool shared) {
  Node child;
  probe_player(s, n);
  Successors it = successors_of(s, n, p->move, true, shared);
  return successors_first(&it, &child, true) ? search_children(&it, p, &child, w) : probe_evaluate(s, n, p);
}

/* A node that is a leaf by its own word. */
static Value evaluate (Search *s, Node *n, Leaf leaf, Window w) {
  Probe p;
  Value value;
  if (!probe_keeps_leaves(s) || leaf == REPEATED) return visit_evaluate(s, n);
  return probe(s, n, &p) && probe_settles(s, n, &p, w, &value) ? value : probe_evaluate(s, n, &p);
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
  value = window_develop(s, n, &p, w, shared);
  return shared ? busy_leave(s, &busy, value) : value;
}

Value window_visit (Search *s, Node *n, Value alpha, Value beta) {
  const Window w = {alpha, beta};
  const Basis above = basis_begin(s);
  const Leaf leaf = visit_enter_in(s, n, w);
  const Value value = leaf == NO_LEAF ? search(s, n, w) : evaluate(s, n, leaf, w);
  basis_end(s, above, n->ply);
  return value;
}

