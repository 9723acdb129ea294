/* The watch on limits: when visit_poll looks up from the work, and what the search may still take. See visit.c. */
#ifndef GTS_WATCH_H
#define GTS_WATCH_H

#include <stdint.h>

typedef struct Watch {
  uint64_t poll_at;             /* the visit at which to look up next */
  uint64_t until_poll;          /* visits left until then: it counts down, and poll_at - until_poll is the number of visits */
  uint64_t poll_step;
  double started, polled, reported;
  const char *stack_floor;
  int deepest;                  /* the greatest ply developed so far */
  uint64_t held;                /* entries held now, by an algorithm that counts them */
  uint64_t hold_limit;          /* the most there may be; 0: any number */
} Watch;

#endif
