/* A group (group/group.h) of all ranks: its messages are MPI's, in a duplicated communicator. */
#ifndef GTS_CARRIER_H
#define GTS_CARRIER_H

#include "group/group.h"

/*
** Makes a group. Collective: all ranks call it, equally often and in the same order. Its `close` waits
** until all have called it, unless a rank has quit. NULL: there is not enough memory, or, with a
** rank in *missing that is not -1, that rank has ended its script.
*/
Group *carrier_group (int *missing);

/* Ends a group without waiting for its other ranks. */
void carrier_drop (Group *group);

#endif
