/*
** Proof numbers in the tree of mcts, for select = 'pn'. The question is "is the value at least `goal`?"; by default the goal is the
** best value of the game for the player to move at the root, if he is MAX, else the least number above it.
**
** By player, as proof-number search has them: 0 for the one who has won the question by the bounds of a node, infinite for the
** other; 1 where it is open and has no children; else the least of the children's for the player to move, the sum for the other. A
** child's rank, where a player moves, is one more than the number of its siblings that have a smaller number of his.
*/
#ifndef GTS_PROOF_H
#define GTS_PROOF_H

#include "algo/sample/uct.h"

extern const Option option_proof_goal;

/* Takes the goal from the options. Fails if there is none. */
void proof_open (Uct *uct);

/* Sets the numbers of a new node. */
void proof_begin (const Uct *uct, const GameNode *node);

/* Sets the numbers of a node on the path and the ranks of its children, if there are news of one. True: its numbers have changed. */
bool proof_back_up (const Uct *uct, const GameNode *node, bool news);

#endif
