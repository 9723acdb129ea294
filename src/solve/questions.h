/*
** Results of later tiers that have no room in memory: questions about them wait in a file, by pieces of those tiers. When the tier was
** walked over, each piece is read once, and answers what is asked about it. In a check, questions may be about the tier itself too: is
** the result of a successor no better than that of the position, and as good?
*/
#pragma once

#include "solve/cells.h"

/* A later tier that questions may be about. */
typedef struct LaterTier {
  int64_t tier;
  uint64_t size;                /* indices */
  uint32_t first;               /* the address of its first piece */
  bool used;                    /* something is asked about it */
} LaterTier;

typedef struct Questions {
  Mailbox mail;                    /* by piece: a node of it; who asks; see questions.c */
  LaterTier *tiers;             /* ascending */
  uint32_t tier_count, latest;
  uint64_t each;                /* nodes of a piece */
  Cell *cells;                  /* of the piece that answers */
  uint64_t base;                /* its first node */
  const LaterTier *tier;
} Questions;

/* Are questions asked about this tier? */
bool questions_has (const Indexed *ix, int64_t tier);

/* Does any question wait? */
static inline bool questions_waits (const Indexed *ix) { return ix->questions && ix->questions->mail.waiting > 0; }

/* Asks for the result of index `index` of a later tier, with `player` to move, for `from`, at which `mover` moves. `negated`: as in
** preference_seen. False: there is no such index. Fails if there is no such tier, or by want of memory. */
bool questions_put (Indexed *ix, const Node *n, int64_t tier, Value index, Player player, uint64_t from, Player mover, bool negated);

/* Answers all questions that wait, by mail to the windows that asked (solve/updates.h). Fails where a position has no result, and in a
** check where that of a successor is better. */
void questions_answer (Indexed *ix);

/* Gives everything back. Cannot fail. */
void questions_close (Indexed *ix);
