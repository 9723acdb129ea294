/*
** The driver: passes of an algorithm over the tree, once or to a horizon that grows.
**
** Iterative deepening ends when no leaf was at the horizon, for then a deeper pass would see the same tree; and when one player can
** force the best value there is: then it looks for the quickest way (see search/distance.h). A search that is stopped has the
** answer of its last completed pass.
*/
#pragma once

#include "search/search.h"

/* Will the search use a table? Then the game must have keys, and be ready to give them. */
bool run_needs_keys (Search *search);

/*
** Runs the search. `compiled`, unless it is NULL, runs in place of the algorithm's `run`: it is that function, compiled together with the
** rules. Afterwards, or after leaving through the host, search_answer has the result.
*/
void run_search (Search *search, void (*compiled) (Search *search));

/*
** There is something to exchange (Caller.exchange). With a table, and no limit but the time, leaves the iteration that runs, which begins
** again: what it has found is in the table. Else returns: the exchange is made before the next iteration.
*/
void run_anew (Search *search);

/* Runs one pass, to the horizon search->pass.depth; in helpers, too. */
void run_pass (Search *search, void (*run) (Search *search));
