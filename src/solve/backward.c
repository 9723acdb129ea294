/* The second pass: the values of the positions. */
#include "solve/backward.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "search/search.h"
#include "search/visit.h"
#include "solve/distribution.h"
#include "solve/later.h"
#include "solve/layers.h"
#include "solve/footprint.h"
#include "solve/propagation.h"
#include "solve/set.h"

static void take (Analysis *w, uint64_t node, Result result) {
  if (preference_better(&w->preference, analysis_player(w, node), result, results_get(&w->results, node)))
    results_set(&w->results, node, result);
}

/* Returns the result of a position by a successor with this result, whose value the move raises by `gain`. */
static Result through (Analysis *w, Result below, Value gain) {
  if (gain != 0) below.value = preference_number(&w->preference, w->preference.values[below.value] + gain);
  return preference_above(&w->preference, below);
}

/* The result of a row, as that of a position of `player`. */
static Result seen_as (Analysis *w, Player player, Result result) {
  if (w->reverses && player == MIN && result.value != 0)
    result.value = preference_number(&w->preference, 0 - w->preference.values[result.value]);
  return result;
}

static void add_one_edge (Analysis *w, int rank, uint64_t from, uint64_t to, Value gain) {
  if (w->ranks > 1) propagation_add(w, to, rank, from, gain);
  else graph_add(&w->graph, (uint32_t)from, (uint32_t)to, gain);
}

static void take_edge (Analysis *w, int rank, uint64_t from, uint64_t at, Player player, Value gain) {
  if (at == SET_ABSENT) {                       /* the rules have changed */
    w->sought++;
    return;
  }
  add_one_edge(w, rank, w->reverses ? analysis_node(w, from, MAX) : from, analysis_node(w, at, player), gain);
  if (w->reverses) add_one_edge(w, rank, analysis_node(w, from, MIN), analysis_node(w, at, opponent(player)), 0 - gain);
}

/* The position `parent` has a successor with that result. */
static void take_result (Analysis *w, uint64_t parent, Value gain, Result below) {
  if (below.value == 0) return;
  w->found++;
  take(w, parent, through(w, below, gain));
}

static void take_later_result (Analysis *w, uint64_t parent, Value gain, Player player, Result below) {
  take_result(w, parent, gain, seen_as(w, player, below));
}

/* Hashes the rows of a batch, and prefetches their slots and then their rows in sets[i]; NULL: none. */
static void prefetch (const Analysis *w, Batch *b, const Set **sets) {
  for (int i = 0; i < b->count; i++) {
    if (!sets[i]) continue;
    b->hash[i] = set_hash(sets[i], b->rows + i * w->width);
    set_will_find(sets[i], b->hash[i]);
  }
  for (int i = 0; i < b->count; i++)
    if (sets[i]) set_will_read(sets[i], b->hash[i]);
}

/* Asks about the successors in the batch. What stays in it is looked up in the sets of the tier. */
static void ask_of_batch (Analysis *w, Batch *b) {
  int left = 0;
  for (int i = 0; i < b->count; i++) {
    if (w->rows_at_hand && b->tier[i] == w->tier) analysis_move_entry(w, b, left++, i);
    else later_ask(w, b, i);
  }
  b->count = left;
}

/* Takes the results of the successors in the batch. */
static void take_results (Analysis *w) {
  Batch *b = &w->batch;
  const Set *sets[BATCH];
  for (int i = 0; i < b->count; i++) {
    if (b->tier[i] != w->tier) w->sought++;
    else {
      propagation_count(w->propagation, analysis_node(w, b->parent[i], MAX));
      if (w->reverses) propagation_count(w->propagation, analysis_node(w, b->parent[i], MIN));
    }
  }
  if (w->later->asking) ask_of_batch(w, b);
  distribution_out(w, b, BOX_QUESTIONS);
  for (int i = 0; i < b->count; i++) {
    const bool within = b->tier[i] == w->tier;
    sets[i] = within ? &w->sets[analysis_owner_of(w, b->player[i])] : later_set(w, b->tier[i], b->local_shard[i], b->player[i]);
  }
  prefetch(w, b, sets);
  for (int i = 0; i < b->count; i++) {
    if (!sets[i]) continue;
    const uint64_t at = set_find(sets[i], b->rows + i * w->width, b->hash[i]);
    if (b->tier[i] == w->tier) take_edge(w, w->rank, b->parent[i], at, b->player[i], b->gain[i]);
    else if (at != SET_ABSENT) take_later_result(w, b->parent[i], b->gain[i], b->player[i], later_result(sets[i], at));
  }
  b->count = 0;
  distribution_pump(w);
}

