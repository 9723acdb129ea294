/* The work of one that helps with a search: see share.h. */
#ifndef GTS_HELP_H
#define GTS_HELP_H

#include "search/search.h"

/*
** What helper number search->helper does: passes, until it is sent home, or until one is left by an error or a limit; then it is told why
** to the one who answers. `search` is the helper's own, and ready to run.
*/
void help (Search *search);

#endif
