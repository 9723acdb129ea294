/*
** The input of a rule that chooses, at an inner node of a search tree, the child to descend to. Whole algorithms are made of such rules
** (Pijls & de Bruin, "A framework for game tree algorithms", section 4); users write theirs in Lua.
*/
#pragma once

#include "search/value.h"

/* A node as far as it is known. `alpha` and `beta` are its window, the paper's script L and U: they are < each other. */
typedef struct Prospect {
  Value lower, upper;   /* proved bounds on its value (Lb and Ub) */
  Value alpha, beta;    /* those bounds, narrowed by the bounds of all nodes above */
  int64_t number;       /* of the successor, from 1 */
  bool open;            /* not developed yet */
} Prospect;

typedef struct Choice Choice;

struct Choice {
  Prospect node;
  Player player;        /* who moves at the node */
  int ply;
  int count;            /* of its live children, >= 1 */
  const Prospect *children; /* those, from left to right */
  /* The position of the node itself (i = -1) or of live child `i`, of use until the choice is made. Cannot fail. */
  Position (*position) (const Choice *choice, int i);
};
