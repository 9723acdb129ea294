/*
** The positions of one tier that lead to one another: their results from those of the tiers behind, by counters of successors that
** are not resolved.
**
** Without circles a position is resolved when all its successors are. With circles, and a value for
** endless play (rules.cycle, the middle), the player whose win a value is must force it:
** he needs one successor that has it, of his opponent's positions all successors must have it
** (Zermelo 1913; retrograde analysis: Strohlein 1970, Thompson 1986). Values are taken from the
** best for him downwards, and within each by distance, so that each position is resolved once, for
** good. Positions that neither player can win have the middle value. No move of such a graph may settle anything: see refuse_gain.
*/
#ifndef GTS_GRAPH_H
#define GTS_GRAPH_H

#include "solve/graph_file.h"
#include "solve/preference.h"
#include "solve/results.h"

typedef struct Graph {
  Store *store;
  Preference *preference;
  uint64_t nodes, max_nodes;    /* of them the first are MAX's to move */
  bool doubled;                 /* or, instead: every other one from the first on */
  Results *results;             /* of each: at first the best of those successors that are known, or its own at the end of the game */
  bool scored;                  /* results are what can still come: what a move settles is added */
  uint32_t *edges;              /* pairs: a successor, and what it succeeds */
  Value *gains;                 /* what the move of each pair settles, if `scored` */
  uint64_t count, room;         /* of pairs */
  GraphFile in_file;                /* if it has a directory the edges are there, and not in memory */
} Graph;

/* No edges yet. Cannot fail. */
void graph_open (Graph *graph, Store *store, Preference *preference, bool scored);

/* Makes room for that many edges. Leaves the search for want of memory. */
void graph_reserve (Graph *graph, uint64_t edges);

/* Node `to` is a successor of `from`, by a move that settles `gain`. Leaves the search for want of memory. */
static inline void graph_add (Graph *g, uint32_t from, uint32_t to, Value gain) {
  if (g->in_file.directory) {
    graph_file_add(&g->in_file, from, to);
    return;
  }
  if (g->count == g->room) graph_reserve(g, g->room ? 2 * g->room : 1024);
  if (g->scored) g->gains[g->count] = gain;
  g->edges[2 * g->count] = to;
  g->edges[2 * g->count++ + 1] = from;
}

/*
** Resolves all nodes. `circles`: they may go round, and endless play has the middle value. Else false is returned if they do, and *node is one
** that has no end.
*/
bool graph_solve (Graph *graph, bool circles, uint64_t *node);

#endif
