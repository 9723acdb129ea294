/* The pass that runs: one search to one horizon. See run.h. */
#ifndef GTS_PASS_H
#define GTS_PASS_H

#include "base/arena.h"
#include "search/outcome.h"

typedef struct Search Search;
typedef struct Ordering Ordering;       /* search/order.h */
typedef struct Path Path;               /* search/repeat.h */

/* What a search that goes in stages is at. */
typedef struct Work {
  const char *name;     /* NULL: it does not */
  int64_t tier;
  uint64_t done, total; /* positions of the tier */
} Work;

typedef struct Pass {
  int depth;                    /* the horizon in plies, or NO_HORIZON; before run_search, that of the last pass */
  bool horizon;                 /* some leaf was there */
  Value lower, upper;           /* the range of the game, if it may be used */
  int end;                      /* the ply of all terminals, if the game knows it, else NO_HORIZON */
  int open;                     /* plies within which neither player wins; grows with each iteration */
  Node root;                    /* its line is the best so far; the answer's, once that has it */

  /* The order of successors, and what a table search makes of its options. */
  Ordering *order;              /* how successors are sorted; NULL: in their own order */
  bool table_first;             /* all their order is that the table's move comes first */
  bool sorted;                  /* they are all taken and sorted before the first is visited */
  bool lends;                   /* some nodes at least ask for them out of line: they are sorted, or other threads are there */
  bool strict;                  /* what equals a bound is no reason to cut off: see alphabeta.c */
  uint64_t known_as;            /* what every node is looked up by in a table, beside its key and its player: see key.h */

  /* Repetitions, and values that the caller knows. */
  Path *path;                   /* where positions that repeat are worth something: see repeat.h; else NULL */
  bool repeated;                /* the node that was entered last repeats one above it */
  bool knows;                   /* the value of the node that was entered last is known: */
  Value known;                  /* this */
  int rests;                    /* the least ply that a repetition below the node searched repeats; NO_HORIZON: none */

  void *memory;                 /* what an algorithm keeps from one pass to the next; NULL at first */
  void *task;                   /* what a driver above the algorithms was asked for; NULL: there is none */
  Work work;

  /* For compiled rules that search without a horizon: their nodes know no parents, and circles are to be reported. */
  bool links;
  Node *above;                  /* then: the nodes on the path, by ply; else NULL */
  size_t above_room;

  /* For a trace alone; not counted. */
  Arena traced;
  Node *trail;                  /* see packed_trail */
  size_t trail_room;
  Sight sight;                  /* of the next event; set only while a trace is called */
  /* Lists all that is open, from left to right; false: the stack has no room. NULL: the algorithm holds no such list. May not leave. */
  bool (*list_open) (Search *search, TakeItem *take, void *to);
  /* Lists what is known of each move of the root, also when the search is over. NULL: the algorithm knows no such thing. May not leave. */
  void (*list_moves) (Search *search, TakeMove *take, void *to);
} Pass;

#endif
