#ifndef GTS_FORWARD_H
#define GTS_FORWARD_H

#include "solve/analysis.h"

/* Finds all positions, tier by tier. */
void forward_explore (Analysis *w);

/* Writes down which tiers there are, if there is a folder; `complete`: these are all. */
void forward_save_plan (Analysis *w, bool complete);

#endif
