#pragma once

#include "search/algorithm.h"
#include "trees/implicit.h"

/* What runs `algorithm` on a tree faster than the algorithm's own `run`, with the same answers and counts; NULL: nothing does. */
void (*algorithm_on_trees (const Algorithm *algorithm, const ImplicitTree *tree)) (struct Search *search);
