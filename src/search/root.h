/*
** The root of a search with a window: its move is kept whatever it is worth. What is compiled together with rules leaves the root to the
** engine, for it is one node of millions, and gives the function that visits a successor.
*/
#ifndef GTS_ROOT_H
#define GTS_ROOT_H

#include "search/window.h"

/*
** Returns the value of the root in `w`, as far as it can be seen there ("Trends", Fig. 3, for the successors of the root in their own order).
** With s->pass.strict what equals a bound is no reason to cut off; with `scouts`, successors behind the first are searched as NegaScout does.
** `visit` returns the value of a successor.
*/
Value root_search (Search *search, Window w, Visit *visit, bool scouts);

/*
** Returns the value of the root, whose bounds and player are known, with its successors sorted. On entry *move is the number of the table's
** move, 0 for none; on return, the best.
*/
Value root_ordered (Search *search, Window w, int64_t *move, Visit *visit);

#endif
