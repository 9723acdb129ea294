/* A game that is nothing but a tree, written out: every node with its value, bounds and children. */
#pragma once

#include "base/host.h"
#include "game/game.h"

/* In preorder: the first child of node i is node i + 1. A position is the number of its node, the root being 0. */
typedef struct ExplicitNode {
  Value value;          /* of a leaf; of an inner node its static evaluation, or NaN where it has none */
  Value lower, upper;   /* bounds on the minimax value, infinite where none are given */
  int64_t sibling;      /* the number of the right sibling, 0 if there is none */
  bool leaf;
  Player player;        /* who moves here, if the game has a player for every node */
} ExplicitNode;

typedef struct ExplicitTree {
  Game game;            /* first: an ExplicitTree is a Game */
  Host *host;           /* of the search that uses it */
  const ExplicitNode *nodes;
  int64_t count;
} ExplicitTree;

/* A game of `count` >= 1 nodes, which must outlive it. `players`: the nodes say who moves; else MAX and MIN alternate.
** `bounded`: some node has bounds. Cannot fail. */
void explicit_open (ExplicitTree *tree, const ExplicitNode *nodes, int64_t count, Player first, bool players, bool bounded);

/* A search is to begin at `position`: sets who moves there. Cannot fail. */
void explicit_begin (ExplicitTree *tree, const Position *position);
