/*
** Subsearches: what a search does beyond the question it was asked, as to find a proof of the
** answer, or the rest of its line. They are neither counted nor traced; limits are watched all the
** same.
*/
#ifndef GTS_SUBSEARCH_H
#define GTS_SUBSEARCH_H

#include "search/search.h"

/* What subsearch_end restores. */
typedef struct Subsearch {
  Stats stats;
  TableCounts counts;
  uint64_t poll_at, until_poll;
  int deepest;
  bool horizon;
  void (*trace) (Search *search, const Event *event);
} Subsearch;

Subsearch subsearch_begin (Search *search);

/* Ends what subsearch_begin began. Not called when the search is left in between: then all of it counts. */
void subsearch_end (Search *search, const Subsearch *sub);

#endif
