#include "solve/graph.h"

#include <string.h>

#include "solve/set.h"

/* Who leads where, the other way round; and how far each node is. */
typedef struct Solving {
  Graph *graph;
  uint64_t *begin;              /* where the predecessors of each node begin */
  uint32_t *above;              /* predecessors */
  Value *gains;                 /* of the moves from them, if the graph is scored */
  uint32_t *open;               /* successors that are not resolved; an initial result counts as one */
  uint32_t *queue;              /* resolved nodes whose predecessors are to be updated, in order */
  uint64_t head, tail;
  Result *initial;              /* a copy of the results before propagation, where that is needed */
} Solving;

void graph_open (Graph *g, Store *store, Preference *preference, bool scored) {
  *g = (Graph){.store = store, .preference = preference, .scored = scored};
}

/* Gives the edges back. */
static void close_edges (Graph *g) {
  store_give(g->store, g->edges);
  store_give(g->store, g->gains);
  g->edges = NULL;
  g->gains = NULL;
  g->count = g->room = 0;
}

static Player player_of (const Graph *g, uint64_t node) { return (g->doubled ? node % 2 == 0 : node < g->max_nodes) ? MAX : MIN; }

/* Sorts the edges by where they lead, by counting. */
static void turn_round (Solving *s) {
  Graph *g = s->graph;
  Store *store = g->store;
  s->begin = store_take(store, (g->nodes + 2) * sizeof *s->begin);
  s->open = store_take(store, (g->nodes + 1) * sizeof *s->open);
  memset(s->begin, 0, (g->nodes + 2) * sizeof *s->begin);
  memset(s->open, 0, (g->nodes + 1) * sizeof *s->open);
  for (uint64_t e = 0; e < g->count; e++) {
    s->begin[g->edges[2 * e] + 2]++;
    s->open[g->edges[2 * e + 1]]++;
  }
  for (uint64_t n = 1; n <= g->nodes; n++) s->begin[n + 1] += s->begin[n];
  s->above = store_take(store, (g->count + 1) * sizeof *s->above);
  if (g->scored) s->gains = store_take(store, (g->count + 1) * sizeof *s->gains);
  for (uint64_t e = 0; e < g->count; e++) {
    const uint64_t at = s->begin[g->edges[2 * e] + 1]++;
    s->above[at] = g->edges[2 * e + 1];
    if (g->scored) s->gains[at] = g->gains[e];
  }
  close_edges(g);
  s->queue = store_take(store, (g->nodes + 1) * sizeof *s->queue);
}

static void give_back (Solving *s) {
  Store *store = s->graph->store;
  store_give(store, s->begin);
  store_give(store, s->above);
  store_give(store, s->gains);
  store_give(store, s->open);
  store_give(store, s->queue);
  store_give(store, s->initial);
}

/* Returns the result of the i-th predecessor by its successor `to`, which is resolved. */
static Result by_successor (const Solving *s, uint64_t i, uint32_t to) {
  const Graph *g = s->graph;
  Result below = g->results[to];
  if (g->scored && s->gains[i] != 0) below.value = preference_number(g->preference, g->preference->values[below.value] + s->gains[i]);
  return preference_above(g->preference, below);
}

/* Without circles: every node after all its successors. */
static bool solve_in_order (Solving *s, uint64_t *node) {
  Graph *g = s->graph;
  for (uint64_t n = 0; n < g->nodes; n++)
    if (s->open[n] == 0) s->queue[s->tail++] = (uint32_t)n;
  while (s->head < s->tail) {
    const uint32_t to = s->queue[s->head++];
    for (uint64_t i = s->begin[to]; i < s->begin[to + 1]; i++) {
      const uint32_t from = s->above[i];
      const Result result = by_successor(s, i, to);
      if (preference_better(g->preference, player_of(g, from), result, g->results[from])) g->results[from] = result;
      if (--s->open[from] == 0) s->queue[s->tail++] = from;
    }
  }
  if (s->tail == g->nodes) return true;
  for (*node = 0; s->open[*node] == 0; ++*node) {}
  return false;
}

/* Resolves `n` for `side` if its value is certain now. */
static void resolve (Solving *s, uint32_t n, Result result, Player side) {
  Graph *g = s->graph;
  if (g->results[n].value != 0) return;
  if (player_of(g, n) != side && --s->open[n] > 0) return;
  g->results[n] = result;
  s->queue[s->tail++] = n;
}

