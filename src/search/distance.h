/*
** The quickest win, and the longest loss. What a win is the range of the game says: MAX has won with the greatest value there
** is, MIN with the least.
**
** When an iteration of a deepening search finds that value for the root, it is searched once more, with one question only: can the winner
** end the game with it in that many plies? An estimate that claims a win does not count; the game must be over. The answer for a position
** does not depend on any horizon, so its bounds (not within `lower` plies, within `upper`) are kept in a separate table and serve all
** questions; the values in other tables are never bent.
*/
#pragma once

#include "search/search.h"

/*
** Called when a pass is completed, with s->outcome.completed its answer, `before` the line of the pass before it, or NULL, which is taken
** over, and `depth` the horizon of that: where the root turns out to be lost, the move stays that was best before.
*/
void distance_defend (Search *search, Line *before, int depth);

/*
** Called when an algorithm that does not deepen is through, with s->outcome.completed its answer: where its proof, which need not be the
** shortest, has missed a move that wins at once, or its move loses at once and another does not, that is its move from now on. Looks
** two plies ahead, and is not counted.
*/
void distance_look (Search *search);

/*
** Called afterwards, with s->pass.open plies within which neither player wins. True: one player is proved to win; s->outcome.completed then
** has the distance, a move that wins soonest, or loses last, and what follows. False: nothing is proved. Whenever the search is stopped
** meanwhile, the move of s->outcome.completed is the one that is known to hold out longest.
*/
bool distance_settle (Search *search);

/* Has a selective search proved that the root is won, sooner than it is known in how many plies? Then it goes on until that is. */
bool distance_is_open (const Search *search);
