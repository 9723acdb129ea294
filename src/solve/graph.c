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
  Results initial;              /* a copy of the results before propagation, where that is needed */
} Solving;

void graph_open (Graph *g, Store *store, Preference *preference, bool scored) {
  *g = (Graph){.store = store, .preference = preference, .scored = scored};
}

void graph_reserve (Graph *g, uint64_t edges) {
  g->room = edges;
  g->edges = store_resize(g->store, g->edges, edges * 2 * sizeof *g->edges);
  if (g->scored) g->gains = store_resize(g->store, g->gains, edges * sizeof *g->gains);
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

/* Sorts the edges in memory by where they lead, by counting. */
static void turn_round (Solving *s) {
  Graph *g = s->graph;
  Store *store = g->store;
  s->begin = store_take(store, (g->nodes + 2) * sizeof *s->begin);
  memset(s->begin, 0, (g->nodes + 2) * sizeof *s->begin);
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
}

/* The predecessors of a node; `first`: of which number, in memory. */
typedef struct Above { const uint32_t *nodes; uint64_t count, first; } Above;

static Above above_of (const Solving *s, uint32_t to) {
  Above above = {.first = 0};
  if (s->graph->in_file.directory) above.nodes = graph_file_above(&s->graph->in_file, to, &above.count);
  else above = (Above){s->above + s->begin[to], s->begin[to + 1] - s->begin[to], s->begin[to]};
  return above;
}

static void give_back (Solving *s) {
  Store *store = s->graph->store;
  store_give(store, s->begin);
  store_give(store, s->above);
  store_give(store, s->gains);
  store_give(store, s->open);
  store_give(store, s->queue);
  if (s->initial.cells) results_close(&s->initial);
}

/* Returns the result of predecessor number i by its successor `to`, which is resolved. */
static Result by_successor (const Solving *s, uint64_t i, uint32_t to) {
  const Graph *g = s->graph;
  Result below = results_get(g->results, to);
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
    const Above above = above_of(s, to);
    for (uint64_t i = 0; i < above.count; i++) {
      const uint32_t from = above.nodes[i];
      const Result result = by_successor(s, above.first + i, to);
      if (preference_better(g->preference, player_of(g, from), result, results_get(g->results, from))) results_set(g->results, from, result);
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
  if (results_known(g->results, n)) return;
  if (player_of(g, n) != side && --s->open[n] > 0) return;
  results_set(g->results, n, result);
  s->queue[s->tail++] = n;
}

/* The initial result of a node that `side` has won; else its value is 0. */
static Result won_by (const Solving *s, Player side, uint64_t n) {
  const Result known = results_get(&s->initial, n);
  const Preference *preference = s->graph->preference;
  const bool won = known.value != 0 && better(side, preference->values[known.value], preference->middle);
  return won ? known : (Result){0, 0};
}

/* The place of each value in the order of preference of `side`, the best first. */
static uint32_t *rank_values (const Solving *s, Player side) {
  const Preference *preference = s->graph->preference;
  Store *store = s->graph->store;
  uint64_t *rows = store_take(store, (preference->count + 1) * 2 * sizeof *rows);
  uint32_t *rank = store_take(store, (preference->count + 1) * sizeof *rank);
  for (uint32_t i = 1; i <= preference->count; i++) {
    const uint64_t ascending = preference_ascending(preference->values[i]);
    rows[2 * (i - 1)] = side == MAX ? ~ascending : ascending;
    rows[2 * (i - 1) + 1] = i;
  }
  sort_rows(rows, preference->count, 2, 1);
  for (uint32_t i = 0; i < preference->count; i++) rank[rows[2 * i + 1]] = i;
  store_give(store, rows);
  return rank;
}

/*
** The nodes whose initial results `side` has won, the best first, and of equal ones in the order of their numbers: sorted by counting how
** many have each value and distance.
*/
static uint32_t *won_at_first (const Solving *s, Player side, uint64_t *count) {
  const Graph *g = s->graph;
  uint32_t *rank = rank_values(s, side);
  uint64_t plies = 0;
  *count = 0;
  for (uint64_t n = 0; n < g->nodes; n++) {
    const Result known = won_by(s, side, n);
    if (known.value == 0) continue;
    ++*count;
    if (known.plies >= plies) plies = (uint64_t)known.plies + 1;
  }
  const uint64_t kinds = g->preference->count * plies + 1;
  uint64_t *begin = store_take(g->store, kinds * sizeof *begin);
  uint32_t *nodes = store_take(g->store, (*count + 1) * sizeof *nodes);
  memset(begin, 0, kinds * sizeof *begin);
  for (int placed = 0; placed < 2; placed++) {
    for (uint64_t n = 0; n < g->nodes; n++) {
      const Result known = won_by(s, side, n);
      if (known.value == 0) continue;
      uint64_t *kind = &begin[rank[known.value] * plies + known.plies];
      if (placed) nodes[kind[0]++] = (uint32_t)n;
      else kind[1]++;
    }
    for (uint64_t k = 1; k < kinds && !placed; k++) begin[k] += begin[k - 1];
  }
  store_give(g->store, rank);
  store_give(g->store, begin);
  return nodes;
}

/* Is the initial result of a node to be applied before those of the node at the head of the queue? */
static bool comes_first (const Solving *s, uint32_t node) {
  const Graph *g = s->graph;
  const Result known = results_get(&s->initial, node), head = results_get(g->results, s->queue[s->head]);
  if (known.value != head.value) return false;          /* the values before it are propagated to the end */
  return known.plies <= head.plies + 1;
}

/* Resolves all nodes where `side` can force a value beyond the middle. */
static void solve_for (Solving *s, Player side) {
  Graph *g = s->graph;
  uint64_t count, at = 0;
  uint32_t *won = won_at_first(s, side, &count);
  s->head = s->tail = 0;
  while (at < count || s->head < s->tail) {
    if (s->head == s->tail || (at < count && comes_first(s, won[at]))) {
      const uint32_t n = won[at++];
      resolve(s, n, results_get(&s->initial, n), side);
      continue;
    }
    const uint32_t to = s->queue[s->head++];
    const Above above = above_of(s, to);
    for (uint64_t i = 0; i < above.count; i++)
      resolve(s, above.nodes[i], preference_above(g->preference, results_get(g->results, to)), side);
  }
  store_give(g->store, won);
}

static void solve_with_circles (Solving *s) {
  Graph *g = s->graph;
  const Result round = {preference_number(g->preference, g->preference->middle), 0};
  results_copy(&s->initial, g->results);
  results_clear(g->results);
  for (uint64_t n = 0; n < g->nodes; n++) s->open[n] += results_known(&s->initial, n);
  solve_for(s, MAX);
  solve_for(s, MIN);
  for (uint64_t n = 0; n < g->nodes; n++) {
    if (results_known(g->results, n)) continue;
    const Result first = results_get(&s->initial, n);
    const bool over = first.value == round.value && first.plies == 1;   /* the game ends here, in a draw */
    results_set(g->results, n, over ? first : round);
  }
}

bool graph_solve (Graph *g, bool circles, uint64_t *node) {
  Solving s = {.graph = g};
  bool solved = true;
  s.open = store_take(g->store, (g->nodes + 1) * sizeof *s.open);
  memset(s.open, 0, (g->nodes + 1) * sizeof *s.open);
  if (g->in_file.directory) graph_file_settle(&g->in_file, g->nodes, s.open);
  else turn_round(&s);
  s.queue = store_take(g->store, (g->nodes + 1) * sizeof *s.queue);
  if (circles) solve_with_circles(&s);
  else solved = solve_in_order(&s, node);
  give_back(&s);
  graph_file_close(&g->in_file);
  return solved;
}
