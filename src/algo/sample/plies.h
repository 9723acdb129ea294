/* In how many plies a settled node of a tree that grows by the leaf is won or lost. */
#ifndef GTS_PLIES_H
#define GTS_PLIES_H

#include "algo/sample/gametree.h"

/*
** Returns the plies by the children of `n`, which are there: for the winner one more than the fewest of a child that wins, for the loser one
** more than the most of all. UNKNOWN_PLIES: they are not known, or its value is neither end of the range of the game.
*/
static inline int64_t plies_by_children (const GameTree *t, const GameNode *n) {
  const Player player = gametree_player(n);
  const Value value = n->bound[player], worst = gametree_worst(t, player);
  int64_t plies = value == worst ? 0 : UNKNOWN_PLIES;
  if (value != worst && value != gametree_worst(t, opponent(player))) return UNKNOWN_PLIES;
  for (const GameNode *child = n->children; child; child = child->next) {
    const int64_t its = gametree_plies(child);
    if (value == worst ? its > plies : its < plies && child->bound[player] == value) plies = its;
  }
  return plies == UNKNOWN_PLIES ? plies : plies + 1;
}

#endif
