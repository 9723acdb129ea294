/*
** The edges between the positions of one tier, by the node that they lead to: so its predecessors are found when it is resolved. They lie
** in memory, or in a file without a name: pairs of a successor and what it succeeds, sorted, which are read for a group of nodes at a time.
*/
#pragma once

#include "game/game.h"
#include "solve/spill.h"

#define GRAPH_FILE_LEAST ((size_t)512 << 10) /* bytes of the buffer, at least; what they take beside it is less than SPARE */
#define GRAPH_FILE_GROUP 32                  /* nodes that are read together */

/* Edges in a file. A pair is one word, the successor in its upper half. */
typedef struct GraphFile {
  Sorter sorter;
  void (*look) (void *owner);   /* called now and then: may leave the search */
  void *owner;
  uint64_t steps;
  Spill pairs;
  uint64_t *begin;              /* of each group of nodes, and the end */
  uint64_t *buffer, room;       /* for a group */
  uint64_t group;               /* whose pairs the buffer has; UINT64_MAX: none */
} GraphFile;

typedef struct Graph {
  Store *store;
  bool scored;                  /* results are what can still come: what a move settles is added */
  bool shared;                  /* predecessors may be of other members of a group */
  uint32_t *edges;              /* pairs: a successor, and what it succeeds */
  Value *gains;                 /* what the move of each pair settles, if `scored` */
  uint16_t *ranks;              /* who owns what each successor succeeds, if `shared` */
  uint64_t count, room;         /* of pairs */
  uint64_t *begin;              /* when they are sorted: where the predecessors of each node begin, among */
  uint32_t *above;              /* these, whose gains and ranks lie in the same order; of a file those that were asked for last */
  GraphFile *file;              /* NULL: the edges are in memory */
} Graph;

/* No edges yet. Cannot fail. */
void graph_open (Graph *graph, Store *store, bool scored, bool shared);

/* From now on edges go into a file, through a buffer of about `bytes`. Fails, as the others do, where it cannot be written or read. */
void graph_open_file (Graph *graph, const Directory *directory, size_t bytes, void (*look) (void *owner), void *owner);

/* Makes room for that many edges. Leaves the search for want of memory. */
void graph_reserve (Graph *graph, uint64_t edges);

/* Our node `to` is a successor of `from`, of member `rank`, by a move that settles `gain`. Leaves the search for want of memory. */
static inline void graph_add (Graph *g, int rank, uint32_t from, uint32_t to, Value gain) {
  if (g->file) {
    *sorter_add(&g->file->sorter) = (uint64_t)to << 32 | from;
    return;
  }
  if (g->count == g->room) graph_reserve(g, g->room ? g->room + g->room / 2 : 1024);
  if (g->scored) g->gains[g->count] = gain;
  if (g->shared) g->ranks[g->count] = (uint16_t)rank;
  g->edges[2 * g->count] = to;
  g->edges[2 * g->count++ + 1] = from;
}

/* All edges of `nodes` nodes are there: sorts them. Counts the successors of each in `open`, unless others do that; in a file an edge that
** came twice once. */
void graph_sort (Graph *graph, uint64_t nodes, uint32_t *open);

/* The predecessors of a node; their gains, NULL: there are none; their owners, NULL: all are ours. Good until others are asked for. */
typedef struct Above {
  const uint32_t *nodes;
  const Value *gains;
  const uint16_t *ranks;
  uint64_t count;
} Above;

Above graph_read (Graph *graph, uint32_t to);
static inline Above graph_above (Graph *g, uint32_t to) {
  if (g->file) return graph_read(g, to);
  const uint64_t first = g->begin[to];
  return (Above){g->above + first, g->scored ? g->gains + first : NULL, g->shared ? g->ranks + first : NULL, g->begin[to + 1] - first};
}

/* Gives everything back. Cannot fail. */
void graph_close (Graph *graph);
