/*
** Results of later tiers that have no room in memory: questions about them wait in a file, by pieces of those tiers. When the tier was
** walked over, each piece is read once, and answers what is asked about it. In a check, questions may be about the tier itself too: is
** the result of a successor no better than that of the position, and as good?
*/
#pragma once

#include "solve/cells.h"

typedef struct Questions {
  Mailbox mail;                    /* by piece: a node of it; who asks; see questions.c */
  uint64_t each;                /* nodes of a piece */
  Cell *cells;                  /* of the piece that answers */
  uint64_t base;                /* its first node */
  const IndexTier *tier;
} Questions;

/* Does any question wait? */
static inline bool questions_waits (const Indexed *ix) { return ix->questions && ix->questions->mail.waiting > 0; }

/* Asks for the result of node `node` of a later tier, for `from`, at which `mover` moves. `negated`: as in preference_seen. Leaves the
** search for want of memory. */
void questions_put (Indexed *ix, IndexTier *tier, uint64_t node, uint64_t from, Player mover, bool negated);

/* Answers all questions that wait, by mail to the windows that asked (solve/updates.h). Fails where a position has no result, and in a
** check where that of a successor is better. */
void questions_answer (Indexed *ix);

/* Gives everything back. Cannot fail. */
void questions_close (Indexed *ix);