/* The initial results that `side` has won, the best first: rows of a rank and a node. */
static uint64_t *won_at_first (const Solving *s, Player side, uint64_t *count) {
  const Graph *g = s->graph;
  const Preference *preference = g->preference;
  uint64_t *ranks = store_take(g->store, (preference->count + 1) * 2 * sizeof *ranks), at = 0;
  for (uint32_t i = 1; i <= preference->count; i++) {   /* values in the order of preference of `side` */
    union { Value value; uint64_t bits; } v = {preference->values[i] + 0.0};
    const uint64_t ascending = v.bits >> 63 ? ~v.bits : v.bits | UINT64_C(1) << 63;
    ranks[2 * (i - 1)] = side == MAX ? ~ascending : ascending;
    ranks[2 * (i - 1) + 1] = i;
  }
  sort_rows(ranks, preference->count, 2, 1);
  uint32_t *rank = store_take(g->store, (preference->count + 1) * sizeof *rank);
  for (uint32_t i = 0; i < preference->count; i++) rank[ranks[2 * i + 1]] = i;
  *count = 0;
  for (uint64_t n = 0; n < g->nodes; n++)
    *count += s->initial[n].value != 0 && better(side, preference->values[s->initial[n].value], preference->middle);
  uint64_t *rows = store_take(g->store, (*count + 1) * 2 * sizeof *rows);
  for (uint64_t n = 0; n < g->nodes; n++) {
    const Result known = s->initial[n];
    if (known.value == 0 || !better(side, preference->values[known.value], preference->middle)) continue;
    rows[at++] = (uint64_t)rank[known.value] << 32 | known.plies;
    rows[at++] = n;
  }
  sort_rows(rows, *count, 2, 1);
  store_give(g->store, ranks);
  store_give(g->store, rank);
  return rows;
}

/* Is the initial result of a row to be applied before those of the node at the head of the queue? */
static bool comes_first (const Solving *s, const uint64_t *row) {
  const Graph *g = s->graph;
  const Result known = s->initial[row[1]], head = g->results[s->queue[s->head]];
  if (known.value != head.value) return false;          /* the values before it are propagated to the end */
  return known.plies <= head.plies + 1;
}

/* Resolves all nodes where `side` can force a value beyond the middle. */
static void solve_for (Solving *s, Player side) {
  Graph *g = s->graph;
  uint64_t count, at = 0, *rows = won_at_first(s, side, &count);
  s->head = s->tail = 0;
  while (at < count || s->head < s->tail) {
    if (s->head == s->tail || (at < count && comes_first(s, rows + 2 * at))) {
      const uint32_t n = (uint32_t)rows[2 * at++ + 1];
      resolve(s, n, s->initial[n], side);
      continue;
    }
    const uint32_t to = s->queue[s->head++];
    for (uint64_t i = s->begin[to]; i < s->begin[to + 1]; i++)
      resolve(s, s->above[i], preference_above(g->preference, g->results[to]), side);
  }
  store_give(g->store, rows);
}

static void solve_with_circles (Solving *s) {
  Graph *g = s->graph;
  const size_t size = (size_t)g->nodes * sizeof *g->results;
  const Result round = {preference_number(g->preference, g->preference->middle), 0};
  s->initial = store_take(g->store, size + 1);
  memcpy(s->initial, g->results, size);
  memset(g->results, 0, size);
  for (uint64_t n = 0; n < g->nodes; n++) s->open[n] += s->initial[n].value != 0;
  solve_for(s, MAX);
  solve_for(s, MIN);
  for (uint64_t n = 0; n < g->nodes; n++) {
    if (g->results[n].value != 0) continue;
    const bool over = s->initial[n].value == round.value && s->initial[n].plies == 1;   /* the game ends here, in a draw */
    g->results[n] = over ? s->initial[n] : round;
  }
}

bool graph_solve (Graph *g, bool circles, uint64_t *node) {
  Solving s = {.graph = g};
  bool solved = true;
  turn_round(&s);
  if (circles) solve_with_circles(&s);
  else solved = solve_in_order(&s, node);
  give_back(&s);
  return solved;
}
