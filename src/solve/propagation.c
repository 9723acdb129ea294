#include "solve/propagation.h"

#include <string.h>

#include "solve/analysis.h"
#include "solve/distribution.h"
#include "solve/set.h"
#include "solve/varint.h"

#define RANK_SHIFT 48           /* of a rank above a node */
#define BUFFER 8192             /* bytes */
#define LONGEST (2 * VARINT_MOST + sizeof(Value))

void propagation_open (Analysis *w) {
  Propagation *v = w->propagation;
  *v = (Propagation){.width = w->game->score ? 3 : 2};
  const uint64_t nodes = w->reverses ? 2 * w->nodes : w->nodes;
  v->open = store_take(&w->store, (nodes + 1) * sizeof *v->open);
  memset(v->open, 0, (nodes + 1) * sizeof *v->open);
}

void propagation_add (Analysis *w, uint64_t to, int rank, uint64_t from, Value gain) {
  Propagation *v = w->propagation;
  if (v->count == v->room) {
    v->room = v->room ? v->room + v->room / 2 : 1024;
    v->edges = store_resize(&w->store, v->edges, v->room * (size_t)v->width * sizeof *v->edges);
  }
  uint64_t *row = v->edges + v->count++ * (uint64_t)v->width;
  row[0] = to;
  row[1] = (uint64_t)rank << RANK_SHIFT | from;
  if (v->width == 3) memcpy(&row[2], &gain, sizeof gain);
}

/* Receiving. */

static void push (Propagation *v, uint64_t node) { v->queue[v->tail++] = node; }

/* Applies the result of a successor to a node of this rank. */
static void resolve (Analysis *w, uint64_t node, Result result) {
  Propagation *v = w->propagation;
  if (v->in_order) {
    if (preference_better(&w->preference, analysis_player(w, node), result, results_get(&w->results, node)))
      results_set(&w->results, node, result);
    if (--v->open[node] == 0) push(v, node);
    return;
  }
  if (results_known(&w->results, node)) return;
  if (analysis_player(w, node) != v->side && --v->open[node] > 0) return;
  results_set(&w->results, node, result);
  push(v, node);
}

