/* The second pass: the values of the positions. */
#include "solve/backward.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "search/search.h"
#include "solve/distribution.h"
#include "solve/footprint.h"
#include "solve/layers.h"
#include "solve/propagation.h"
#include "solve/tier.h"

/* Describes the position of a node of the tier at `at`. */
static const char *describe (Analysis *w, uint32_t at, uint64_t node, char text[DESCRIBE_ROOM]) {
  uint64_t row[MOST_ROW];
  Position position;
  tier_find_row(w, at, node, row);
  analysis_position(w, row, &position);
  describe_position(w->search, &position, text);
  return text;
}

static void refuse_circle (Analysis *w, uint32_t at, uint64_t node) {
  char text[DESCRIBE_ROOM];
  describe(w, at, node, text);
  store_fail(&w->store, "the game goes round in circles, as from position %s: let rules.cycle say what that is worth", text);
}

/* From now on each row is two nodes. */
static void double_nodes (Analysis *w) {
  Results rows = w->results;
  results_open(&w->results, &w->store, 2 * w->nodes, w->preference.distant);
  for (uint64_t i = 0; i < w->nodes; i++) {
    const Result result = results_get(&rows, i);
    results_set(&w->results, 2 * i, result);
    results_set(&w->results, 2 * i + 1, tier_seen_as(w, MIN, result));
  }
  results_close(&rows);
  w->nodes *= 2;
  w->doubled = true;
}

/* And now one again. */
static void halve_nodes (Analysis *w) {
  w->nodes /= 2;
  w->doubled = false;
  for (uint64_t i = 0; i < w->nodes; i++) results_set(&w->results, i, results_get(&w->results, 2 * i));
}

static void resolve_graph (Analysis *w, uint32_t at) {
  uint64_t node = 0;
  tier_drop_rows(w);
  if (w->reverses) double_nodes(w);
  distribution_look(w);
  const bool solved = propagation_solve(w, &node);
  if (w->doubled) halve_nodes(w);
  if (!solved) refuse_circle(w, at, w->reverses ? node / 2 : node);
}

/* Holds the positions of a tier, which lead to one another, against their successors. Of other tiers this is how results were found. */
static void check_tier (Analysis *w, uint32_t at) {
  char text[DESCRIBE_ROOM];
  const uint64_t wrong = tier_check(w, at);
  if (wrong != UINT64_MAX)
    store_fail(&w->store, "position %s has another value than its successors say: do the rules answer differently when asked "
                        "twice?", describe(w, at, wrong, text));
  tier_drop_rows(w);
}

/* The part of a local shard and a player, with results. */
static void write_part (Analysis *w, uint32_t at, uint32_t local_shard, Player player) {
  const Tier *tier = &w->tiers[at];
  const uint64_t count = analysis_nodes(w, local_shard, player), first = analysis_first(w, local_shard, player);
  const PartId id = analysis_id(w, tier->tier, local_shard, player);
  Store *store = &w->store;
  if (tier->count[player] == 0) return;
  const size_t all = (w->preference.count + 1) * sizeof(uint32_t);
  uint32_t *number = memset(store_take(store, all), 0, all), plies = 0;
  for (uint64_t i = 0; i < count; i++) {
    const Result result = results_get(&w->results, first + i);
    number[result.value] = 1;
    if (result.plies > plies) plies = result.plies;
  }
  if (number[0]) store_fail(store, "a position was left without a value: do the rules answer differently when asked twice?");
  analysis_write_part(w, id, count, number, plies);
  PartReader r;
  const bool read = !w->rows_at_hand;
  if (read && count > 0) part_read_from(&r, layers_open_part(w, at, local_shard, player), store);
  for (uint64_t i = 0; i < count && (!read || part_read(&r)); i++) {
    const Result result = results_get(&w->results, first + i);
    part_add(&w->writer, read ? r.row : tier_row(w, first + i), (Result){number[result.value], result.plies});
  }
  if (read && count > 0) part_read_end(&r);
  const int file = part_finish(&w->writer);
  store_give(store, number);
  if (w->shards == 1) analysis_add_part(w, file, id);
}

/* Opens our parts of a tier that was done: just now, or before the job was killed and begun again. */
static void take_parts (Analysis *w, const Tier *tier) {
  w->nodes = 0;
  for (Player player = MIN; player <= MAX; player++)
    for (uint32_t local_shard = 0; local_shard < w->local_shards; local_shard++) {
      if (tier->count[player] == 0) continue;
      analysis_add_part(w, -1, analysis_id(w, tier->tier, local_shard, player));
      const PartHead *head = &w->db->parts[w->db->count - 1].head;
      layers_check_part(w, tier, head);
      w->nodes += head->count;
    }
}

/* Do the parts of all of us make up the tier? */
static void check_count (Analysis *w, const Tier *tier) {
  Tally tally = {.sum = {w->nodes}};
  distribution_meet(w, &tally);
  if (tally.sum[0] != tier->count[MIN] + tier->count[MAX])
    store_fail(&w->store, "%s: tier %lld has another number of positions than its plan says", w->db->directory.path, (long long)tier->tier);
}

static void look_for_end (void *w) { distribution_look(w); }

/* Finds the results of all positions of a tier. */
static void solve_tier (Analysis *w, uint32_t at) {
  const Tier *tier = &w->tiers[at];
  const bool in_file = footprint_wants_file(w, at);
  const size_t buffer = footprint_of_buffer(w, at);
  tier_number_nodes(w, at);
  results_open(&w->results, &w->store, w->nodes, w->preference.distant);
  graph_open(&w->graph, &w->store, analysis_has_gains(w), w->ranks > 1);
  if (w->ranks > 1 && tier->loops) propagation_open(w, w->nodes << w->reverses);
  else if (in_file) graph_open_file(&w->graph, &w->db->directory, buffer, look_for_end, w);
  else if (tier->loops) graph_reserve(&w->graph, tier->loops << w->reverses);
  check_count(w, tier);
  if (!tier_take(w, at)) store_fail(&w->store, "positions lead to others that were not found before: do the rules "
                                             "answer differently when asked twice?");
  if (tier->loops) {
    resolve_graph(w, at);
    check_tier(w, at);
  }
  for (Player player = MIN; player <= MAX; player++)
    for (uint32_t local_shard = 0; local_shard < w->local_shards; local_shard++) write_part(w, at, local_shard, player);
  layers_settle(w, tier->tier, (bool[]){tier->count[MIN] > 0, tier->count[MAX] > 0}, false);
  for (Player player = MIN; player <= MAX; player++)
    if (w->rows_at_hand) set_close(&w->sets[player]);
  results_close(&w->results);
}

static void resolve_tier (Analysis *w, uint32_t at) {
  const Tier *tier = &w->tiers[at];
  w->tier = tier->tier;
  const bool missing = distribution_any(w, !layers_have_parts(w, tier));
  if (missing) w->task->need = footprint_of_tier(w, at);
  if (missing) solve_tier(w, at);
  if (!missing || w->shards > 1) take_parts(w, tier);
  check_count(w, tier);
  layers_forget_open(w, at);
  w->task->resolved += w->nodes;
}

void backward_resolve (Analysis *w) {
  tier_open(w);
  const uint64_t most = footprint_check(w);
  for (uint32_t at = w->tier_count; at-- > 0;) resolve_tier(w, at);
  w->task->need = most;
}
