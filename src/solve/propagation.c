#include "solve/propagation.h"

#include <string.h>

#include "solve/distribution.h"
#include "solve/varint.h"

#define LONGEST (2 * VARINT_MOST + sizeof(Value))         /* bytes of a result in a message */

void propagation_open (Analysis *w, uint64_t nodes) {
  Propagation *v = w->propagation;
  v->open = store_take(&w->store, (nodes + 1) * sizeof *v->open);
  memset(v->open, 0, (nodes + 1) * sizeof *v->open);
}

/* Receiving. */

static void push (Propagation *v, uint64_t node) { v->queue[v->tail++] = (uint32_t)node; }

/* Applies the result of a successor to a node of this rank. */
static void resolve (Analysis *w, uint64_t node, Result result) {
  Propagation *v = w->propagation;
  if (v->in_order) {
    analysis_take(w, node, result);
    if (--v->open[node] == 0) push(v, node);
    return;
  }
  if (results_known(&w->results, node)) return;
  if (analysis_player(w, node) != v->side && --v->open[node] > 0) return;
  results_set(&w->results, node, result);
  push(v, node);
}

static void take_results (Analysis *w, int kind, const unsigned char *at, const unsigned char *end) {
  uint32_t number = 0;
  (void)kind;
  while (at < end) {
    const uint64_t code = varint_get(&at, end);
    if ((code & 1) && end - at >= (ptrdiff_t)sizeof(Value)) {
      Value value;
      memcpy(&value, at, sizeof value);
      at += sizeof value;
      number = preference_number(&w->preference, value);
    }
    const uint32_t plies = (uint32_t)varint_get(&at, end);
    if (code >> 1 < w->nodes) resolve(w, code >> 1, (Result){number, plies});
  }
}

/* Sending. */

static void send_result (Analysis *w, int rank, uint64_t node, Result result) {
  const Value value = w->preference.values[result.value];
  Value *sent = &w->propagation->sent[rank];
  bool begins;
  unsigned char *at = distribution_begin(w, rank, 0, LONGEST, &begins);
  const bool again = !begins && value == *sent;
  at = varint_put(at, node << 1 | !again);
  if (!again) {
    memcpy(at, &value, sizeof value);
    at += sizeof value;
  }
  distribution_end(w->distribution, rank, varint_put(at, result.plies));
  *sent = value;
}

/* Updates the predecessors of a resolved node. */
static void update (Analysis *w, uint32_t node) {
  const Above above = graph_above(&w->graph, node);
  const Result below = results_get(&w->results, node), plain = preference_above(&w->preference, below);
  for (uint64_t i = 0; i < above.count; i++) {
    Result result = plain;
    if (above.gains && above.gains[i] != 0) {
      const Value value = w->preference.values[below.value] + above.gains[i];
      result = preference_above(&w->preference, (Result){preference_number(&w->preference, value), below.plies});
    }
    if (above.ranks && above.ranks[i] != w->rank) send_result(w, above.ranks[i], above.nodes[i], result);
    else resolve(w, above.nodes[i], result);
  }
}

/*
** One round: sends the results of the nodes that are in the queue now to their predecessors. The nodes
** that these resolve are behind them in the queue when all members have met.
*/
static void propagate_round (Analysis *w) {
  Propagation *v = w->propagation;
  const uint64_t end = v->tail;
  for (uint64_t i = 0; v->head < end; i++) {
    if (i % BATCH == 0) distribution_pump(w);
    update(w, v->queue[v->head++]);
  }
  distribution_barrier(w);
}

static bool any_in_queue (Analysis *w) { return distribution_any(w, w->propagation->head < w->propagation->tail); }

/* Without circles: every node after all its successors. */
static bool solve_in_order (Analysis *w, uint64_t *node) {
  Propagation *v = w->propagation;
  v->in_order = true;
  for (uint64_t n = 0; n < w->nodes; n++)
    if (v->open[n] == 0) push(v, n);
  while (any_in_queue(w)) propagate_round(w);
  const bool solved = v->tail == w->nodes;
  for (*node = 0; !solved && v->open[*node] == 0; ++*node) {}
  if (distribution_any(w, !solved) && solved) distribution_wait_for_end(w);
  return solved;
}

/* With circles. */

/* The initial result of a node that `side` has won; else its value is 0. */
static Result won_by (const Analysis *w, uint64_t n) {
  const Propagation *v = w->propagation;
  const Result known = results_get(&v->initial, n);
  return preference_wins(&w->preference, v->side, known) ? known : (Result){0, 0};
}

/* The place of each value in the order of preference of `side`, the best first. */
static uint32_t *rank_values (Analysis *w, Player side) {
  const Preference *preference = &w->preference;
  uint32_t *order = store_take(&w->store, (preference->count + 1) * sizeof *order);
  uint32_t *rank = store_take(&w->store, (preference->count + 1) * sizeof *rank);
  preference_order(preference, side, order);
  for (uint32_t i = 0; i < preference->count; i++) rank[order[i]] = i;
  store_give(&w->store, order);
  return rank;
}

