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
#pragma once

#include "search/search.h"

/*
** Searches the tree once more, to the horizon of the search that is over, for solution trees that prove the bounds of its answer: their
** texts live as long as the search (outcome.certificates). Not counted. Fails if there is none, for then a bound is false; may leave
** the search.
*/
void certificate_find (Search *search);
