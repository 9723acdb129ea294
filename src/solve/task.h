/* The input and the progress of a retrograde analysis. */
#ifndef GTS_TASK_H
#define GTS_TASK_H

#include "group/group.h"
#include "solve/database.h"

typedef struct Analysis Analysis;     /* solve/analysis.h */

/* The job of a retrograde analysis, its progress, and what it holds beside the arena. */
typedef struct Retrograde {
  Database *db;                 /* where the parts go */
  size_t memory;                /* bytes it may take */
  Analysis *analysis;           /* NULL: it has not begun */
  uint64_t positions;           /* found */
  uint64_t resolved;            /* and those whose results are known */
  Group *group;                  /* processes that work at it, in one folder; NULL: this one alone */
  uint64_t others_positions, others_resolved;   /* what the others had found when we last met */
  uint64_t messages, bytes;     /* that we have sent; in the end all of us together, and: */
  uint64_t largest;             /* the most positions that one of us has */
  bool by_ply;                  /* tiers are plies */
  bool resumed;                 /* some of it had been done before */
} Retrograde;

#endif
