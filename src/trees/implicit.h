/*
** Trees that are nowhere stored: all about a node follows from its path and the seed, by hashing. So a node may be visited in any
** order, and twice, and is always the same.
**
** The shape. A node has from branching[0] to branching[1] children, every number as likely. A leaf lies at a ply from depth[0] to
** depth[1]: on a path chosen at random, every ply is as likely to be the last.
**
** How the values lie is the `order`:
**
**   independent   leaves are independent and uniform in the range. The classical model (Bhattacharya & Bagchi, Table 2).
**   random        the value of every node is drawn from the top down: one child, any of them, has its parent's value, each
**                 other one is worse for his parent (Table 1, random trees). By how much says the model.
**   strong        the same, but the child with his parent's value is more likely one of the first: child 1 in 70 %, one of the
**                 first quarter in 90 % of all cases (Table 1, strongly ordered trees).
**   best, worst   the same, but the children come from best to worst, or from worst to best, in steps of 1.
**   correlated    a leaf is worth the sum of the increments on its path, which are independent, and as likely up as down.
**   wins          leaves are +1 or -1, independent, +1 with probability `win` (Pearl; Althoefer).
**
** The models of random and strong trees:
**
**   increments    worse by an increment: a whole number from 1 to R, a real number from 0 to R, or a real number with the
**                 exponential distribution of mean R. R is spread * shrink^ply; in whole numbers it is at least 1. 30 * 0.9^ply
**                 fits the published tables best.
**   range         anywhere in the worse part of the range
**   cut           the same, and no node below such a child is better for its parent than the parent's value
*/
#pragma once

#include "base/random.h"
#include "game/game.h"

typedef enum Order {
  ORDER_INDEPENDENT, ORDER_RANDOM, ORDER_STRONG, ORDER_BEST, ORDER_WORST, ORDER_CORRELATED, ORDER_WINS
} Order;

typedef enum Model { MODEL_INCREMENTS, MODEL_RANGE, MODEL_CUT } Model;

typedef enum Increments { INCREMENTS_WHOLE, INCREMENTS_REAL, INCREMENTS_EXPONENTIAL } Increments;

#define MOST_PLIES 1000
#define SMALL_TREE ((double)(1 << 20))          /* leaves: below them the value of a node may be searched for */
#define NOT_TOLD (-1.0)                         /* tightness or error, of a tree that says nothing of its inner nodes */

/* The parameters of a random tree. Fields that its order does not use are 0. */
typedef struct Drawing {
  int64_t branching[2];         /* 1 <= least <= most */
  int64_t depth[2];             /* 0 <= least <= most <= MOST_PLIES */
  uint64_t seed;
  Player first;                 /* who moves at the root */
  Order order;
  Model model;
  Increments increments;        /* unless they are whole, all values are real numbers */
  int64_t range[2];             /* of the values: 0 < highest - lowest < 2^62 */
  Value spread[2];              /* R at the root, > 0, where MIN moves and where MAX does */
  Value shrink;                 /* 0 .. 1 */
  Value win;                    /* 0 .. 1 */
  Value tightness;              /* >= 0: inner nodes have a lower and an upper bound, each as far as this from their value at most */
  Value error;                  /* 0 .. 1: inner nodes are evaluated by their minimax value, and wrongly so with this probability */
} Drawing;

typedef struct ImplicitTree {
  Game game;            /* first: an ImplicitTree is a Game */
  Drawing by;
  bool known;           /* positions know their minimax values */
  Value (*of_leaf) (Game *game, const Position *position);
} ImplicitTree;

/* The most leaves that such a tree may have; infinite where they cannot be counted. */
double implicit_leaves (const Drawing *by);

/* A game of such a tree. Inner nodes that have bounds or evaluations by their value must know it, or the tree be small. Cannot fail. */
void implicit_open (ImplicitTree *tree, const Drawing *by);

/*
** The commonest of these trees, uniform, with independent leaves that are whole numbers, and inner nodes without bounds: here in
** line, so that an algorithm can be compiled together with it (algo/window/native/on_trees.c). Is it such a tree?
*/
bool implicit_is_independent (const ImplicitTree *tree);

/* A search is to begin at `position`: sets who moves there. Cannot fail. */
void implicit_begin (ImplicitTree *tree, const Position *position);

/* The position of the root. */
Position implicit_root (const ImplicitTree *tree);

/* Has `position` no successors? */
bool implicit_is_leaf (const ImplicitTree *tree, const Position *position);

/* The words of a position that all implicit trees have: a hash, and the most plies down to a leaf. */
enum { TREE_HASH, TREE_HEIGHT };

/* Child `i`, from 1, but for its value. */
static inline void implicit_child (const Position *node, int64_t i, Position *child) {
  child->word[TREE_HASH] = (int64_t)mix64((uint64_t)node->word[TREE_HASH] + (uint64_t)i * GOLDEN_GAMMA);
  child->word[TREE_HEIGHT] = node->word[TREE_HEIGHT] - 1;
}

/* A whole number in the range, ends included. */
static inline Value implicit_in_range (const ImplicitTree *tree, uint64_t word) {
  const int64_t lowest = tree->by.range[0], width = tree->by.range[1] - lowest;
  return (Value)(lowest + (int64_t)random_below(word, (uint64_t)width + 1));
}
