/* The second pass: the values of the positions. */
#include "solve/backward.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "search/search.h"
#include "search/visit.h"
#include "solve/distribution.h"
#include "solve/layers.h"
#include "solve/propagation.h"
#include "solve/set.h"

static void take (Analysis *w, uint64_t node, Result result) {
  if (preference_better(&w->preference, analysis_player(w, node), result, w->results[node])) w->results[node] = result;
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

static const Set *map_of (const Analysis *w, int64_t tier, uint32_t local_shard, Player player) {
  for (uint32_t i = 0; i < w->map_count; i++) {
    const Map *m = &w->maps[i];
    if (m->tier == tier && m->local_shard == local_shard && m->player == analysis_owner_of(w, player)) return &m->set;
  }
  return NULL;
}

static Result result_of (const Set *set, uint64_t row) {
  const uint64_t word = set_row(set, row)[set->key_words];
  return (Result){(uint32_t)word, (uint32_t)(word >> 32)};
}

static void add_one_edge (Analysis *w, int rank, uint64_t from, uint64_t to, Value gain) {
  if (w->ranks > 1) propagation_add(w, to, rank, from, gain);
  else graph_add(&w->graph, (uint32_t)from, (uint32_t)to, gain);
}

/* An edge from node `from` of member `rank` to our position of row `at`; and that between the reversed ones. */
static void add_edge (Analysis *w, int rank, uint64_t from, uint64_t at, Player player, Value gain) {
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

/* Takes the results of the successors in the batch that are known now. */
static void take_results (Analysis *w) {
  Batch *b = &w->batch;
  const Set *sets[BATCH];
  for (int i = 0; i < b->count && w->first_walk; i++) {
    if (b->tier[i] != w->tier) w->sought++;
    else {
      propagation_count(w->propagation, analysis_node(w, b->parent[i], MAX));
      if (w->reverses) propagation_count(w->propagation, analysis_node(w, b->parent[i], MIN));
    }
  }
  distribution_out(w, b, BOX_QUESTIONS, w->first_walk);
  for (int i = 0; i < b->count; i++) {
    const bool within = b->tier[i] == w->tier;
    if (within && !w->first_walk) sets[i] = NULL;
    else sets[i] = within ? &w->sets[analysis_owner_of(w, b->player[i])] : map_of(w, b->tier[i], b->local_shard[i], b->player[i]);
  }
  prefetch(w, b, sets);
  for (int i = 0; i < b->count; i++) {
    if (!sets[i]) continue;
    const uint64_t at = set_find(sets[i], b->rows + i * w->width, b->hash[i]);
    if (b->tier[i] == w->tier) add_edge(w, w->rank, b->parent[i], at, b->player[i], b->gain[i]);
    else if (at != SET_ABSENT) take_result(w, b->parent[i], b->gain[i], seen_as(w, b->player[i], result_of(sets[i], at)));
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
    sets[i] = kind == BOX_EDGES ? &w->sets[analysis_owner_of(w, b->player[i])] : map_of(w, b->tier[i], b->local_shard[i], b->player[i]);
  prefetch(w, b, sets);
  for (int i = 0; i < b->count; i++) {
    const uint64_t at = sets[i] ? set_find(sets[i], b->rows + i * w->width, b->hash[i]) : SET_ABSENT;
    results[i] = (Result){0, 0};
    if (kind == BOX_EDGES) add_edge(w, from, b->parent[i], at, b->player[i], b->gain[i]);
    else if (at != SET_ABSENT) results[i] = seen_as(w, b->player[i], result_of(sets[i], at));
  }
  if (kind == BOX_QUESTIONS) distribution_answer(w, results, b->count);
}

/* Maps. */

static void drop_maps (Analysis *w) {
  for (uint32_t i = 0; i < w->map_count; i++) set_close(&w->maps[i].set);
  w->map_count = 0;
}

/* Results of later tiers that are still to be read. */
typedef struct Later {
  int part;                     /* of the database */
  bool reading;
  PartReader reader;
} Later;

/* The results of one part of which positions can be wanted, as many as there is room for. True: all of it. */
static bool map_part (Analysis *w, Later *later) {
  const Part *part = &w->db->parts[later->part];
  if (!later->reading) part_read_from(&later->reader, part, &w->store);
  later->reading = true;
  if (w->map_count == w->map_room) {
    w->map_room = w->map_room ? 2 * w->map_room : 16;
    w->maps = store_resize(&w->store, w->maps, w->map_room * sizeof *w->maps);
  }
  Map *map = &w->maps[w->map_count++];
  *map = (Map){.tier = part->head.tier, .local_shard = part->head.shard / (uint32_t)w->ranks, .player = (Player)part->head.player};
  set_open(&map->set, &w->store, w->key_words, w->key_words + 1);
  uint32_t *numbers = store_take(&w->store, (part->head.values + 1) * sizeof *numbers);
  for (uint64_t i = 0; i < part->head.values; i++) numbers[i + 1] = preference_number(&w->preference, part->values[i]);
  enum { STEP = 4096 };
  const uint64_t all = part->head.count;
  uint64_t room = 0;
  if (!store_lacks(&w->store, set_growth(&map->set, all) + SPARE)) set_make_room(&map->set, room = all);
  bool more = true;
  for (uint64_t count = 0; more; count++) {
    if (count == room) {
      if (count > 0 && store_lacks(&w->store, set_growth(&map->set, STEP) + SPARE)) break;
      set_make_room(&map->set, STEP);
      room += STEP;
    }
    if (!(more = part_read(&later->reader))) break;
    uint64_t *row = set_append(&map->set);
    for (int i = 0; i < w->key_words; i++) row[i] = later->reader.row[i];
    const uint32_t value = later->reader.result.value;
    if (value < 1 || value > part->head.values) w->store.host->fail(w->store.host, "a value that is not in the list of values");
    row[w->key_words] = (uint64_t)later->reader.result.plies << 32 | numbers[value];
  }
  set_make_slots(&map->set);
  store_give(&w->store, numbers);
  if (more) return false;
  part_read_end(&later->reader);
  later->reading = false;
  return true;
}

/* Takes the next results of later tiers. False: these were the last. */
static bool map_more (Analysis *w, Later *later, const Tier *tier) {
  drop_maps(w);
  for (; later->part < w->db->count; later->part++) {
    const PartHead *head = &w->db->parts[later->part].head;
    if (head->tier <= tier->tier || head->tier > tier->reach) continue;
    if (w->map_count > 0 && store_lacks(&w->store, SPARE + SPARE)) return true;
    if (!map_part(w, later)) return true;
  }
  return false;
}

/* A walk over all positions of the tier. */

static void resolve_row (Analysis *w, const uint64_t *row, Player player, uint64_t node) {
  Value value;
  const bool first = w->first_walk;
  if (analysis_develop(w, row, player, node, first, &value) > 0 || !first) return;
  if (w->game->score) value -= w->score;
  take(w, node, (Result){preference_number(&w->preference, value), w->preference.distant});
}

/* The row of a node that is in memory. */
static const uint64_t *node_row (const Analysis *w, uint64_t node) {
  return node < w->max_nodes ? set_row(&w->sets[MAX], node) : set_row(&w->sets[MIN], node - w->max_nodes);
}

/* In memory where the tier is, else from its part. */
static bool in_memory (const Analysis *w, const Tier *tier) { return w->in_one || tier->loops; }

static void walk_shard (Analysis *w, uint32_t at, uint32_t local_shard, Player player) {
  const uint64_t first = analysis_first(w, local_shard, player), count = analysis_nodes(w, local_shard, player);
  PartReader r;
  const bool read = !in_memory(w, &w->tiers[at]);
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

static void refuse_circle (Analysis *w, uint64_t node) {
  Position position;
  char text[DESCRIBE_ROOM];
  analysis_position(w, node_row(w, node), &position);
  describe_position(w->search, &position, text);
  w->store.host->fail(w->store.host, "the game goes round in circles, as from position %s: let rules.cycle say what that is worth", text);
}

/* From now on each row is two nodes. */
static void double_nodes (Analysis *w) {
  Result *rows = w->results;
  w->results = store_take(&w->store, (2 * w->nodes + 1) * sizeof *w->results);
  for (uint64_t i = 0; i < w->nodes; i++) {
    w->results[2 * i] = rows[i];
    w->results[2 * i + 1] = seen_as(w, MIN, rows[i]);
  }
  store_give(&w->store, rows);
  w->nodes *= 2;
  w->doubled = true;
}

/* And now one again. */
static void halve_nodes (Analysis *w) {
  w->nodes /= 2;
  w->doubled = false;
  for (uint64_t i = 0; i < w->nodes; i++) w->results[i] = w->results[2 * i];
}

static void resolve_graph (Analysis *w) {
  uint64_t node = 0;
  if (w->reverses) double_nodes(w);
  w->graph.nodes = w->nodes;
  w->graph.max_nodes = w->max_nodes;
  w->graph.doubled = w->doubled;
  w->graph.results = w->results;
  visit_look(w->search);
  const bool solved = w->ranks > 1 ? propagation_solve(w, &node) : graph_solve(&w->graph, w->game->cyclic, &node);
  if (w->doubled) halve_nodes(w);
  if (!solved) refuse_circle(w, w->reverses ? node / 2 : node);
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
    const Result result = w->results[first + i];
    number[result.value] = 1;
    if (result.plies > plies) plies = result.plies;
  }
  if (number[0]) store->host->fail(store->host, "a position was left without a value: do the rules answer differently when asked twice?");
  for (uint32_t i = 1; i <= all; i++) {
    if (!number[i]) continue;
    union { Value value; uint64_t bits; } v = {w->preference.values[i]};
    ranks[2 * used] = v.bits >> 63 ? ~v.bits : v.bits | UINT64_C(1) << 63;
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
  const bool read = !in_memory(w, tier);
  if (read) part_read_from(&r, analysis_part(w, at, local_shard, player), store);
  for (uint64_t i = 0; i < count && (!read || part_read(&r)); i++) {
    const Result result = w->results[first + i];
    part_add(&w->writer, read ? r.row : node_row(w, first + i), (Result){number[result.value], result.plies});
  }
  if (read) part_read_end(&r);
  const int file = part_finish(&w->writer);
  store_give(store, number);
  store_give(store, ranks);
  store_give(store, values);
  if (w->shards == 1) add_part(w, file, id);
}

/* The name of one of our parts of a tier, with results. */
static void name_part (const Analysis *w, const Tier *tier, uint32_t local_shard, Player player, char name[PART_NAME]) {
  part_name(name, &w->db->directory, analysis_id(w, tier->tier, local_shard, player), false);
}

/* Are our parts of this tier there? */
static bool have_parts (const Analysis *w, const Tier *tier) {
  char name[PART_NAME];
  const Directory *directory = &w->db->directory;
  if (directory->fd < 0 || w->in_one) return false;
  for (Player player = MIN; player <= MAX; player++)
    for (uint32_t local_shard = 0; local_shard < w->local_shards; local_shard++) {
      if (tier->count[player] == 0) continue;
      name_part(w, tier, local_shard, player, name);
      if (faccessat(directory->fd, name, F_OK, 0) != 0) return false;
    }
  return true;
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

/* Finds the results of all positions of a tier. */
static void solve_tier (Analysis *w, uint32_t at) {
  const Tier *tier = &w->tiers[at];
  Later later = {0};
  number_nodes(w, at);
  w->results = store_take(&w->store, (w->nodes + 1) * sizeof *w->results);
  memset(w->results, 0, (w->nodes + 1) * sizeof *w->results);
  if (in_memory(w, tier)) load_sets(w, at);
  graph_open(&w->graph, &w->store, &w->preference, w->game->score != NULL);
  if (w->ranks > 1 && tier->loops) propagation_open(w);
  w->sought = w->found = 0;
  w->first_walk = true;
  check_count(w, tier);
  for (bool more = true; more; w->first_walk = false) {
    more = distribution_any(w, map_more(w, &later, tier));
    walk_tier(w, at);
    distribution_any(w, false);
  }
  drop_maps(w);
  if (w->sought != w->found) w->store.host->fail(w->store.host, "positions lead to others that were not found before: do the rules "
                                                 "answer differently when asked twice?");
  if (tier->loops) resolve_graph(w);
  for (Player player = MIN; player <= MAX; player++)
    for (uint32_t local_shard = 0; local_shard < w->local_shards; local_shard++) write_part(w, at, local_shard, player);
  layers_settle(w, tier->tier, (bool[]){tier->count[MIN] > 0, tier->count[MAX] > 0}, false);
  for (Player player = MIN; player <= MAX; player++)
    if (in_memory(w, tier)) set_close(&w->sets[player]);
  store_give(&w->store, w->results);
  w->results = NULL;
}

static void resolve_tier (Analysis *w, uint32_t at) {
  const Tier *tier = &w->tiers[at];
  w->tier = tier->tier;
  const bool missing = distribution_any(w, !have_parts(w, tier));
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
  w->firsts = store_take(&w->store, (2 * (size_t)w->local_shards + 1) * sizeof *w->firsts);
  for (uint32_t at = w->tier_count; at-- > 0;) resolve_tier(w, at);
}
