/* The root of a search with a window: its move is kept whatever it is worth. */
#pragma once

#include "algo/window/search.h"
#include "search/window.h"

/* Rules that are compiled know the path by s->pass.above, if at all: the root is the first there, once its first successor is asked for. */
static inline void root_link (Search *s) {
  const Node *n = &s->pass.root;
  if (s->pass.above == NULL) return;
  position_copy(&s->pass.above[0].position, &n->position);
  s->pass.above[0].player = n->player;
}

/*
** Returns the value of the root, whose bounds and player are known, with its successors sorted. On entry *move is the number of the table's
** move, 0 for none; on return, the best. `visit` returns the value of a successor.
*/
Value root_ordered (Search *search, Window w, int64_t *move, Visit *visit);
