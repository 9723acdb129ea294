#pragma once

#include "solve/analysis.h"

/* Gives all positions their results, from the last tier to the first. */
void backward_resolve (Analysis *w);