/*
** The nodes whose initial results `side` has won, the best first, and of equal ones in the order of their numbers: sorted by counting how
** many have each value and distance.
*/
static uint32_t *won_at_first (Analysis *w, uint64_t *count) {
  Store *store = &w->store;
  uint32_t *rank = rank_values(w, w->propagation->side);
  uint64_t plies = 0;
  *count = 0;
  for (uint64_t n = 0; n < w->nodes; n++) {
    const Result known = won_by(w, n);
    if (known.value == 0) continue;
    ++*count;
    if (known.plies >= plies) plies = (uint64_t)known.plies + 1;
  }
  const uint64_t kinds = w->preference.count * plies + 1;
  uint64_t *begin = store_take(store, kinds * sizeof *begin);
  uint32_t *nodes = store_take(store, (*count + 1) * sizeof *nodes);
  memset(begin, 0, kinds * sizeof *begin);
  for (int placed = 0; placed < 2; placed++) {
    for (uint64_t n = 0; n < w->nodes; n++) {
      const Result known = won_by(w, n);
      if (known.value == 0) continue;
      uint64_t *kind = &begin[rank[known.value] * plies + known.plies];
      if (placed) nodes[kind[0]++] = (uint32_t)n;
      else kind[1]++;
    }
    for (uint64_t k = 1; k < kinds && !placed; k++) begin[k] += begin[k - 1];
  }
  store_give(store, rank);
  store_give(store, begin);
  return nodes;
}

/* The preference of `side` for the value of a result, the best the greatest; INT64_MIN: there is none. */
static int64_t level_of (const Analysis *w, Result result) {
  if (result.value == 0) return INT64_MIN;
  const uint64_t ascending = preference_ascending(w->preference.values[result.value]);
  return (int64_t)((w->propagation->side == MAX ? ascending : ~ascending) ^ UINT64_C(1) << 63);
}

/* Resolves all nodes where `side` can force a value beyond the middle. */
static void solve_for (Analysis *w, Player side) {
  Propagation *v = w->propagation;
  uint64_t count, at = 0;
  int64_t level = INT64_MIN, plies = 0;         /* of the results that are applied now */
  v->side = side;
  v->head = v->tail = 0;
  uint32_t *won = won_at_first(w, &count);
  for (;;) {
    const Result next = at < count ? results_get(&v->initial, won[at]) : (Result){0, 0};
    if (any_in_queue(w)) {
      propagate_round(w);
      plies += w->preference.distant;
    } else {                                    /* then the next initial result of all members */
      Tally tally = {.most = {level_of(w, next)}};
      distribution_meet(w, &tally);
      level = tally.most[0];
      if (level == INT64_MIN) break;
      tally = (Tally){.most = {level_of(w, next) == level ? -(int64_t)next.plies : INT64_MIN}};
      distribution_meet(w, &tally);
      plies = -tally.most[0];
    }
    for (; at < count; at++) {
      const Result known = results_get(&v->initial, won[at]);
      if (level_of(w, known) != level || (int64_t)known.plies > plies) break;
      resolve(w, won[at], known);
    }
  }
  store_give(&w->store, won);
}

static void solve_with_circles (Analysis *w) {
  Propagation *v = w->propagation;
  const Result round = {preference_number(&w->preference, w->preference.middle), 0};
  results_copy(&v->initial, &w->results);
  results_clear(&w->results);
  for (uint64_t n = 0; n < w->nodes; n++) v->open[n] += results_known(&v->initial, n);
  solve_for(w, MAX);
  solve_for(w, MIN);
  for (uint64_t n = 0; n < w->nodes; n++) {
    if (results_known(&w->results, n)) continue;
    const Result first = results_get(&v->initial, n);
    const bool over = first.value == round.value && first.plies == 1;   /* the game ends here, in a draw */
    results_set(&w->results, n, over ? first : round);
  }
}

/* All of it. */

bool propagation_solve (Analysis *w, uint64_t *node) {
  Propagation *v = w->propagation;
  Store *store = &w->store;
  bool solved = true;
  w->distribution->update = take_results;
  if (!v->open) propagation_open(w, w->nodes);
  graph_sort(&w->graph, w->nodes, v->open);
  v->queue = store_take(store, (w->nodes + 1) * sizeof *v->queue);
  v->sent = store_take(store, (size_t)w->ranks * sizeof *v->sent);
  if (w->game->cyclic) solve_with_circles(w);
  else solved = solve_in_order(w, node);
  if (!solved) return false;
  store_give(store, v->sent);
  store_give(store, v->queue);
  store_give(store, v->open);
  if (v->initial.cells) results_close(&v->initial);
  graph_close(&w->graph);
  *v = (Propagation){.open = NULL};
  return true;
}
