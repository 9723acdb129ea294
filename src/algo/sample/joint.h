/*
** Root parallelization: several threads grow a tree each from one root (search/tally.h). Now and then
** they exchange statistics of the root's moves, and all adopt the bounds that one has proved; so no
** thread goes on with a settled move, and bounds of several threads together may settle the root.
**
** The main thread adds the statistics of the others to its answer (gametree_visits,
** gametree_estimate). Selection uses a thread's own statistics only, or all trees would grow alike.
*/
#pragma once

#include "algo/sample/gametree.h"

/*
** When to exchange tallies with other threads: at polls of the search (watch_poll), a millisecond apart; less often where the
** root has many moves.
*/
typedef struct Joint {
  uint64_t polled;      /* the poll that was seen last */
  uint64_t looks;       /* polls since the last exchange */
} Joint;

/* Is it time to meet the other threads? Asked after each iteration; true at one poll in a 256th of the number of the root's moves. */
bool joint_is_due (Joint *joint, const GameTree *tree);

/* Exchanges tallies of the root with the other threads, between two descents. A root with more than MOST_TALLIES moves has none. */
void joint_meet (GameTree *tree);
