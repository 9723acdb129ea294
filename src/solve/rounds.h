/* Tiers whose positions may lead to one another: developed in memory as far as they fit, else in rounds (solve/runs.h). */
#ifndef GTS_ROUNDS_H
#define GTS_ROUNDS_H

#include "solve/analysis.h"

/* Develops the layers of the tier until no member finds any more; their moves within the tier are added to w->loops. */
void rounds_develop (Analysis *w);

#endif
