/*
** The quickest win, and the longest loss. What a win is the range of the game says: MAX has won with the greatest value there
** is, MIN with the least.
**
** When an iteration of a deepening search finds that value for the root, it is searched once more, with one question only: can
** the winner end the game with it in so many plies? An estimate that claims a win does not count; the game must be over. The
** answer for a position does not depend on any horizon, so its bounds (not within `lower` plies, within `upper`) are kept in a
** table of their own and serve all questions; the values in other tables are never bent.
*/
#ifndef GTS_DISTANCE_H
#define GTS_DISTANCE_H

#include "search/search.h"

/* What the iterations so far say. */
typedef struct Distance {
  int open;             /* the last horizon at which the root was not won: nobody wins within so many plies */
} Distance;

/*
** Called with the answer of each completed pass. True: one player is proved to win; s->completed then has a move that wins
** soonest, or loses last, and what follows. False: nothing is proved.
*/
bool distance_settle (Search *search, Distance *distance);

#endif
