/* The watch on limits. A visit counts down; about every millisecond it looks up from its work, at time, helpers and progress. */
#pragma once

#include <stdint.h>

/* When watch_poll looks at limits next, and how much is left. */
typedef struct Watch {
  uint64_t poll_at;             /* the visit at which to look up next */
  int64_t until_poll;           /* visits left until then: it counts down, and poll_at - until_poll is the number of visits */
  uint64_t poll_step;
  int wary;                     /* looks until the step may grow again */
  double started, polled, reported;
  double processor;             /* that clock_processor said when it started */
  const char *stack_floor;
  int deepest;                  /* the greatest ply developed so far */
  uint64_t held;                /* entries held now, by an algorithm that counts them */
  uint64_t hold_limit;          /* the most there may be; 0: any number */
} Watch;

typedef struct Search Search;

/* Looks up from the work: leaves the search at a limit, reports progress. */
void watch_poll (Search *search);

/* Leaves the search if it is interrupted or its time is over: for loops that are longer than a visit. */
void watch_look (Search *search);