/*
** Takes questions of member `from` about values of our positions, or edges from its positions to
** them.
*/
static void take_asked (Analysis *w, Batch *b, int kind, int from) {
  const Set *sets[BATCH];
  Result results[BATCH];
  for (int i = 0; i < b->count; i++)
    sets[i] = kind == BOX_EDGES ? &w->sets[analysis_owner_of(w, b->player[i])] : later_set(w, b->tier[i], b->local_shard[i], b->player[i]);
  prefetch(w, b, sets);
  for (int i = 0; i < b->count; i++) {
    const uint64_t at = sets[i] ? set_find(sets[i], b->rows + i * w->width, b->hash[i]) : SET_ABSENT;
    results[i] = (Result){0, 0};
    if (kind == BOX_EDGES) take_edge(w, from, b->parent[i], at, b->player[i], b->gain[i]);
    else if (at != SET_ABSENT) results[i] = seen_as(w, b->player[i], later_result(sets[i], at));
  }
  if (kind == BOX_QUESTIONS) distribution_answer(w, results, b->count);
}

/* A walk over all positions of the tier. */

static void resolve_row (Analysis *w, const uint64_t *row, Player player, uint64_t node) {
  Value value;
  if (analysis_develop(w, row, player, node, true, &value) > 0) return;
  if (w->game->score) value -= w->score;
  take(w, node, (Result){preference_number(&w->preference, value), w->preference.distant});
}

/* The row of a node, where those of the tier are in memory. */
static const uint64_t *node_row (const Analysis *w, uint64_t node) {
  return node < w->max_nodes ? set_row(&w->sets[MAX], node) : set_row(&w->sets[MIN], node - w->max_nodes);
}

static void walk_shard (Analysis *w, uint32_t at, uint32_t local_shard, Player player) {
  const uint64_t first = analysis_first(w, local_shard, player), count = analysis_nodes(w, local_shard, player);
  PartReader r;
  const bool read = !w->rows_at_hand;
  if (count == 0) return;
  if (read) part_read_from(&r, layers_open_part(w, at, local_shard, player), &w->store);
  for (uint64_t i = first; i < first + count; i++) {
    analysis_progress(w, "backward", i, w->nodes);
    if (read && !part_read(&r)) break;
    resolve_row(w, read ? r.row : node_row(w, i), player, i);
  }
  w->flush(w);
  if (read) part_read_end(&r);
}

static void walk_tier (Analysis *w, uint32_t at) {
  for (Player player = MIN; player <= MAX; player++)
    for (uint32_t local_shard = 0; local_shard < w->local_shards; local_shard++) walk_shard(w, at, local_shard, player);
}

/* Numbers the nodes of the tier at `at`. */
static void number_nodes (Analysis *w, uint32_t at) {
  const Tier *tier = &w->tiers[at];
  w->nodes = 0;
  for (int p = MAX; p >= (int)MIN; p--) {
    w->max_nodes = w->nodes;
    for (uint32_t local_shard = 0; local_shard < w->local_shards; local_shard++) {
      const Part *part = w->in_one ? NULL : layers_open_part(w, at, local_shard, (Player)p);
      w->firsts[p == MAX ? local_shard : w->local_shards + local_shard] = w->nodes;
      w->nodes += !part ? tier->count[p] : part->bytes ? part->head.count : 0;
    }
  }
  w->firsts[2 * w->local_shards] = w->nodes;
}

/* The positions of a tier that lead to one another are looked up among themselves. */
static void load_sets (Analysis *w, uint32_t at) {
  for (Player player = MIN; player <= MAX; player++) {
    Set *set = &w->sets[player];
    if (!w->in_one) {
      set_open(set, &w->store, w->key_words, w->width);
      set_make_room(set, player == MAX ? w->max_nodes : w->nodes - w->max_nodes);
    }
    for (uint32_t local_shard = 0; local_shard < w->local_shards && !w->in_one; local_shard++) {
      PartReader r;
      if (analysis_nodes(w, local_shard, player) == 0) continue;
      part_read_from(&r, layers_open_part(w, at, local_shard, player), &w->store);
      while (part_read(&r)) memcpy(set_append(set), r.row, (size_t)w->width * sizeof *r.row);
      part_read_end(&r);
    }
    set_make_slots(set);
  }
}

