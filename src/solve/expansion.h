/* What the rules say of one node of a tier that is solved by an index: its successors and their results, and its predecessors. */
#pragma once

#include "solve/cells.h"

/* What the successors of a position say of it. */
typedef struct Expansion {
  Result best;                  /* that of the position where the game ends, and those of known successors; value 0: there are none */
  uint64_t open;                /* successors that are not known; distinct ones, if they need be */
  uint64_t asked;               /* those whose results were asked for */
} Expansion;

/* Room for the edges of one node, to tell them apart. Leaves the search for want of memory. */
Distinct *expansion_distinct (Store *store);

/* Develops the position of a node. What cannot be looked up is asked for (solve/questions.h). */
Expansion expansion_of (Indexed *ix, uint64_t node, const Position *position, Player player);

/* Asks for the predecessors of a position with this result; each node that may be open is given once, with that result a ply further. */
void expansion_before (Indexed *ix, const Position *position, Player player, Result result, CellsTake *take);

/* Returns the number of successors of the position of an index, with MAX to move where rules do not say; 0 if there is none. */
uint64_t expansion_count (Indexed *ix, uint64_t index);

/* Fails unless the position of an index has that index, and is of the tier. */
void expansion_check (const Indexed *ix, uint64_t index, const Position *position);
