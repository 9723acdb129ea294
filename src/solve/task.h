/* What is asked of those who solve a whole graph, and how far they are. */
#ifndef GTS_TASK_H
#define GTS_TASK_H

#include "crew/crew.h"
#include "solve/database.h"

typedef struct Whole Whole;     /* solve/whole.h */

/* What the search is to do, and what it holds beside its arena. */
typedef struct Retrograde {
  Database *db;                 /* where the parts go */
  size_t memory;                /* bytes it may take */
  Whole *whole;                 /* NULL: it has not begun */
  uint64_t positions;           /* found */
  uint64_t resolved;            /* and those whose results are known */
  Crew *crew;                   /* several who work at it, in one folder; NULL: nobody else */
  uint64_t others_positions, others_resolved;   /* what the others had found when we last met */
  uint64_t messages, bytes;     /* that we have sent; in the end all of us together, and: */
  uint64_t largest;             /* the most positions that one of us has */
  bool by_ply;                  /* tiers are plies */
  bool resumed;                 /* some of it had been done before */
} Retrograde;

#endif
