/*
** What those who sample at one search tell each other of the root and its moves. Each grows a tree of its own, by playouts of its own;
** what they have found is added at the root. (Root parallelization: Cazenave & Jouandeau, "On the parallelization of UCT", 2007;
** Chaslot, Winands & van den Herik, "Parallel Monte-Carlo tree search", 2008.)
**
** A helper writes a page now and then, and begins the other one next time: so whoever reads finds a whole one, and nobody waits. A page
** that was begun while it was read is read again.
*/
#ifndef GTS_TALLY_H
#define GTS_TALLY_H

#include "search/sheet.h"

/* A pass begins: nothing is told yet. Nobody is at work. */
void tally_begin (Share *share);

/* What this one tells: tally number `i` of the page that is written; it is whole, with so many. */
void tally_write (Search *search, size_t i, Tally tally);
void tally_publish (Search *search, size_t count);

/*
** What all helpers have told, together: *count tallies, visits added, estimates as their mean, the best bounds; until the next call. By the
** one who answers.
*/
const Tally *tally_gather (Search *search, size_t *count);

/* How many tallies the one who answers has told; and what is proved by number `i` of them. For helpers. */
size_t tally_told (const Search *search);
void tally_bounds (const Search *search, size_t i, Value *lower, Value *upper);

/* May what was told rest on a leaf at the horizon? To be asked after it was read. */
bool tally_horizon (const Search *search);

#endif
