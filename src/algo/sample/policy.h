/*
** Playouts that learn: their moves are recorded by number (moves.h), and chosen by what is known of moves.
**
**   mast   a move is drawn with a weight of exp(Q / temperature), Q the mean of the results of all iterations in which the player
**          played it, in the tree or in the playout; 1 if he never did (Finnsson & Bjornsson, "Simulation-based approach to general
**          game playing", 2008: the move-average sampling technique)
**
**   nst    with the probability epsilon any move; else one of the best by the mean of its Q and of those of the two and of the
**          three last moves that end with it, where they were played one after another at least 7 times (Tak, Winands & Bjornsson,
**          "N-grams and the last-good-reply policy applied in general game playing", 2012)
**
** Results are scaled to [0, 1] for the player who made the last of the moves. With `random` moves are only recorded: for RAVE.
*/
#pragma once

#include "algo/sample/gametree.h"
#include "algo/sample/moves.h"
#include "algo/sample/playout.h"

extern const Option option_playout, option_temperature, option_epsilon;

/* The words of the option `playout`, in their order. */
typedef enum PolicyRule { POLICY_RANDOM, POLICY_MAST, POLICY_NST } PolicyRule;

/* How iterations have ended in which a move, or moves one after another, were played. */
typedef struct Ending {
  uint64_t count;
  Value sum;
} Ending;

typedef struct Policy {
  PolicyRule rule;
  double temperature, epsilon;
  const GameTree *tree; /* for the scale of results */
  Moves *moves;
  Player first;         /* who moves where a playout begins */
  Ending *of_move;      /* by number */
  size_t of_move_room;
  uint32_t *slots;      /* of a hash table of N-grams; 0: free */
  uint64_t *keys;       /* of N-gram number i, from 1: the one before its last move, by number, and that move */
  Ending *of_gram;
  size_t slots_room, keys_room, of_gram_room;
  uint32_t grams;
} Policy;

/* Sets the rule from the options. Fails if there are no playouts that it could choose for. */
void policy_open (Policy *policy, const Playout *playout);

/* From now on the policy chooses the moves of `playout`, and records them in `moves`. */
void policy_lead (Policy *policy, Playout *playout, Moves *moves, const GameTree *tree);

/* Counts the result of an iteration, whose moves are recorded. May leave the search. */
void policy_count (Policy *policy, Value result);
