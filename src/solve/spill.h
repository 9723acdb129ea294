/*
** Rows of words that are put aside in a file without a name, in sorted runs one behind the other; and sorting of more rows than fit into
** memory, by merging runs (Knuth, The Art of Computer Programming, vol. 3, 5.4).
*/
#pragma once

#include "solve/directory.h"
#include "solve/merge.h"
#include "solve/set.h"
#include "solve/store.h"

typedef struct Spill {
  Store *store;
  const Directory *directory;
  const char *what;             /* rows are, for messages */
  int *file;                    /* NULL: none */
  int width;                    /* words of a row */
  uint64_t rows;                /* that were written */
} Spill;

/* A spill without rows, which has no file yet. Cannot fail. */
static inline Spill spill_of (Store *store, const Directory *directory, const char *what, int width) {
  return (Spill){store, directory, what, NULL, width, 0};
}

/* Writes rows behind the others. Fails by way of the host. */
void spill_add (Spill *spill, const uint64_t *rows, uint64_t count);

/* Reads rows from number `at` on. Fails by way of the host; or returns false, with errno. */
void spill_read (const Spill *spill, uint64_t *rows, uint64_t count, uint64_t at);
bool spill_try_read (const Spill *spill, uint64_t *rows, uint64_t count, uint64_t at);

/* Closes the file, which else is closed with the store. Cannot fail; may be called twice. */
void spill_close (Spill *spill);

/* Reads the rows of one run, through a buffer. */
typedef struct SpillReader {
  const Spill *spill;
  uint64_t next, end;           /* rows of the file that are not in the buffer */
  uint64_t *buffer, room;       /* room: rows that it holds at most */
  uint64_t count, at;           /* rows in it; the current one */
} SpillReader;

/* Steps on to the next row; NULL: that was the last one. A MergeNext. */
const uint64_t *spill_next (void *reader);

#define SORTER_WORDS 2          /* of a row, at most */

/* Rows that are sorted through a buffer. */
typedef struct Sorter {
  Spill runs;                   /* one behind the other */
  uint64_t *buffer;
  uint64_t held, room;          /* rows in it, and at most */
  uint64_t *ends;               /* of each run, in rows */
  uint32_t run_count;
  Merge merge;
  uint64_t *spare, spare_room;  /* what is free of the buffer while rows are given, in rows */
  uint64_t last[SORTER_WORDS];  /* the row that was given last */
} Sorter;

/* Begins to take rows, in a buffer of `bytes`. Fails, as the others do, by way of the host. */
void sorter_open (Sorter *sorter, Store *store, const Directory *directory, const char *what, int width, size_t bytes);

/* Returns room for a row, for the caller to fill. */
uint64_t *sorter_add (Sorter *sorter);

/* All rows are there: sorts them. Then gives them by ascending words, each once; NULL: there are no more. */
void sorter_sort (Sorter *sorter);
const uint64_t *sorter_next (Sorter *sorter);

/* Gives everything back. Cannot fail. */
void sorter_close (Sorter *sorter);
