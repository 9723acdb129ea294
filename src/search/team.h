/* The place of a search among those that search the same: see share.h. */
#ifndef GTS_TEAM_H
#define GTS_TEAM_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Share Share;             /* search/share.h */

typedef struct Team {
  Share *share;                 /* the memory in common; NULL: the search is alone */
  int helper;                   /* its number among the helpers; 0: it is the one that answers */
  bool parallel;                /* helpers are at work: nodes are marked */
  bool exclusive;               /* the node that is visited next may be deferred, if another thread searches it */
  uint64_t visits_beside;       /* of helpers, when they are gone */
  uint64_t table_used;          /* of a helper: slots that were used when it came */
  int helpers;                  /* how many there were, */
  const char *helped_by;        /* and what: "threads" or "processes"; NULL: they were not called */
} Team;

#endif
