#ifndef GTS_FORWARD_H
#define GTS_FORWARD_H

#include "solve/analysis.h"

/* Finds all positions, tier by tier. */
void forward_explore (Analysis *w);

/* Writes down which tiers there are, and what is known of them, if there is a folder. */
void forward_save_plan (Analysis *w, PlanState complete);

#endif
