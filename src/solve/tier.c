#include "solve/tier.h"

#include <string.h>

#include "search/search.h"
#include "solve/distribution.h"
#include "solve/layers.h"
#include "solve/lookup.h"
#include "solve/propagation.h"
#include "solve/set.h"

/* Returns the result of a position by a successor with this result, whose value the move raises by `gain`. */
static Result through (Analysis *w, Result below, Value gain) {
  if (gain != 0) below.value = preference_number(&w->preference, w->preference.values[below.value] + gain);
  return preference_above(&w->preference, below);
}

Result tier_seen_as (Analysis *w, Player player, Result result) {
  return preference_seen(&w->preference, w->reverses && player == MIN, result);
}

/* A successor of the position `parent` is not there. */
static void note_missing (Analysis *w, uint64_t parent) {
  if (parent < w->missing) w->missing = parent;
}

/* The position `parent` has a successor with that result; value 0: it is not there. */
static void take_result (Analysis *w, uint64_t parent, Value gain, Result below) {
  if (below.value == 0) {
    note_missing(w, parent);
    return;
  }
  w->found++;
  analysis_take(w, parent, through(w, below, gain));
}

static void take_later_result (Analysis *w, uint64_t parent, Value gain, Player player, Result below) {
  take_result(w, parent, gain, tier_seen_as(w, player, below));
}

/* In a check the result of our row `at` of the tier, to which a move of `player`'s opponent, or his own, leads. */
static Result claimed_of (Analysis *w, uint64_t at, Player player) {
  return tier_seen_as(w, player, results_get(&w->claimed, w->reverses ? at : analysis_node(w, at, player)));
}

/* The position `from` of a member leads to our row `at` of the tier. */
static void take_edge (Analysis *w, int rank, uint64_t from, uint64_t at, Player player, Value gain) {
  if (at == SET_ABSENT) {                       /* the rules have changed */
    w->sought++;
    note_missing(w, from);
  } else if (w->checking) take_result(w, from, gain, claimed_of(w, at, player));
  else {
    graph_add(&w->graph, rank, (uint32_t)(w->reverses ? analysis_node(w, from, MAX) : from), (uint32_t)analysis_node(w, at, player), gain);
    if (w->reverses)
      graph_add(&w->graph, rank, (uint32_t)analysis_node(w, from, MIN), (uint32_t)analysis_node(w, at, opponent(player)), 0 - gain);
  }
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
    else if (!lookup_ask(w, b, i)) note_missing(w, b->parent[i]);
  }
  b->count = left;
}

/* Takes the results of the successors in the batch. */
static void take_results (Analysis *w) {
  Batch *b = &w->batch;
  const Set *sets[BATCH];
  for (int i = 0; i < b->count; i++) {
    if (b->tier[i] != w->tier || w->checking) w->sought++;
    else {
      propagation_count(w->propagation, analysis_node(w, b->parent[i], MAX));
      if (w->reverses) propagation_count(w->propagation, analysis_node(w, b->parent[i], MIN));
    }
  }
  if (w->lookup->asking) ask_of_batch(w, b);
  distribution_out(w, b, BOX_QUESTIONS);
  for (int i = 0; i < b->count; i++) {
    const bool within = b->tier[i] == w->tier;
    sets[i] = within ? &w->sets[analysis_owner_of(w, b->player[i])] : lookup_set(w, b->tier[i], b->local_shard[i], b->player[i]);
  }
  prefetch(w, b, sets);
  for (int i = 0; i < b->count; i++) {
    if (!sets[i]) {
      note_missing(w, b->parent[i]);
      continue;
    }
    const uint64_t at = set_find(sets[i], b->rows + i * w->width, b->hash[i]);
    if (b->tier[i] == w->tier) take_edge(w, w->rank, b->parent[i], at, b->player[i], b->gain[i]);
    else take_later_result(w, b->parent[i], b->gain[i], b->player[i], at != SET_ABSENT ? lookup_result(sets[i], at) : (Result){0, 0});
  }
  b->count = 0;
  distribution_pump(w);
}

