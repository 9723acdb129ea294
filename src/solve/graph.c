#include "solve/graph.h"

#include <string.h>

void graph_open (Graph *g, Store *store, bool scored, bool shared) { *g = (Graph){.store = store, .scored = scored, .shared = shared}; }

void graph_open_file (Graph *g, const Directory *directory, size_t bytes, void (*look) (void *owner), void *owner) {
  g->file = store_take(g->store, sizeof *g->file);
  *g->file = (GraphFile){.look = look, .owner = owner, .group = UINT64_MAX};
  sorter_open(&g->file->sorter, g->store, directory, "moves", 1, bytes < GRAPH_FILE_LEAST ? GRAPH_FILE_LEAST : bytes);
}

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

/* Calls `look` once in `steps` calls. */
static void look (GraphFile *f, uint64_t steps) {
  if (++f->steps % steps == 0) f->look(f->owner);
}

/* Writes the pairs in order, and notes where those of each group of nodes begin. */
static void write_pairs (Graph *g, uint64_t nodes, uint32_t *open) {
  GraphFile *f = g->file;
  Sorter *sorter = &f->sorter;
  const uint64_t groups = (nodes + GRAPH_FILE_GROUP - 1) / GRAPH_FILE_GROUP;
  uint64_t held = 0, group = 0;
  sorter_sort(sorter);
  f->begin = store_take(g->store, (groups + 1) * sizeof *f->begin);
  f->pairs = spill_of(g->store, sorter->runs.directory, "moves", 1);
  f->begin[0] = 0;
  for (const uint64_t *row; (row = sorter_next(sorter));) {
    look(f, 65536);
    for (; group < (*row >> 32) / GRAPH_FILE_GROUP; f->begin[group] = f->pairs.rows + held) group++;
    open[(uint32_t)*row]++;
    sorter->spare[held++] = *row;
    if (held < sorter->spare_room) continue;
    spill_add(&f->pairs, sorter->spare, held);
    held = 0;
  }
  spill_add(&f->pairs, sorter->spare, held);
  while (group < groups) f->begin[++group] = f->pairs.rows;
  sorter_close(sorter);
  f->room = GRAPH_FILE_LEAST / sizeof *f->buffer;
  f->buffer = store_take(g->store, GRAPH_FILE_LEAST);
}

void graph_sort (Graph *g, uint64_t nodes, uint32_t *open) {
  if (g->file) write_pairs(g, nodes, open);
  else turn_round(g, nodes, open);
}

Above graph_read (Graph *g, uint32_t to) {
  GraphFile *f = g->file;
  const uint64_t group = to / GRAPH_FILE_GROUP, first = f->begin[group], pairs = f->begin[group + 1] - first;
  if (group != f->group) {
    if (pairs > f->room) {
      f->buffer = store_resize(g->store, f->buffer, (size_t)pairs * sizeof *f->buffer);
      f->room = pairs;
    }
    spill_read(&f->pairs, f->buffer, pairs, first);
    f->group = group;
    look(f, 4096);
  }
  if (pairs > g->room) {
    g->above = store_resize(g->store, g->above, (size_t)pairs * sizeof *g->above);
    g->room = pairs;
  }
  Above above = {.nodes = g->above};
  for (uint64_t i = 0; i < pairs; i++)
    if (f->buffer[i] >> 32 == to) g->above[above.count++] = (uint32_t)f->buffer[i];
  return above;
}

void graph_close (Graph *g) {
  void *const blocks[] = {g->edges, g->gains, g->ranks, g->begin, g->above};
  for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) store_give(g->store, blocks[i]);
  if (!g->file) return;
  spill_close(&g->file->pairs);
  store_give(g->store, g->file->begin);
  store_give(g->store, g->file->buffer);
  store_give(g->store, g->file);
}
