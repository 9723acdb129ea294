/*
** "All moves as first": for a node, how the iterations through it ended in which a move was played there or anywhere behind it.
** (Brugmann, "Monte Carlo Go", 1993; Gelly & Silver, "Combining online and offline knowledge in UCT", 2007.)
**
** A node has a hash table, by the numbers of moves (moves.h): of those of both players, for GRAVE asks the table of a
** node above. Tables come from the arena of the search; those that are given back wait on lists, by size.
*/
#pragma once

#include "algo/sample/gametree.h"

typedef struct AmafEntry {
  uint32_t number;      /* of the move; 0: free */
  uint32_t count;       /* iterations */
  Value sum;            /* of their results */
} AmafEntry;

typedef struct AmafTable AmafTable;

struct AmafTable {
  AmafTable *next;      /* while it waits */
  uint32_t bits, used;  /* 2^bits entries */
  AmafEntry entries[];
};

typedef struct Amaf {
  GameTree *tree;
  AmafTable *unused[32];        /* by bits */
} Amaf;

/* Counts an iteration with `result` for a move. *table may be NULL, and may move. May leave the search. */
void amaf_count (Amaf *amaf, AmafTable **table, uint32_t number, Value result);

/* Returns what is known of a move; NULL: nothing, or `table` is NULL. */
const AmafEntry *amaf_find (const AmafTable *table, uint32_t number);

/* Gives the table back. *table is NULL then. */
void amaf_drop (Amaf *amaf, AmafTable **table);
