#ifndef GTS_FORWARD_H
#define GTS_FORWARD_H

#include "solve/analysis.h"

/* Finds all positions, tier by tier. */
void forward_explore (Analysis *w);

#endif
