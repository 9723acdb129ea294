/* The shared memory of all threads of a search, for share.c, tally.c and helper.c. Atomic: not for units, which any compiler makes. */
#pragma once

#include "search/search.h"

/* The statistics of the root and its moves that one thread publishes: see tally.h. */
#define MOST_TALLIES 4097       /* of one search: the root, which is number 0, and as many of its moves */

typedef struct Tally {
  uint64_t visits;
  Value estimate;       /* the mean of the results */
  Value lower, upper;   /* what is proved */
} Tally;

/* The tallies of one thread, which alone writes them: two pages, so that one is complete while the other is written. */
typedef struct Sheet {
  uint64_t edition;             /* page edition % 2 is whole; 0: there is none */
  uint64_t count[2];            /* tallies on each page */
  uint64_t horizon;             /* some leaf was at the horizon */
  Tally page[2][MOST_TALLIES];
} Sheet;

#define SHARE_MARKS ((size_t)1 << 15)

enum { HELPER_RESTS, HELPER_WORKS, HELPER_GONE };

/* The counts that a helper publishes. Written by the helper alone. */
typedef struct Helper {
  uint32_t state;
  uint32_t why;                 /* it was left: a Stop, or an error if there is a text */
  uint64_t visits;
  Stats stats;
  TableCounts counts;
  uint64_t used;                /* slots of the table that were free before */
  char text[1000];
} __attribute__((aligned(128))) Helper;

/* In memory that all see. */
struct Share {
  uint64_t marks[SHARE_MARKS];
  size_t bytes;
  int wanted, helpers;          /* that there may be, that there are */
  bool tried;                   /* they were called */
  bool stopped;                 /* and have been sent home */
  void (*run) (Search *);       /* of the pass */
  int depth;
  unsigned techniques;
  Answer completed;             /* of the pass before */
  Value goal;                   /* of the question that helpers ask; NaN: none */
  Helper helper[MOST_THREADS] __attribute__((aligned(128)));       /* from 1; number 0 is unused */
  /* Written by the main thread, read by all. */
  uint32_t pass __attribute__((aligned(128)));  /* its number */
  uint32_t runs;                /* it has not ended */
  uint32_t over;                /* there will be none any more */
  uint32_t trouble __attribute__((aligned(128)));       /* a helper has been left for good */
  Tally beside[MOST_TALLIES] __attribute__((aligned(128)));     /* the main thread's: what the helpers have published, added up, */
  Tally heard[MOST_TALLIES];    /* and what one of them has */
  uint64_t standing_edition __attribute__((aligned(128)));      /* changes after the next line does; 0: the main thread has said nothing */
  uint32_t standing[MOST_TALLIES];      /* of the moves of the root, by number: see tally_stand */
  Sheet sheet[];                /* of algorithms whose threads share no table */
};

static inline uint32_t share_get (const uint32_t *word) { return __atomic_load_n(word, __ATOMIC_SEQ_CST); }
static inline void share_set (uint32_t *word, uint32_t value) { __atomic_store_n(word, value, __ATOMIC_SEQ_CST); }
