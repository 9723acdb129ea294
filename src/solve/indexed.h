/*
** Retrograde analysis by an index (game->index_of): no set of positions and no forward pass, for the index says which positions there are.
** A tier is an array of cells of two bytes (solve/cells.h), and a byte more for each position where the rules give predecessors. Tiers are
** solved from the last one to the first; results of later tiers are read from their parts into cells when they are first asked for.
*/
#pragma once

#include "solve/analysis.h"

/* Solves all tiers from that of the first position on; writes their parts and the plan. */
void indexed_resolve (Analysis *w);

/* Holds the database of the task against the rules: see solve/audit.h. */
void indexed_audit (Analysis *w);

/* Ends it, and leaves a checkpoint if it was in the midst of a tier. Cannot fail. */
void indexed_close (struct Indexed *indexed);
