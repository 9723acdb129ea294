/*
** Rows of words that are put aside in a file without a name, in sorted runs one behind the other; and a heap to merge runs.
*/
#pragma once

#include "solve/directory.h"
#include "solve/set.h"
#include "solve/store.h"

typedef struct Spill {
  Store *store;
  const Directory *directory;
  const char *what;             /* rows are, for messages */
  int file;                     /* -1: none */
  int width;                    /* words of a row */
  uint64_t rows;                /* that were written */
} Spill;

/* Makes the file. Fails, as the others do, by way of the host. */
void spill_open (Spill *spill, Store *store, const Directory *directory, const char *what, int width);

/* Writes rows behind the others. */
void spill_add (Spill *spill, const uint64_t *rows, uint64_t count);

/* Reads rows from number `at` on. */
void spill_read (const Spill *spill, uint64_t *rows, uint64_t count, uint64_t at);

/* Closes the file. Cannot fail; may be called twice. */
void spill_close (Spill *spill);

/* Reads the rows of one run, through a buffer of the caller. */
typedef struct SpillReader {
  const Spill *spill;
  uint64_t next, end;           /* rows of the file that are not in the buffer */
  uint64_t *buffer, room;       /* room: rows that it holds at most */
  uint64_t count, at;           /* rows in it; the current one */
} SpillReader;

/* Steps on to the next row; NULL: that was the last one. */
const uint64_t *spill_next (SpillReader *reader);

/* What is merged: the row at which reader number `which` stands. Of equal ones a `known` one comes first. */
typedef struct HeapEntry { const uint64_t *row; uint32_t which; bool known; } HeapEntry;

static inline bool heap_before (const HeapEntry *a, const HeapEntry *b, int keys) {
  const int order = sort_compare(a->row, b->row, keys);
  return order < 0 || (order == 0 && a->known && !b->known);
}

/* Adds an entry behind the `count` that are there; and moves one down to where it belongs. */
static inline void heap_add (HeapEntry *heap, uint32_t count, HeapEntry entry, int keys) {
  uint32_t at = count;
  for (; at > 0 && heap_before(&entry, &heap[(at - 1) / 2], keys); at = (at - 1) / 2) heap[at] = heap[(at - 1) / 2];
  heap[at] = entry;
}

static inline void heap_sink (HeapEntry *heap, uint32_t count, int keys) {
  const HeapEntry entry = heap[0];
  uint32_t at = 0;
  for (uint32_t child; (child = 2 * at + 1) < count; at = child) {
    if (child + 1 < count && heap_before(&heap[child + 1], &heap[child], keys)) child++;
    if (!heap_before(&heap[child], &entry, keys)) break;
    heap[at] = heap[child];
  }
  heap[at] = entry;
}

/* Merges the rows of several runs, by ascending key. */
typedef struct SpillMerge {
  Store *store;
  SpillReader *readers;
  HeapEntry *heap;              /* where those stand that are not at their ends */
  uint32_t count, all;
  int keys;                     /* words of a key */
  bool begun;
} SpillMerge;

/* Of `most` runs at most; they are added before the first step. Leaves the search for want of memory. */
void spill_merge_open (SpillMerge *merge, Store *store, uint32_t most, int keys);
void spill_merge_add (SpillMerge *merge, SpillReader reader, bool known);

/* Steps on to the next row, at which heap[0] stands; NULL: there is none. */
const uint64_t *spill_merge_next (SpillMerge *merge);

/* Gives back all but the buffers, which are the caller's. Cannot fail. */
void spill_merge_close (SpillMerge *merge);
