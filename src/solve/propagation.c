#include "solve/propagation.h"

#include <string.h>

#include "solve/analysis.h"
#include "solve/distribution.h"
#include "solve/sort.h"
#include "solve/varint.h"

#define RANK_SHIFT 48           /* of a rank above a node */
#define TALE 8192               /* bytes */
#define LONGEST (2 * VARINT_MOST + sizeof(Value))

void propagation_open (Analysis *w) {
  Propagation *v = w->propagation;
  *v = (Propagation){.width = w->game->score ? 3 : 2};
  v->open = store_take(&w->store, (w->nodes + 1) * sizeof *v->open);
  memset(v->open, 0, (w->nodes + 1) * sizeof *v->open);
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

/* Learning. */

static void push (Propagation *v, uint64_t node) { v->queue[v->tail++] = node; }

/* What was told of a node of ours. */
static void learn (Analysis *w, uint64_t node, Result result) {
  Propagation *v = w->propagation;
  if (v->in_order) {
    if (preference_better(&w->preference, analysis_player(w, node), result, w->results[node])) w->results[node] = result;
    if (--v->open[node] == 0) push(v, node);
    return;
  }
  if (w->results[node].value != 0) return;
  if (analysis_player(w, node) != v->side && --v->open[node] > 0) return;
  w->results[node] = result;
  push(v, node);
}

static void take_wave (Analysis *w, const unsigned char *at, size_t size, int from) {
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
    if (code >> 1 < w->nodes) learn(w, code >> 1, (Result){number, plies});
  }
}

/* Telling. */

static void send_tale (Analysis *w, int to) {
  Tale *tale = &w->propagation->tales[to];
  if (tale->size > 1) distribution_send(w, to, tale->bytes, tale->size);
  tale->size = 1;
}

static void tell (Analysis *w, int rank, uint64_t node, Result result) {
  Tale *tale = &w->propagation->tales[rank];
  const Value value = w->preference.values[result.value];
  if (rank == w->rank) {
    learn(w, node, result);
    return;
  }
  if (!tale->bytes) {
    tale->bytes = store_take(&w->store, TALE);
    tale->bytes[0] = MESSAGE_WAVE;
    tale->size = 1;
  }
  if (tale->size + LONGEST > TALE) send_tale(w, rank);
  unsigned char *at = tale->bytes + tale->size;
  const bool again = tale->size > 1 && value == tale->value;
  at = varint_put(at, node << 1 | !again);
  if (!again) {
    memcpy(at, &value, sizeof value);
    at += sizeof value;
  }
  at = varint_put(at, result.plies);
  tale->value = value;
  tale->size = (size_t)(at - tale->bytes);
}

/* Tells the predecessors of a node of ours, which is resolved. */
static void tell_above (Analysis *w, uint64_t node) {
  const Propagation *v = w->propagation;
  for (uint64_t e = v->begin[node]; e < v->begin[node + 1]; e++) {
    const uint64_t *row = v->edges + e * (uint64_t)v->width;
    Result below = w->results[node];
    Value gain = 0;
    if (v->width == 3) memcpy(&gain, &row[2], sizeof gain);
    if (gain != 0) below.value = preference_number(&w->preference, w->preference.values[below.value] + gain);
    tell(w, (int)(row[1] >> RANK_SHIFT), row[1] & ((UINT64_C(1) << RANK_SHIFT) - 1), preference_above(&w->preference, below));
  }
}

/* Tells all that the nodes in the queue, up to its end as it is now, have to tell; what that leads to is behind it when all have met. */
static void tell_wave (Analysis *w) {
  Propagation *v = w->propagation;
  const uint64_t end = v->tail;
  for (uint64_t i = 0; v->head < end; i++) {
    if (i % BATCH == 0) distribution_pump(w);
    tell_above(w, v->queue[v->head++]);
  }
  for (int i = 1; i < w->ranks; i++) send_tale(w, (w->rank + i) % w->ranks);
  distribution_any(w, false);
}

static bool any_in_queue (Analysis *w) { return distribution_any(w, w->propagation->head < w->propagation->tail); }

/* Without circles: every node after all its successors. */
static bool solve_in_order (Analysis *w, uint64_t *node) {
  Propagation *v = w->propagation;
  v->in_order = true;
  for (uint64_t n = 0; n < w->nodes; n++)
    if (v->open[n] == 0) push(v, n);
  while (any_in_queue(w)) tell_wave(w);
  const bool solved = v->tail == w->nodes;
  for (*node = 0; !solved && v->open[*node] == 0; ++*node) {}
  if (distribution_any(w, !solved) && solved) distribution_wait_for_end(w);
  return solved;
}

