/* The search with a window from the root, whose move is kept whatever it is worth. */
#pragma once

#include "search/algorithm.h"
#include "search/value.h"

struct Node;

/*
** A visit: the value of `n` seen through (alpha, beta), fail-soft (search.c). The ends of the window are handed down one by one, not as a
** Window: so they stay in registers.
*/
typedef Value Visit (struct Search *s, struct Node *n, Value alpha, Value beta);

/*
** Returns the value of the root in `w`, as far as it can be seen there. With `scouts` successors behind the first are tested by a null
** window. With `settle` its bounds may answer for it, if they lie outside the window: then it has no move. *leaf: it has no successors,
** and there is nothing more to ask. `child` returns the value of a successor; NULL: the search itself does.
*/
Value window_search (struct Search *search, Window w, bool scouts, bool settle, bool *leaf, Visit *child);

/* An algorithm that searches the root once, in the window that was asked for. */
void window_run (struct Search *search, bool scouts);

/*
** Returns the value of the root, whose bounds and player are known, with its successors sorted. On entry *move is the number of the table's
** move, 0 for none; on return, the best. `visit` returns the value of a successor.
*/
Value root_ordered (struct Search *search, Window w, int64_t *move, Visit *visit);
