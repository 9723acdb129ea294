/*
** Solution trees as evidence. A max solution tree has all children of its MAX nodes, and one child of each of its MIN nodes; if no
** leaf of it has more than v, neither has the root. So it proves an upper bound; a min solution tree, with the players
** exchanged, proves a lower one; and two that prove the same are a proof of the value. Their common part is a critical tree.
**
** A tree is found by a null-window search when the value is known: whatever algorithm found that, and whatever it has kept. Where a
** table knows the way, that is gone first. The tree is written down as it is found, in a form that is short, and easy to read for a
** program that does not trust us:
**
**   [ tree ... ]   a node of which all children are there, in their order
**   3: tree        a node of which one child is there, the third
**   17             a leaf, with its value
**   !              a node whose bounds, from the rules, say enough
*/
#ifndef GTS_CERTIFICATE_H
#define GTS_CERTIFICATE_H

#include "search/search.h"

/*
** Searches the tree of `search` once more, to its horizon, for a solution tree that proves `bound`: an upper one if `all`, the
** player all of whose moves are there, is MAX; a lower one if he is MIN. Returns its text, ended by 0, which lives as long as
** the search. Fails if there is none, for then the bound is false; may leave the search.
*/
const char *certificate_find (Search *search, Player all, Value bound);

#endif
