/*
** The commonest of the trees of implicit.h: uniform, with independent leaves that are whole numbers, and inner nodes that tell nothing.
** Here in line, so that an algorithm can be compiled together with it: algo/window/on_trees.c.
*/
#ifndef GTS_INDEPENDENT_H
#define GTS_INDEPENDENT_H

#include "base/random.h"
#include "trees/implicit.h"

/* The words of a position that all implicit trees have: a hash, and the most plies down to a leaf. */
enum { TREE_HASH, TREE_HEIGHT };

/* Son `i`, from 1. */
static inline void independent_son (const Position *node, int64_t i, Position *son) {
  son->word[TREE_HASH] = (int64_t)mix64((uint64_t)node->word[TREE_HASH] + (uint64_t)i * GOLDEN_GAMMA);
  son->word[TREE_HEIGHT] = node->word[TREE_HEIGHT] - 1;
}

/* A whole number in the range, ends included. */
static inline Value independent_value (const ImplicitTree *tree, uint64_t word) {
  const int64_t lowest = tree->by.range[0], width = tree->by.range[1] - lowest;
  return (Value)(lowest + (int64_t)random_below(word, (uint64_t)width + 1));
}

#endif
