/* Bounds of nodes that are held against values: rules whose bounds are wrong are found out here. */
#ifndef GTS_BOUNDS_H
#define GTS_BOUNDS_H

#include "search/search.h"

/* Fails: the bounds that the rules give for `node` lie outside the range of the game. */
void bounds_refuse (const Search *search, const Node *node, Value lower, Value upper);

/*
** Fails, unless estimates are allowed to do so: the successors of `node` make its value `value`, which its own bound excludes. The
** message names the node by its position if that is `known`, else by its path.
*/
void bounds_contradict (const Search *search, const Node *node, bool known, Value value, Value bound);

/*
** Returns `value`, held to the bounds of `n`: estimates at the horizon may lie outside them. Without a horizon there are no
** estimates; then such a value is a contradiction, and fails.
*/
static ALWAYS_INLINE Value bounds_hold (const Search *s, const Node *n, Value value) {
  if (UNLIKELY(value < n->lower || value > n->upper)) {
    Value bound = value < n->lower ? n->lower : n->upper;
    bounds_contradict(s, NODE_COPY(s, n), true, value, bound);
    return bound;
  }
  return value;
}

#endif
