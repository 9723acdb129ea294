/* All algorithms, in the order in which they are listed to people; those that are hidden come last. */
#pragma once

#include "search/algorithm.h"

/* Ended by NULL. */
extern const Algorithm *const algorithms[];

/* The algorithm of this id; NULL if there is none. */
const Algorithm *algorithm_find (const char *id);
