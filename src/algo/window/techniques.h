/* What the parts of a selective search ask of it, and of a node. */
#pragma once

#include "algo/window/estimates.h"
#include "search/window.h"
#include "search/probe.h"

static inline bool uses (const Search *s, Technique technique) { return (s->pass.techniques & technique) != 0; }

/* The value of `n`, entered here, seen through (alpha, beta); s->pass.basis.horizon says whether that value rests on the horizon. */
static Value selective_visit (Search *s, Node *n, Value alpha, Value beta);

static inline bool has_horizon (const Search *s) { return s->pass.depth != NO_HORIZON; }

/* The plies to go at `n`. */
static inline int left_at (const Search *s, const Node *n) { return s->pass.depth - n->ply; }

static inline bool is_null (Window w) { return next_above(w.alpha) >= w.beta; }

/* Does `value` cut off, at a node of the player with this window? */
static inline bool cuts_off (Player player, Value value, Window w) { return player == MAX ? value >= w.beta : value <= w.alpha; }

/* Is the move that the walk of `n` stands at noisy? */
static inline bool stands_at_noisy (Search *s, const Node *n) {
  return game_has_noisy(s->game) && game_noisy(s->game, &n->position, n->walk.move);
}

/* Lets `n` stand before its successors, for a look at them that is neither counted nor traced; they belong into `child`. */
static inline void look_below (Search *s, Node *n, Node *child) {
  if (UNLIKELY(n->ply > s->watch.deepest)) visit_deeper(s, NODE_DOWN(n));
  game_open_walk(&n->walk, n->ply);
  node_link(s, n, child);
}
