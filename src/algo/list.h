/* All algorithms, in the order in which they are listed to people. */
#ifndef GTS_LIST_H
#define GTS_LIST_H

#include "search/algorithm.h"
#include "trees/implicit.h"

/* Ended by NULL. */
extern const Algorithm *const algorithms[];

/* The algorithm of this id; NULL if there is none. */
const Algorithm *algorithm_find (const char *id);

/*
** What runs `algorithm` on a tree faster than the algorithm's own `run`, with the same answers and counts; NULL: nothing does.
*/
void (*algorithm_on_trees (const Algorithm *algorithm, const ImplicitTree *tree)) (struct Search *search);

#endif
