/* The option `select` of mcts: to which child an iteration goes down. */
#pragma once

#include "algo/sample/uct.h"

extern const Option option_select, option_ref, option_bias, option_backup, option_backup_weight, option_proof_weight;

/* Sets the rule, and what it wants of the search, from the options. */
void select_open (Uct *uct);

/* The node, which the path has reached, becomes the reference of GRAVE, if it was visited more than `ref` times; for RAVE it always is. */
static inline void select_refer (Uct *m, const GameNode *n) {
  if (n->visits > m->reference_visits) m->reference = n;
}

/* Is a child selected by UCT alone, and the means of results? */
static inline bool select_is_plain (const Uct *m) { return m->select == SELECT_UCT && m->backup == BACKUP_MEAN; }

/* Returns the child of a complete node to go down to, and its number; NULL: none is left. */
GameNode *select_child (const Uct *uct, const GameNode *node, uint32_t *number);
