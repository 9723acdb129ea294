/* A crew (crew/crew.h) of all ranks: its messages are MPI's, in a duplicated communicator. */
#ifndef GTS_CARRIER_H
#define GTS_CARRIER_H

#include "crew/crew.h"

/*
** Makes a crew. Collective: all ranks call it, equally often and in one order. Its `close` waits
** until all have called it, unless a rank has quit. NULL: there is not enough memory, or, with a
** rank in *missing that is not -1, that rank has ended its script.
*/
Crew *carrier_crew (int *missing);

/* Ends a crew without waiting for anybody. */
void carrier_drop (Crew *crew);

#endif
