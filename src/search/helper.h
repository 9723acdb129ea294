/* The work of one that helps with a search: see share.h. */
#ifndef GTS_HELPER_H
#define GTS_HELPER_H

#include "search/search.h"

/*
** Runs helper number search->team.helper: one pass after the other, until the helpers are stopped, or
** until an error or a limit leaves a pass; then it reports why to the main thread. `search` is the
** helper's own, and ready to run.
*/
void helper_run (Search *search);

#endif
