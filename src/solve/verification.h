/*
** After a tier is solved by an index, every node is held against its successors: its result must be the best of theirs, a ply further.
** With distances this proves all results of the tier, by those of later ones: a win leads to a shorter one, and so at last to the end of
** the game; a player who has a draw, and no win, can keep it forever. Without circles each node got its result so.
**
** What the rules leave out as predecessors, or invent, is found here, and so is a fault of what was put aside.
*/
#pragma once

#include "solve/cells.h"

/* Holds all our nodes against their successors. Fails, by way of the host, with the position of one that disagrees. */
void verification_check (Indexed *ix);
