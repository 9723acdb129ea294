/*
** The nodes of a tier that is solved by an index.
**
** A first walk develops each position once. Where moves can lead back, results then spread through the tier in waves: by value, the
** best for its player first, and within each by distance, for both players at once, since neither can win what the other does (see
** solve/propagation.h). With predecessors, by the rules or by files of moves (solve/edges.h), a wave is a walk along the cells, window by
** window (solve/ranges.h), and only what it resolves is asked for those; without them all positions that are still open are developed
** again. What no wave has reached has the value of endless play.
*/
#pragma once

#include "solve/cells.h"

/* Resolves all nodes of the tier, which are unknown. Leaves the search by way of the host, as an analysis does. */
void waves_resolve (Indexed *ix);
