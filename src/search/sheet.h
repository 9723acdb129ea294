/* The statistics of the root and its moves that one thread publishes: see tally.h. */
#ifndef GTS_SHEET_H
#define GTS_SHEET_H

#include "search/search.h"

#define MOST_TALLIES 4097       /* of one search: the root, which is number 0, and as many of its moves */

typedef struct Tally {
  uint64_t visits;
  Value estimate;       /* the mean of the results */
  Value lower, upper;   /* what is proved */
} Tally;

/*
** The tallies of one thread, which alone writes them: two pages, so that one is complete while the
** other is written.
*/
typedef struct Sheet {
  uint64_t edition;             /* page edition % 2 is whole; 0: there is none */
  uint64_t count[2];            /* tallies on each page */
  uint64_t horizon;             /* some leaf was at the horizon */
  Tally page[2][MOST_TALLIES];
} Sheet;

#endif
