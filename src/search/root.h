/*
** The root of a best-first search, which is to find a move with the value of the root, and not only that value. So a bound of the root that
** would satisfy its player must be reached by a move: until one does, it counts as the number next to it. (Every child reaches the range.)
*/
#pragma once

#include "search/search.h"

/* Sets the player and the bounds of the root from `n`, and shifts the bound of its player in the tree, `bound[player]`. */
static inline void root_want_move (Search *s, const Node *n, Value bound[2]) {
  Value *sure = &bound[n->player];
  s->pass.root.player = n->player;
  s->pass.root.lower = n->lower;
  s->pass.root.upper = n->upper;
  if (*sure != (n->player == MAX ? s->pass.lower : s->pass.upper)) *sure = nextafter(*sure, worst_for(n->player));
}

/* Returns a value of the root, held to its bounds: one that counts as the number next to it lies outside. */
static inline Value root_held (const Search *s, Value value) {
  return value < s->pass.root.lower ? s->pass.root.lower : value > s->pass.root.upper ? s->pass.root.upper : value;
}
