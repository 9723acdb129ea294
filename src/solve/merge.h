/* A walk along the positions of several parts at once, in the order of their keys. */
#pragma once

#include "solve/analysis.h"

typedef struct Merge {
  Store *store;
  PartReader *readers;
  HeapEntry *heap;              /* where those stand that are not at their ends, the least key first */
  uint32_t count, all;
  int words;                    /* of a key */
} Merge;

/* Of `most` parts at most. Fails, as the others do, as part_read. */
void merge_open (Merge *merge, Store *store, uint32_t most, int words);
/* Adds a part, before the first step. */
void merge_add (Merge *merge, const Part *part);
/* The reader at the least key; NULL: all are at their ends. */
static inline const PartReader *merge_first (const Merge *merge) { return merge->count > 0 ? &merge->readers[merge->heap->which] : NULL; }
/* Steps that one on. */
void merge_step (Merge *merge);
void merge_close (Merge *merge);

/*
** Merges the shards of all tiers; the members have a tier each in turn. Afterwards they are gone, positions are not
** divided any more, and the first member has all parts open. Fails like part_write. Killed, it is continued where it was.
*/
void merge_shards (Analysis *w);
