/* The search with a window from the root. */
#ifndef GTS_WINDOW_SEARCH_H
#define GTS_WINDOW_SEARCH_H

#include "search/window.h"

/*
** Returns the value of the root in `w`, as far as it can be seen there. With `settle` its bounds may answer for it, if they lie outside the
** window: then it has no move. *leaf: it has no successors, and there is nothing more to ask. `child` returns the value of a successor;
** NULL: the search itself does. With s->pass.scouts successors behind the first are tested by a null window; with s->pass.strict what
** equals a bound is no reason to cut off.
*/
Value window_search (Search *search, Window w, bool settle, bool *leaf, Visit *child);

#endif
