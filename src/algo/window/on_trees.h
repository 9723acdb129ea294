#ifndef GTS_ON_TREES_H
#define GTS_ON_TREES_H

#include "search/search.h"
#include "trees/implicit.h"

/*
** What runs `algorithm` on a tree faster than the algorithm's own `run`, with the same answers and counts: alpha-beta on a tree of
** trees/independent.h. NULL: nothing does.
*/
void (*on_trees_run (const Algorithm *algorithm, const ImplicitTree *tree)) (Search *search);

#endif
