/*
** Sequential halving: which move of the root an iteration tries, where the move is what matters and not the results on the way to it.
** (Karnin, Koren & Somekh, "Almost optimal exploration in multi-armed bandits", 2013; at the root above UCT: Pepels, Cazenave,
** Winands & Lanctot, "Minimizing simple and cumulative regret in Monte-Carlo tree search", 2014.)
**
** With T iterations and K moves there are ceil(log2 K) rounds. In each the s moves that are left are tried
**
**   max(1, floor(T / (s ceil(log2 K))))
**
** times, in turn; then the better half of them goes on, ceil(s / 2), by their means, the leftmost of equals. The last one has what remains.
**
** Without a number of iterations: anytime sequential halving (Sagers, Winands & Soemers, "Anytime sequential halving in Monte-Carlo
** tree search", 2024). The rounds try each move that is left once, twice, four times and so on; when one is left all begin again.
**
** A move that is settled or dominated is none that is left. When there is none, all others begin again, with the iterations that remain.
**
** Several threads are in one round together, each with its own tree. The main thread says which moves are left; all try those in turn,
** and when their tries together are as many as said above, the main thread halves the moves, by the means of all, and calls the others
** to the next round. It knows of their tries and means what they have published (search/tally.h): what it did not know of then counts in
** the next round. A helper that has made its part of the tries and is not called goes on as if it were alone, until it is.
*/
#pragma once

#include "algo/sample/gametree.h"

extern const Option option_root;

/* Of a move of the root. */
typedef struct Trial {
  uint32_t survived;    /* rounds */
  uint32_t tried;       /* times, in this round, by this thread */
  uint64_t beside;      /* visits by others before this round */
} Trial;

typedef struct Halving {
  bool on;
  bool anytime;
  const GameTree *tree;
  size_t trial;         /* where in what is kept of a node its Trial is */
  double budget;        /* iterations, of this beginning */
  double quota;         /* tries of a move in this round */
  uint32_t round, rounds;       /* of the moves that are left; of all, if there is a budget */
  uint64_t calls;       /* of a helper: that it has followed */
} Halving;

/* Takes the option. */
void halving_open (Halving *halving, Search *search, double iterations);

/* Returns the child of the root, all of whose children are made, to try, and its number; NULL: all are settled. `left`: iterations. */
GameNode *halving_select (Halving *halving, double left, uint32_t *number);

/* Of the final move, with a budget: rounds survived, then the mean. */
double halving_merit (const void *halving, const GameTree *tree, const GameNode *child, size_t number);