/* The row of a node of the tier at `at`, wherever it is, to `row`. */
static void find_row (Analysis *w, uint32_t at, uint64_t node, uint64_t *row) {
  PartReader r;
  const Player player = node < w->max_nodes ? MAX : MIN;
  uint32_t local_shard = 0;
  if (w->rows_at_hand) {
    memcpy(row, node_row(w, node), (size_t)w->width * sizeof *row);
    return;
  }
  while (node >= analysis_first(w, local_shard, player) + analysis_nodes(w, local_shard, player)) local_shard++;
  part_read_from(&r, layers_open_part(w, at, local_shard, player), &w->store);
  for (uint64_t i = analysis_first(w, local_shard, player); part_read(&r) && i < node; i++) {}
  memcpy(row, r.row, (size_t)w->width * sizeof *row);
  part_read_end(&r);
}

static void refuse_circle (Analysis *w, uint32_t at, uint64_t node) {
  uint64_t row[MOST_ROW];
  Position position;
  char text[DESCRIBE_ROOM];
  find_row(w, at, node, row);
  analysis_position(w, row, &position);
  describe_position(w->search, &position, text);
  w->store.host->fail(w->store.host, "the game goes round in circles, as from position %s: let rules.cycle say what that is worth", text);
}

/* From now on each row is two nodes. */
static void double_nodes (Analysis *w) {
  Results rows = w->results;
  results_open(&w->results, &w->store, 2 * w->nodes, w->preference.distant);
  for (uint64_t i = 0; i < w->nodes; i++) {
    const Result result = results_get(&rows, i);
    results_set(&w->results, 2 * i, result);
    results_set(&w->results, 2 * i + 1, seen_as(w, MIN, result));
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

/* From now on rows are read from the parts of the tier, if it has any. */
static void drop_rows (Analysis *w) {
  if (w->in_one) return;
  for (Player player = MIN; player <= MAX && w->rows_at_hand; player++) set_close(&w->sets[player]);
  w->rows_at_hand = false;
}

static void resolve_graph (Analysis *w, uint32_t at) {
  uint64_t node = 0;
  drop_rows(w);
  if (w->reverses) double_nodes(w);
  w->graph.nodes = w->nodes;
  w->graph.max_nodes = w->max_nodes;
  w->graph.doubled = w->doubled;
  w->graph.results = &w->results;
  distribution_look(w);
  const bool solved = w->ranks > 1 ? propagation_solve(w, &node) : graph_solve(&w->graph, w->game->cyclic, &node);
  if (w->doubled) halve_nodes(w);
  if (!solved) refuse_circle(w, at, w->reverses ? node / 2 : node);
}

static void add_part (Analysis *w, int file, PartId id) {
  if (!database_add(w->db, file, id)) w->store.host->fail(w->store.host, "%s", w->db->directory.wrong);
}

/* The part of a local shard and a player, with results. */
static void write_part (Analysis *w, uint32_t at, uint32_t local_shard, Player player) {
  const Tier *tier = &w->tiers[at];
  const uint64_t count = analysis_nodes(w, local_shard, player), first = analysis_first(w, local_shard, player);
  const PartId id = analysis_id(w, tier->tier, local_shard, player);
  Store *store = &w->store;
  if (tier->count[player] == 0) return;
  const uint32_t all = w->preference.count;
  uint32_t *number = store_take(store, (all + 1) * sizeof *number), plies = 0;
  uint64_t *ranks = store_take(store, (all + 1) * 2 * sizeof *ranks), used = 0;
  Value *values = store_take(store, (all + 1) * sizeof *values);
  memset(number, 0, (all + 1) * sizeof *number);
  for (uint64_t i = 0; i < count; i++) {
    const Result result = results_get(&w->results, first + i);
    number[result.value] = 1;
    if (result.plies > plies) plies = result.plies;
  }
  if (number[0]) store->host->fail(store->host, "a position was left without a value: do the rules answer differently when asked twice?");
  for (uint32_t i = 1; i <= all; i++) {
    if (!number[i]) continue;
    ranks[2 * used] = preference_ascending(w->preference.values[i]);
    ranks[2 * used++ + 1] = i;
  }
  sort_rows(ranks, used, 2, 1);
  for (uint64_t i = 0; i < used; i++) {
    values[i] = w->preference.values[ranks[2 * i + 1]];
    number[ranks[2 * i + 1]] = (uint32_t)i + 1;
  }
  const PartHead like = {.tier = id.tier, .shard = (uint16_t)id.shard, .player = (uint16_t)player, .key_words = (uint32_t)w->key_words,
                         .solved = 1, .values = used};
  part_write(&w->writer, &w->db->directory, store, &like, count, values, plies);
  PartReader r;
  const bool read = !w->rows_at_hand;
  if (read && count > 0) part_read_from(&r, layers_open_part(w, at, local_shard, player), store);
  for (uint64_t i = 0; i < count && (!read || part_read(&r)); i++) {
    const Result result = results_get(&w->results, first + i);
    part_add(&w->writer, read ? r.row : node_row(w, first + i), (Result){number[result.value], result.plies});
  }
  if (read && count > 0) part_read_end(&r);
  const int file = part_finish(&w->writer);
  store_give(store, number);
  store_give(store, ranks);
  store_give(store, values);
  if (w->shards == 1) add_part(w, file, id);
}

/*
** Opens our parts of a tier that was done: just now, or before the job was killed and begun again.
*/
static void take_parts (Analysis *w, const Tier *tier) {
  w->nodes = 0;
  for (Player player = MIN; player <= MAX; player++)
    for (uint32_t local_shard = 0; local_shard < w->local_shards; local_shard++) {
      if (tier->count[player] == 0) continue;
      add_part(w, -1, analysis_id(w, tier->tier, local_shard, player));
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
    w->store.host->fail(w->store.host, "%s: tier %lld has another number of positions than its plan says", w->db->directory.path,
                        (long long)tier->tier);
}

/* Asks the rules for the successors of all positions, and takes those results of later tiers that are known. */
static void take_later (Analysis *w, uint32_t at) {
  w->sought = w->found = 0;
  if (!w->later->asking) later_load(w, &w->tiers[at]);
  distribution_any(w, false);           /* all can be asked now */
  walk_tier(w, at);
  if (w->later->asking) later_answer(w);
  distribution_any(w, false);
}

static void look_for_end (void *w) { distribution_look(w); }

/* The moves within the tier go into a file, through a buffer of `buffer` bytes. */
static void open_edges (Analysis *w, size_t buffer) {
  graph_file_open(&w->graph.in_file, &w->store, &w->db->directory, buffer);
  w->graph.in_file.look = look_for_end;
  w->graph.in_file.owner = w;
}

/* Finds the results of all positions of a tier. */
static void solve_tier (Analysis *w, uint32_t at) {
  const Tier *tier = &w->tiers[at];
  const bool in_file = footprint_wants_file(w, at);
  const size_t buffer = footprint_of_buffer(w, at);
  number_nodes(w, at);
  results_open(&w->results, &w->store, w->nodes, w->preference.distant);
  graph_open(&w->graph, &w->store, &w->preference, analysis_has_gains(w));
  if (w->ranks > 1 && tier->loops) propagation_open(w);
  else if (in_file) open_edges(w, buffer);
  else if (tier->loops) graph_reserve(&w->graph, tier->loops << w->reverses);
  w->rows_at_hand = w->in_one || (tier->loops && w->ranks > 1);         /* members look up edges to their positions */
  const bool asking = distribution_any(w, !w->in_one && store_lacks(&w->store, later_bytes(w, at) + SPARE));
  if (tier->loops && !asking) w->rows_at_hand = true;
  if (w->rows_at_hand) load_sets(w, at);
  check_count(w, tier);
  later_open(w, at, asking);
  take_later(w, at);
  later_close(w);
  if (w->sought != w->found) w->store.host->fail(w->store.host, "positions lead to others that were not found before: do the rules "
                                                 "answer differently when asked twice?");
  if (tier->loops) resolve_graph(w, at);
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
  w->flush = take_results;
  w->distribution->arrive = take_asked;
  w->distribution->answered = take_result;
  w->later->take_edge = take_edge;
  w->later->take_result = take_later_result;
  w->firsts = store_take(&w->store, (2 * (size_t)w->local_shards + 1) * sizeof *w->firsts);
  const uint64_t most = footprint_check(w);
  for (uint32_t at = w->tier_count; at-- > 0;) resolve_tier(w, at);
  w->task->need = most;
}
