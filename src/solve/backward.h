#ifndef GTS_BACKWARD_H
#define GTS_BACKWARD_H

#include "solve/analysis.h"

/* Gives all positions their results, from the last tier to the first. */
void backward_resolve (Analysis *w);

#endif