/* With circles. */

/* A value as a number of the order in which `side` likes it, the best the greatest. */
static int64_t liking (const Analysis *w, Player side, uint32_t number) {
  union { Value value; int64_t bits; } v = {(side == MAX ? w->preference.values[number] : -w->preference.values[number]) + 0.0};
  return v.bits < 0 ? INT64_MIN - v.bits : v.bits;
}

/* What is known at first and won by `side`, the best first: rows of what that is preference, its distance, and the node. */
static uint64_t *won_at_first (Analysis *w, uint64_t *count) {
  const Propagation *v = w->propagation;
  enum { WIDTH = 3 };
  *count = 0;
  for (int counted = 0; ; counted++) {
    uint64_t *rows = counted ? store_take(&w->store, (*count + 1) * WIDTH * sizeof *rows) : NULL, at = 0;
    for (uint64_t n = 0; n < w->nodes; n++) {
      const Result known = v->known[n];
      if (known.value == 0 || !better(v->side, w->preference.values[known.value], w->preference.middle)) continue;
      if (rows) {
        rows[at * WIDTH] = ~((uint64_t)liking(w, v->side, known.value) ^ UINT64_C(1) << 63);
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

/* All that `side` can force beyond the middle. */
static void solve_for (Analysis *w, Player side) {
  Propagation *v = w->propagation;
  uint64_t count, *rows, *row;
  v->side = side;
  v->head = v->tail = 0;
  row = rows = won_at_first(w, &count);
  int64_t value = INT64_MIN, plies = 0;         /* what is learned now */
  const uint64_t *end = rows + count * 3;
  for (;;) {
    if (!any_in_queue(w)) {                     /* then what comes next of all that was known at first */
      Tally tally = {.most = {row < end ? (int64_t)(~row[0] ^ UINT64_C(1) << 63) : INT64_MIN}};
      distribution_meet(w, &tally);
      value = tally.most[0];
      if (value == INT64_MIN) break;
      const bool ours = row < end && (int64_t)(~row[0] ^ UINT64_C(1) << 63) == value;
      tally = (Tally){.most = {ours ? -(int64_t)row[1] : INT64_MIN}};
      distribution_meet(w, &tally);
      plies = -tally.most[0];
    } else {
      tell_wave(w);
      plies += w->preference.distant;
    }
    for (; row < end && (int64_t)(~row[0] ^ UINT64_C(1) << 63) == value && (int64_t)row[1] <= plies; row += 3)
      learn(w, row[2], v->known[row[2]]);
  }
  store_give(&w->store, rows);
}

static void solve_with_circles (Analysis *w) {
  Propagation *v = w->propagation;
  const size_t size = (size_t)w->nodes * sizeof *w->results;
  const Result round = {preference_number(&w->preference, w->preference.middle), 0};
  v->known = store_take(&w->store, size + 1);
  memcpy(v->known, w->results, size);
  memset(w->results, 0, size);
  for (uint64_t n = 0; n < w->nodes; n++) v->open[n] += v->known[n].value != 0;
  solve_for(w, MAX);
  solve_for(w, MIN);
  for (uint64_t n = 0; n < w->nodes; n++) {
    if (w->results[n].value != 0) continue;
    const bool over = v->known[n].value == round.value && v->known[n].plies == 1;       /* the game ends here, in a draw */
    w->results[n] = over ? v->known[n] : round;
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
  w->distribution->wave = take_wave;
  index_edges(w);
  v->queue = store_take(store, (w->nodes + 1) * sizeof *v->queue);
  v->tales = store_take(store, (size_t)w->ranks * sizeof *v->tales);
  memset(v->tales, 0, (size_t)w->ranks * sizeof *v->tales);
  if (w->game->cyclic) solve_with_circles(w);
  else solved = solve_in_order(w, node);
  if (!solved) return false;
  for (int i = 0; i < w->ranks; i++) store_give(store, v->tales[i].bytes);
  void *const blocks[] = {v->tales, v->queue, v->begin, v->open, v->known, v->edges};
  for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) store_give(store, blocks[i]);
  v->open = NULL;
  return true;
}
