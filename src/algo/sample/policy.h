/*
** Playouts whose moves are recorded by number (moves.h), for those who keep statistics of moves.
*/
#ifndef GTS_POLICY_H
#define GTS_POLICY_H

#include "algo/sample/moves.h"
#include "algo/sample/playout.h"

typedef struct Policy {
  Moves *moves;
  Player first;         /* who moves where a playout begins */
} Policy;

/* From now on `policy` chooses the moves of `playout`, and records them in `moves`. Cannot fail. */
void policy_open (Policy *policy, Playout *playout, Moves *moves);

#endif
