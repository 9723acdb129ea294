/*
** The move at the root, for searches that hold solution trees and know no line of play. Where MAX's part has the root, all its moves
** are in the tree, and the last one that is left is the best. Where MIN's part has it, one is, which is as good as the tree is.
*/
#pragma once

#include "search/search.h"

typedef struct Moves {
  Search *s;
  Line *all;            /* of MAX's part: each move that was added, the last first */
  int64_t count;        /* of those */
  Line *current;        /* the move now looked at, or taken; the answer's as soon as that has it */
} Moves;

/* No move is known yet. */
void moves_begin (Moves *moves, Search *search);

/* Of MAX's part: the move to `child`, where the walk of the root `n` stands, is one more. May leave the search. */
void moves_add (Moves *moves, const Node *n, const Node *child);

/* Of MAX's part: move `number`, from 1, is the best. The others are forgotten. */
void moves_take (Moves *moves, int64_t number);

/* Of MIN's part: the move to `child` is what is looked at now. May leave the search. */
void moves_look (Moves *moves, const Node *n, const Node *child);

/* The value of the root is between the bounds; and `value` is sure to its player by the move now looked at, if there is one. */
void moves_publish (Moves *moves, Value lower, Value upper, Value value);

/* The best move, for the conclusion: what the answer has, else what is looked at. */
Line *moves_best (const Moves *moves);