/* Takes questions of member `from` about values of our positions, or edges from its positions to them. */
static void take_asked (Analysis *w, Batch *b, int kind, int from) {
  const Set *sets[BATCH];
  Result results[BATCH];
  for (int i = 0; i < b->count; i++)
    sets[i] = b->tier[i] == w->tier ? &w->sets[analysis_owner_of(w, b->player[i])] : lookup_set(w, b->tier[i], b->local_shard[i], b->player[i]);
  prefetch(w, b, sets);
  for (int i = 0; i < b->count; i++) {
    const uint64_t at = sets[i] ? set_find(sets[i], b->rows + i * w->width, b->hash[i]) : SET_ABSENT;
    results[i] = (Result){0, 0};
    if (kind == BOX_EDGES) take_edge(w, from, b->parent[i], at, b->player[i], b->gain[i]);
    else if (at == SET_ABSENT) continue;
    else if (b->tier[i] == w->tier) results[i] = claimed_of(w, at, b->player[i]);
    else results[i] = tier_seen_as(w, b->player[i], lookup_result(sets[i], at));
  }
  if (kind == BOX_QUESTIONS) distribution_answer(w, results, b->count);
}

/* A walk over all positions of the tier. */

static void resolve_row (Analysis *w, const uint64_t *row, Player player, uint64_t node) {
  Value value;
  if (analysis_develop(w, row, player, node, true, &value) > 0) return;
  if (w->game->score) value -= w->score;
  analysis_take(w, node, (Result){preference_number(&w->preference, value), w->preference.distant});
}

const uint64_t *tier_row (const Analysis *w, uint64_t node) {
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
    resolve_row(w, read ? r.row : tier_row(w, i), player, i);
  }
  w->flush(w);
  if (read) part_read_end(&r);
}

void tier_number_nodes (Analysis *w, uint32_t at) {
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

void tier_find_row (Analysis *w, uint32_t at, uint64_t node, uint64_t *row) {
  PartReader r;
  const Player player = node < w->max_nodes ? MAX : MIN;
  uint32_t local_shard = 0;
  if (w->rows_at_hand) {
    memcpy(row, tier_row(w, node), (size_t)w->width * sizeof *row);
    return;
  }
  while (node >= analysis_first(w, local_shard, player) + analysis_nodes(w, local_shard, player)) local_shard++;
  part_read_from(&r, layers_open_part(w, at, local_shard, player), &w->store);
  for (uint64_t i = analysis_first(w, local_shard, player); part_read(&r) && i < node; i++) {}
  memcpy(row, r.row, (size_t)w->width * sizeof *row);
  part_read_end(&r);
}

void tier_drop_rows (Analysis *w) {
  if (w->in_one) return;
  for (Player player = MIN; player <= MAX && w->rows_at_hand; player++) set_close(&w->sets[player]);
  w->rows_at_hand = false;
}

bool tier_take (Analysis *w, uint32_t at) {
  const Tier *tier = &w->tiers[at];
  w->sought = w->found = 0;
  w->missing = UINT64_MAX;
  w->rows_at_hand = w->in_one || (tier->loops && w->ranks > 1);         /* members look up edges to their positions */
  const bool asking = distribution_any(w, !w->in_one && store_lacks(&w->store, lookup_bytes(w, at) + SPARE));
  if (tier->loops && !asking) w->rows_at_hand = true;
  if (w->rows_at_hand) load_sets(w, at);
  lookup_open(w, at, asking);
  distribution_barrier(w);              /* all can be asked now */
  for (Player player = MIN; player <= MAX; player++)
    for (uint32_t local_shard = 0; local_shard < w->local_shards; local_shard++) walk_shard(w, at, local_shard, player);
  if (asking) lookup_answer(w);
  distribution_barrier(w);
  lookup_close(w);
  return w->sought == w->found;
}

/* The first position of ours of the tier at `at` that is not what its successors say, as a node; UINT64_MAX: there is none. */
static uint64_t first_wrong (const Analysis *w) {
  for (uint64_t node = 0; node < w->nodes; node++) {
    const Result best = results_get(&w->results, node), claimed = results_get(&w->claimed, node);
    if (node == w->missing || best.value != claimed.value || best.plies != claimed.plies) return node;
  }
  return UINT64_MAX;
}

uint64_t tier_check (Analysis *w, uint32_t at) {
  w->claimed = w->results;
  results_open(&w->results, &w->store, w->nodes, w->preference.distant);
  w->checking = true;
  const bool whole = tier_take(w, at);
  w->checking = false;
  uint64_t wrong = first_wrong(w);
  if (!whole && wrong == UINT64_MAX) wrong = w->missing;
  results_close(&w->results);
  w->results = w->claimed;
  return wrong;
}

void tier_open (Analysis *w) {
  w->flush = take_results;
  w->distribution->arrive = take_asked;
  w->distribution->answered = take_result;
  w->lookup->take_edge = take_edge;
  w->lookup->take_result = take_later_result;
  w->firsts = store_take(&w->store, (2 * (size_t)w->local_shards + 1) * sizeof *w->firsts);
}
