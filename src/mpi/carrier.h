/* A crew (crew/crew.h) of all ranks: its messages are MPI's, in a communicator of its own. */
#ifndef GTS_CARRIER_H
#define GTS_CARRIER_H

#include "crew/crew.h"

/*
** Makes a crew; all ranks are to call it, as often and in the same order. Its `close` waits until all have come to it, unless somebody
** has quit. NULL: there is not enough memory, or, with a rank in *missing that is not -1, that rank has ended its script.
*/
Crew *carrier_crew (int *missing);

/* Ends a crew without waiting for anybody. */
void carrier_drop (Crew *crew);

#endif
