#ifndef GTS_BACKWARD_H
#define GTS_BACKWARD_H

#include "solve/analysis.h"

/* Gives all positions their results, from the last tier to the first. */
void backward_resolve (Analysis *w);

/* Are our parts of this tier there, with results? */
bool backward_has_parts (const Analysis *w, const Tier *tier);

/*
** For those who look up successors (solve/later.h). An edge from node `from` of member `rank` to our position of row `at`; and that between
** the reversed ones. And: the position `parent` has a successor, of `player` as it sees it, with the result `below`.
*/
void backward_take_edge (Analysis *w, int rank, uint64_t from, uint64_t at, Player player, Value gain);
void backward_take_result (Analysis *w, uint64_t parent, Value gain, Player player, Result below);

#endif
