#pragma once

#include "solve/analysis.h"

/* Finds all positions, tier by tier. */
void forward_explore (Analysis *w);
