/* What a tree that grows by the leaf answers: the child of the root to play, and the value of the root. */
#pragma once

#include "algo/sample/gametree.h"

/*
** The child of the root that is to be played, if nothing more becomes known: one that is proved to be best; else, of those that may be, the
** best by `merit`, the leftmost of equals, unless a move is sure to be better than the estimate of that. One that has the worst value of
** the game is not played while another may be better, whatever its merit. Of moves that are proved to win it is one that wins soonest, and
** where all lose one that holds out longest (answer_resists), as far as their proofs say, the leftmost of equals. NULL: there is none yet.
*/
typedef double GameMerit (const void *with, const GameTree *tree, const GameNode *child, size_t number);
GameNode *answer_choose (GameTree *tree, GameMerit *merit, const void *with);

/* A merit: most visits. What is proved does not lose by having few. */
double answer_by_visits (const void *with, const GameTree *tree, const GameNode *child, size_t number);

/* Are both children of the root lost, and does `a` hold out longer than `b`, or is it visited more where they do equally long? */
bool answer_resists (const GameTree *tree, const GameNode *a, const GameNode *b);

/* Publishes bounds and estimate of the root, with its move `best`. */
void answer_publish (GameTree *tree, GameNode *best, Value estimate);

/* Concludes the search with the settled root. */
void answer_conclude (GameTree *tree);
