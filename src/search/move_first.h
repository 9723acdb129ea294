/*
** The successors of a node, one of them, such as the table's move, before all others: it is generated twice. Of a node that stands at its
** first successor:
**
**    int64_t first = move_first(s, n, &child, move);
**    do ... while (move_next(s, n, &child, &first));
*/
#pragma once

#include "search/visit.h"

/* Goes on to successor number `move`, if there is one. Returns the state for move_next. */
static inline int64_t move_first (Search *s, Node *n, Node *child, int64_t move) {
  bool more = true;
  while (more && n->walk.index < move) more = visit_next(s, n, child);
  if (more) return move > 1 ? move : 0;
  n->walk.index = 0;
  visit_next(s, n, child);
  return 0;
}

/* Goes on to the next successor; false: there is none. */
static inline bool move_next (Search *s, Node *n, Node *child, int64_t *first) {
  if (*first > 0) {
    n->walk.index = 0;
    *first = -*first;
  }
  do if (!visit_next(s, n, child)) return false; while (n->walk.index == -*first);
  return true;
}
