/*
** How much memory a search below a node can do with, and how much it can use: what the memory-bounded algorithms go by.
**
** For a uniform tree there are formulas; they hold as bounds for any tree with no more children to a node and no more plies. Of a
** tree that is at hand it is found out exactly:
**
**   a leaf                 nothing
**   a MAX node             its children, each a slot; and below them at least what the neediest of them needs, at most all of it
**   a MIN node             what the neediest of its children needs: they take turns
*/
#pragma once

#include "algo/solution/open.h"

#define NO_BOUND UINT32_MAX     /* as much as you like */

/* The options of memory-bounded searches. */
extern const Option option_entries, option_branching, option_alternating;

typedef struct Need { uint32_t least, most; } Need;

/* The known shape of the tree. */
typedef struct Shape {
  bool exact;           /* found out, else by the formulas */
  int64_t branching;    /* the most children of any node */
  int depth;            /* the ply of the last leaves */
  bool alternating;     /* the players are known, or said, to alternate */
} Shape;

/*
** The shape of the tree that is searched, from the game and the options branching and alternating.
** Fails when neither the game nor the options state it.
*/
Shape need_shape (Open *open);

/* The need below the MIN node of a slot of the record that is looked at, which is expanded. */
Need need_of_slot (const Open *open, const Shape *shape, const Record *slot);

/* The need of the whole tree, the root looked at and developed, or at least entered. */
Need need_of_root (const Open *open, const Shape *shape);

/* Fails if the record that is looked at, just expanded, is not as the shape has it. */
void need_check (const Open *open, const Shape *shape);

/* The entries that were stated; 0 if none were, or more than can be counted. They limit the search from now on (open_limit). */
uint32_t need_entries (Open *open);

/* Refuses what was stated if it is less than `least`. A deeper pass that has too few leaves the answer of the one before. */
void need_at_least (const Open *open, uint64_t least);
