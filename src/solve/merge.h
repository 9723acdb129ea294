/* Merging sorted rows of words from several readers, by ascending keys, with a heap. */
#pragma once

#include "solve/set.h"
#include "solve/store.h"

/* Steps a reader on; returns the row where it stands then, or NULL at its end. */
typedef const uint64_t *MergeNext (void *reader);

/* A reader, and the row where it stands. Of equal rows a `known` one comes first. */
typedef struct HeapEntry { const uint64_t *row; void *reader; bool known; } HeapEntry;

typedef struct Merge {
  Store *store;
  MergeNext *next;
  void (*end) (void *reader);   /* called for each reader at last; NULL: nothing is to be done */
  char *readers;
  size_t size;                  /* bytes of one */
  HeapEntry *heap;              /* of those that are not at their ends, the least key first */
  uint32_t count, all;
  int keys;                     /* words of a key */
  bool begun;
} Merge;

/* Prepares a merge of `most` readers at most. Leaves the search for want of memory. */
void merge_open (Merge *merge, Store *store, uint32_t most, size_t size, int keys, MergeNext *next, void (*end) (void *reader));

/* Returns room for one more reader, which the caller opens; and adds that one, before the first step. */
static inline void *merge_reader (const Merge *merge) { return merge->readers + merge->all * merge->size; }
void merge_add (Merge *merge, bool known);

/* Steps on to the next row; NULL: there is none. Its reader is heap[0]'s. */
const uint64_t *merge_next (Merge *merge);

/* Ends the readers and gives everything back. Cannot fail. */
void merge_close (Merge *merge);
