/*
** Statistics of positions, in a transposition table whose slots have them (table_widen_by_statistics), for algorithms that sample: how
** often a position was visited and the sum of what came out. They are of one kind, which says what a result means; those of another
** kind count as none.
*/
#pragma once

#include "search/table.h"

/* What came out when a position was visited. */
typedef struct Statistics {
  uint32_t visits;
  uint32_t kind;        /* of the results */
  Value sum;            /* of them */
} Statistics;

/*
** Puts the entry of a key and its statistics into *entry and *statistics; false, and nothing is there, if the table does not have it,
** or another thread writes it. *place: where it was found last, 0 for unknown; set to where it is. Only where slots have statistics.
*/
bool statistics_look (Table *table, const uint64_t *key, uint64_t hash, uint64_t *place, Entry *entry, Statistics *statistics);

/*
** Adds `more` to the statistics of a key, in any thread; *known, what the caller knows them to be without that, takes their place
** where the table has none, or has those of another kind. *known is then what they are with it. The solved bounds of
** `entry`, proved for its depth, narrow those that are there. `place` is as above. False: the table is as it
** was, for want of memory, or because another thread has been writing there for long.
*/
bool statistics_count (Table *table, const uint64_t *key, uint64_t hash, uint64_t *place, const Entry *entry, Statistics more,
                       Statistics *known);
