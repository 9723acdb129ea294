/*
** The same as solve/graph.h where the positions of a tier are dealt out: an edge is kept by the one who has the successor, and when
** that is resolved he tells the one who has the predecessor. So results go through the tier in waves, one a round.
**
** Where there are circles all are at the same value and the same distance at a time: what is learned in a round is a ply further than
** what was told in it.
*/
#ifndef GTS_WAVES_H
#define GTS_WAVES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "search/search.h"
#include "solve/part.h"
#include "solve/store.h"

typedef struct Whole Whole;

/* What is told to one of the others and not sent yet. */
typedef struct Tale { unsigned char *bytes; size_t size; Value value; } Tale;

typedef struct Waves {
  uint64_t *edges;              /* rows: our node; somebody's node that leads to it, and above it his rank; what that move settles */
  uint64_t count, room;
  int width;                    /* of a row: without scores moves settle nothing */
  uint32_t *open;               /* of our nodes: successors that are not resolved */
  uint64_t *begin;              /* of our nodes: where their edges begin */
  Result *known;                /* what was known at first */
  uint64_t *queue, head, tail;  /* nodes that are resolved, and whose predecessors are to be told */
  bool in_order;                /* without circles */
  Player side;                  /* with circles: whose wins they are */
  Tale *tales;
} Waves;

/* Ready for the nodes of a tier. Leaves the search for want of memory. */
void waves_open (Whole *w);

/* Our node `from` has a successor in the tier. Cannot fail. */
static inline void waves_count (const Waves *waves, uint64_t from) {
  if (waves->open) waves->open[from]++;
}

/* Node `from` of member `rank` leads to ours. Leaves the search for want of memory. */
void waves_add (Whole *w, uint64_t to, int rank, uint64_t from, Value gain);

/* As graph_solve, by all of us together. False: *node, which is ours, has no end. Where it is another's, that ends the search. */
bool waves_solve (Whole *w, uint64_t *node);

#endif
