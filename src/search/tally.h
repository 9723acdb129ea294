/*
** Root parallelization: statistics of the root and its moves, exchanged by threads that sample. Each grows its own tree by its own
** playouts; their statistics are added at the root. (Cazenave & Jouandeau, "On the parallelization of UCT", 2007; Chaslot, Winands & van
** den Herik, "Parallel Monte-Carlo tree search", 2008.)
**
** A helper has two pages and writes them in turn: so a reader always finds a complete one, and
** neither waits. A page that was begun while it was read is read again.
*/
#pragma once

#include "search/shared.h"

/* Clears all tallies at the beginning of a pass, while no helper works. */
void tally_begin (Share *share);

/* tally_write sets tally number `i` of this thread's next page; tally_publish publishes the page, with `count` of them. */
void tally_write (Search *search, size_t i, Tally tally);
void tally_publish (Search *search, size_t count);

/*
** Main thread: returns the published tallies of all helpers, *count of them: visits added,
** estimates as their mean, the best bounds. They live until the next call.
*/
const Tally *tally_gather (Search *search, size_t *count);

/* Helpers: the number of tallies that the main thread has published, and the bounds of number `i` of them. */
size_t tally_published (const Search *search);
void tally_bounds (const Search *search, size_t i, Value *lower, Value *upper);

/*
** Main thread: tally_stand sets what algorithms say of move `i` of the root to all helpers, such as the rounds that it survived;
** tally_call tells them that it is there. Nothing is said of moves from MOST_TALLIES on.
*/
void tally_stand (Search *search, size_t i, uint32_t standing);
void tally_call (Search *search);

/*
** Helpers: the number of the last call, 0 for none; and what was said of move `i`, by that call or by one that is under way. 0 where
** nothing was.
*/
uint64_t tally_calls (const Search *search);
uint32_t tally_standing (const Search *search, size_t i);

/* Returns the threads that there may be, this one included. */
int tally_threads (const Search *search);

/* May published bounds rest on a leaf at the horizon? To be asked after they were read. */
bool tally_horizon (const Search *search);
