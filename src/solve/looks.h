/*
** What the rules say of one node of a tier that is solved by an index: its successors and their results, and its predecessors.
*/
#ifndef GTS_LOOKS_H
#define GTS_LOOKS_H

#include "solve/cells.h"

/* What the successors of a position say of it. */
typedef struct Look {
  Result best;                  /* that of the position where the game ends, and those of known successors; value 0: there are none */
  uint64_t open;                /* successors that are not known; distinct ones, if they need be */
  uint64_t asked;               /* those whose results were asked for */
} Look;

/* Room for the edges of one node, to tell them apart. Leaves the search for want of memory. */
Distinct *looks_distinct (Store *store);

/* Develops the position of a node. What cannot be looked up is asked for (solve/questions.h). */
Look looks_at (Indexed *ix, uint64_t node, const Position *position, Player player);

/* A node of the tier from whose position a move leads to that one; `negated`: as in cells_seen. */
typedef void LooksBefore (Indexed *ix, uint64_t node, Player mover, bool negated, Result above);

/* Asks for the predecessors of a position with this result; each node that may be open is given once, with that result a ply further.
** */
void looks_before (Indexed *ix, const Position *position, Player player, Result result, LooksBefore *take);

/* Returns the number of successors of the position of an index, with MAX to move where rules do not say; 0 if there is none. */
uint64_t looks_count (Indexed *ix, uint64_t index);

/* Does `mover` win with this result? Is it a draw? */
static inline bool looks_wins (const Indexed *ix, Player mover, Result result) {
  const Preference *preference = &ix->w->preference;
  return result.value != 0 && better(mover, preference->values[result.value], preference->middle);
}

static inline bool looks_draw (const Indexed *ix, Result result) {
  return ix->w->preference.values[result.value] == ix->w->preference.middle;
}

/* Fails unless the position of an index has that index, and is of the tier. */
void looks_check (const Indexed *ix, uint64_t index, const Position *position);

#endif
