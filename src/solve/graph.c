#include "solve/graph.h"

#include <string.h>

void graph_open (Graph *g, Store *store, bool scored, bool shared) { *g = (Graph){.store = store, .scored = scored, .shared = shared}; }

void graph_reserve (Graph *g, uint64_t edges) {
  g->room = edges;
  g->edges = store_resize(g->store, g->edges, edges * 2 * sizeof *g->edges);
  if (g->scored) g->gains = store_resize(g->store, g->gains, edges * sizeof *g->gains);
  if (g->shared) g->ranks = store_resize(g->store, g->ranks, edges * sizeof *g->ranks);
}

/* Sorts the edges in memory by where they lead, by counting. */
static void turn_round (Graph *g, uint64_t nodes, uint32_t *open) {
  Store *store = g->store;
  Graph from = *g;
  g->begin = store_take(store, (nodes + 2) * sizeof *g->begin);
  memset(g->begin, 0, (nodes + 2) * sizeof *g->begin);
  for (uint64_t e = 0; e < g->count; e++) {
    g->begin[g->edges[2 * e] + 2]++;
    if (!g->shared) open[g->edges[2 * e + 1]]++;
  }
  for (uint64_t n = 1; n <= nodes; n++) g->begin[n + 1] += g->begin[n];
  g->above = store_take(store, (g->count + 1) * sizeof *g->above);
  if (g->scored) g->gains = store_take(store, (g->count + 1) * sizeof *g->gains);
  if (g->shared) g->ranks = store_take(store, (g->count + 1) * sizeof *g->ranks);
  for (uint64_t e = 0; e < g->count; e++) {
    const uint64_t at = g->begin[from.edges[2 * e] + 1]++;
    g->above[at] = from.edges[2 * e + 1];
    if (g->scored) g->gains[at] = from.gains[e];
    if (g->shared) g->ranks[at] = from.ranks[e];
  }
  store_give(store, from.edges);
  store_give(store, from.gains);
  store_give(store, from.ranks);
  g->edges = NULL;
  g->count = g->room = 0;
}

void graph_sort (Graph *g, uint64_t nodes, uint32_t *open) {
  if (g->in_file.directory) graph_file_settle(&g->in_file, nodes, open);
  else turn_round(g, nodes, open);
}

void graph_close (Graph *g) {
  void *const blocks[] = {g->edges, g->gains, g->ranks, g->begin, g->above};
  for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) store_give(g->store, blocks[i]);
  graph_file_close(&g->in_file);
}
