/*
** Work aside: what a search does beyond the question it was asked, as to find a proof of the answer, or the rest of its line. It is
** not the algorithm's doing, so it is neither counted nor traced; limits are watched all the same.
*/
#ifndef GTS_ASIDE_H
#define GTS_ASIDE_H

#include "search/search.h"

/* What is put back afterwards. */
typedef struct Aside {
  Stats stats;
  TableCounts counts;
  uint64_t poll_at, until_poll;
  int deepest;
  bool horizon;
  void (*trace) (Search *search, const Event *event);
} Aside;

Aside aside_begin (Search *search);

/* Ends what aside_begin began. Not called when the search is left in between: then all of it counts. */
void aside_end (Search *search, const Aside *aside);

#endif