static void take_results (Analysis *w, const unsigned char *at, size_t size, int from) {
  const unsigned char *end = at + size;
  uint32_t number = 0;
  (void)from;
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

static void flush_buffer (Analysis *w, int to) {
  ResultBuffer *buffer = &w->propagation->buffers[to];
  if (buffer->size > 1) distribution_send(w, to, buffer->bytes, buffer->size);
  buffer->size = 1;
}

static void send_result (Analysis *w, int rank, uint64_t node, Result result) {
  ResultBuffer *buffer = &w->propagation->buffers[rank];
  const Value value = w->preference.values[result.value];
  if (rank == w->rank) {
    resolve(w, node, result);
    return;
  }
  if (!buffer->bytes) {
    buffer->bytes = store_take(&w->store, BUFFER);
    buffer->bytes[0] = MESSAGE_RESULTS;
    buffer->size = 1;
  }
  if (buffer->size + LONGEST > BUFFER) flush_buffer(w, rank);
  unsigned char *at = buffer->bytes + buffer->size;
  const bool again = buffer->size > 1 && value == buffer->value;
  at = varint_put(at, node << 1 | !again);
  if (!again) {
    memcpy(at, &value, sizeof value);
    at += sizeof value;
  }
  at = varint_put(at, result.plies);
  buffer->value = value;
  buffer->size = (size_t)(at - buffer->bytes);
}

/* Sends the result of a resolved node of this rank to its predecessors. */
static void send_to_predecessors (Analysis *w, uint64_t node) {
  const Propagation *v = w->propagation;
  for (uint64_t e = v->begin[node]; e < v->begin[node + 1]; e++) {
    const uint64_t *row = v->edges + e * (uint64_t)v->width;
    Result below = results_get(&w->results, node);
    Value gain = 0;
    if (v->width == 3) memcpy(&gain, &row[2], sizeof gain);
    if (gain != 0) below.value = preference_number(&w->preference, w->preference.values[below.value] + gain);
    send_result(w, (int)(row[1] >> RANK_SHIFT), row[1] & ((UINT64_C(1) << RANK_SHIFT) - 1), preference_above(&w->preference, below));
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
    send_to_predecessors(w, v->queue[v->head++]);
  }
  for (int i = 1; i < w->ranks; i++) flush_buffer(w, (w->rank + i) % w->ranks);
  distribution_any(w, false);
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

/* Returns an integer that orders values as `side` prefers them, the best the greatest. */
static int64_t preference_key (const Analysis *w, Player side, uint32_t number) {
  union { Value value; int64_t bits; } v = {(side == MAX ? w->preference.values[number] : -w->preference.values[number]) + 0.0};
  return v.bits < 0 ? INT64_MIN - v.bits : v.bits;
}

/* The initial results that `side` has won, the best first: rows of value, distance and node. */
static uint64_t *won_at_first (Analysis *w, uint64_t *count) {
  const Propagation *v = w->propagation;
  enum { WIDTH = 3 };
  *count = 0;
  for (int counted = 0; ; counted++) {
    uint64_t *rows = counted ? store_take(&w->store, (*count + 1) * WIDTH * sizeof *rows) : NULL, at = 0;
    for (uint64_t n = 0; n < w->nodes; n++) {
      const Result known = results_get(&v->initial, n);
      if (known.value == 0 || !better(v->side, w->preference.values[known.value], w->preference.middle)) continue;
      if (rows) {
        rows[at * WIDTH] = ~((uint64_t)preference_key(w, v->side, known.value) ^ UINT64_C(1) << 63);
        rows[at * WIDTH + 1] = known.plies;
        rows[at * WIDTH + 2] = n;
      }
      at++;
    }
    *count = at;
    if (!rows) continue;
    sort_rows(rows, at, WIDTH, 2);
    return rows;
  }
}

/* Resolves all nodes where `side` can force a value beyond the middle. */
static void solve_for (Analysis *w, Player side) {
  Propagation *v = w->propagation;
  uint64_t count, *rows, *row;
  v->side = side;
  v->head = v->tail = 0;
  row = rows = won_at_first(w, &count);
  int64_t value = INT64_MIN, plies = 0;         /* of the results that are applied now */
  const uint64_t *end = rows + count * 3;
  for (;;) {
    if (!any_in_queue(w)) {                     /* then the next initial result of all members */
      Tally tally = {.most = {row < end ? (int64_t)(~row[0] ^ UINT64_C(1) << 63) : INT64_MIN}};
      distribution_meet(w, &tally);
      value = tally.most[0];
      if (value == INT64_MIN) break;
      const bool ours = row < end && (int64_t)(~row[0] ^ UINT64_C(1) << 63) == value;
      tally = (Tally){.most = {ours ? -(int64_t)row[1] : INT64_MIN}};
      distribution_meet(w, &tally);
      plies = -tally.most[0];
    } else {
      propagate_round(w);
      plies += w->preference.distant;
    }
    for (; row < end && (int64_t)(~row[0] ^ UINT64_C(1) << 63) == value && (int64_t)row[1] <= plies; row += 3)
      resolve(w, row[2], results_get(&v->initial, row[2]));
  }
  store_give(&w->store, rows);
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

static void index_edges (Analysis *w) {
  Propagation *v = w->propagation;
  v->begin = store_take(&w->store, (w->nodes + 2) * sizeof *v->begin);
  sort_rows(v->edges, v->count, v->width, 1);
  uint64_t e = 0;
  for (uint64_t n = 0; n <= w->nodes; n++) {
    while (e < v->count && v->edges[e * (uint64_t)v->width] < n) e++;
    v->begin[n] = e;
  }
}

bool propagation_solve (Analysis *w, uint64_t *node) {
  Propagation *v = w->propagation;
  Store *store = &w->store;
  bool solved = true;
  w->distribution->update = take_results;
  index_edges(w);
  v->queue = store_take(store, (w->nodes + 1) * sizeof *v->queue);
  v->buffers = store_take(store, (size_t)w->ranks * sizeof *v->buffers);
  memset(v->buffers, 0, (size_t)w->ranks * sizeof *v->buffers);
  if (w->game->cyclic) solve_with_circles(w);
  else solved = solve_in_order(w, node);
  if (!solved) return false;
  for (int i = 0; i < w->ranks; i++) store_give(store, v->buffers[i].bytes);
  void *const blocks[] = {v->buffers, v->queue, v->begin, v->open, v->edges};
  for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) store_give(store, blocks[i]);
  if (v->initial.cells) results_close(&v->initial);
  v->open = NULL;
  return true;
}
