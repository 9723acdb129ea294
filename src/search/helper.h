/* The loop of a helper of a search (share.h): it runs the passes that the main thread begins. */
#pragma once

#include "search/search.h"

/*
** Runs helper number search->team.helper: one pass after the other, until the helpers are stopped, or until an error or a limit leaves a
** pass; then it reports why to the main thread. `search` is the helper's own, and ready to run.
*/
void helper_run (Search *search);
