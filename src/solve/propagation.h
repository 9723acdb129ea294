/*
** Retrograde propagation (solve/graph.h) where the positions of a tier are distributed: the owner
** of the successor keeps an edge, and when the successor is resolved it sends the result to the
** owner of the predecessor. So results spread through the tier by a ply in each round.
**
** Where there are circles all members are at one value and one distance at a time: a result that is
** received in a round is one ply longer than the result that was sent.
*/
#ifndef GTS_PROPAGATION_H
#define GTS_PROPAGATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "search/search.h"
#include "solve/part.h"
#include "solve/results.h"
#include "solve/store.h"

typedef struct Analysis Analysis;

/* Results for another member that are not sent yet. */
typedef struct ResultBuffer { unsigned char *bytes; size_t size; Value value; } ResultBuffer;

typedef struct Propagation {
  uint64_t *edges;              /* rows: our node; the predecessor, with its owner's rank in the upper bits; what that move settles */
  uint64_t count, room;
  int width;                    /* of a row: without scores moves settle nothing */
  uint32_t *open;               /* of our nodes: successors that are not resolved */
  uint64_t *begin;              /* of our nodes: where their edges begin */
  Results initial;              /* terminals, and bests of successors in later tiers */
  uint64_t *queue, head, tail;  /* nodes that are resolved, and whose predecessors are to be updated */
  bool in_order;                /* without circles */
  Player side;                  /* with circles: whose wins they are */
  ResultBuffer *buffers;
} Propagation;

/* Ready for the nodes of a tier. Leaves the search for want of memory. */
void propagation_open (Analysis *w);

/* Our node `from` has a successor in the tier. Cannot fail. */
static inline void propagation_count (const Propagation *v, uint64_t from) {
  if (v->open) v->open[from]++;
}

/* Node `from` of member `rank` leads to ours. Leaves the search for want of memory. */
void propagation_add (Analysis *w, uint64_t to, int rank, uint64_t from, Value gain);

/* As graph_solve, by all of us together. False: *node, which is ours, has no end. Where it is another's, that ends the search. */
bool propagation_solve (Analysis *w, uint64_t *node);

#endif
