/*
** Uniform trees that are nowhere stored: every node has `branching` sons, every leaf lies at `depth`, and all about a node
** follows from its path and the seed, by hashing. So a node may be visited in any order, and twice, and is always the same.
**
** How the values lie is the `order`:
**
**   independent   leaves are independent and uniform in the range. The classical model (Bhattacharya & Bagchi, Table 2).
**   random        the value of every node is drawn from the top down: one son, any of them, has its father's value, each
**                 other one is worse for his father by 1 .. R (Table 1, random trees).
**   strong        the same, but the son with his father's value is more likely one of the first: son 1 in 70 %, one of the
**                 first quarter in 90 % of all cases (Table 1, strongly ordered trees).
**   best, worst   the same, but the sons come from best to worst, or from worst to best.
**
** R is 30 * 0.9^ply and at least 1, which fits the published tables best.
*/
#ifndef GTS_UNIFORM_H
#define GTS_UNIFORM_H

#include "game/game.h"

typedef enum Order { ORDER_INDEPENDENT, ORDER_RANDOM, ORDER_STRONG, ORDER_BEST, ORDER_WORST } Order;

#define MOST_PLIES 1000

typedef struct UniformTree {
  Game game;            /* first: a UniformTree is a Game */
  int64_t branching;    /* >= 1 */
  int64_t depth;        /* 0 .. MOST_PLIES */
  uint64_t seed;
  Order order;
  int64_t lowest, highest;      /* the range of the values */
  Player root_player;
} UniformTree;

/* A game of such a tree. Values are whole numbers; 0 < highest - lowest < 2^62. Cannot fail. */
void uniform_open (UniformTree *tree, int64_t branching, int64_t depth, uint64_t seed, Order order,
                   int64_t lowest, int64_t highest, Player first);

/* A search is to begin at `position`: sets who moves there. Cannot fail. */
void uniform_begin (UniformTree *tree, const Position *position);

/* The position of the root. */
Position uniform_root (const UniformTree *tree);

#endif
