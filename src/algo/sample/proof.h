/*
** Proof numbers in the tree of mcts, for select = 'pn' and 'gpn'. Either player has a question about the value of the root, and in
** every node a number: 0 where its bounds say that he has won the question, infinite where they say that he cannot; 1 where that is
** open, and the node has no children; else the least of the children's numbers where he is to move, their sum where the other is.
** (Allis, van der Meulen & van den Herik, "Proof-number search", 1994.)
**
**   pn    MAX asks "is the value at least `goal`?", and MIN "is it less?": one player's number is the other's disproof number. The
**         goal is by default the best value of the game for the player to move at the root, if he is MAX, else the least above it.
**
**   gpn   each asks "do I get the best that the proved bounds of the root allow?": MAX "is the value at least its upper bound?", MIN
**         "is it at most its lower bound?", as these are when an iteration begins. When they have changed, all numbers are counted
**         anew.
**
** With p the number of the player to move, the term of a child is, by the option `proof_bias`,
**
**   rank   1 - rank / greatest rank, a rank being one more than the number of siblings with a smaller number
**   max    1 - (p - least) / (1 + greatest - least), of the finite numbers of the child and its siblings; 0 if p is infinite
**   sum    1 - p / (1 + sum), of the same; 0 if p is infinite
**
** (Kowalski, Doe, Winands, Gorski & Soemers, "Proof number based Monte-Carlo tree search", 2022: pn, rank. Kowalski, Soemers,
** Kosakowski & Winands, "Generalized proof-number Monte-Carlo tree search", 2025: a number for each player, max, sum, and bounds of
** scores. Of the latter, the abstract and the program of its authors, in Ludii, were read; there the question is the best outcome of
** the game, whatever is proved. That it moves on with the bounds is ours.)
*/
#pragma once

#include "algo/sample/uct.h"

extern const Option option_proof_goal, option_proof_bias;

/* Sets the questions. Fails if there are none: values have no limits. */
void proof_open (Uct *uct);

/* Sets the numbers of a new node. */
void proof_begin (const Uct *uct, const GameNode *node);

/* Sets the numbers of a node on the path and the terms of its children, if there are news of one. True: its numbers have changed. */
bool proof_back_up (const Uct *uct, const GameNode *node, bool news);

/* Between two descents: asks what is still open of the root, by its bounds. For GPN. */
void proof_move_on (Uct *uct);
