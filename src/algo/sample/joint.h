/*
** Trees of one root that several threads grow, each its own (search/tally.h). They meet now and
** then: each tells what it has found at the root, and all take over what one has proved of a move;
** so no thread goes on with a settled move, and what all have proved together may settle the root.
**
** The thread that answers adds visits and results to its own where it says what it has found (gametree_visits, gametree_estimate); which
** way it goes down only its own tell, or all trees would grow alike.
*/
#ifndef GTS_JOINT_H
#define GTS_JOINT_H

#include "algo/sample/gametree.h"

/* Is it time to meet? At the looks of the search (visit_poll), a millisecond from each other; less often where there is much to tell. */
typedef struct Joint {
  uint64_t polled;      /* the look that was seen last */
  uint64_t looks;       /* since they met */
} Joint;

bool joint_is_due (Joint *joint, const GameTree *tree);

/*
** Exchanges tallies of the root with the other threads, between two descents. A root with more than
** MOST_TALLIES moves has none.
*/
void joint_meet (GameTree *tree);

#endif
