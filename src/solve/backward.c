/* The second pass: what the positions are worth. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "search/describe.h"
#include "search/stored.h"
#include "search/visit.h"
#include "solve/sort.h"
#include "solve/whole.h"

static void take (Whole *w, uint64_t node, Result result) {
  if (worth_better(&w->worth, whole_player(w, node), result, w->results[node])) w->results[node] = result;
}

/* The result of a position whose successor, with that result, is worth so much more by what was settled on the way. */
static Result through (Whole *w, Result below, Value gain) {
  if (gain != 0) below.value = worth_number(&w->worth, w->worth.values[below.value] + gain);
  return worth_above(&w->worth, below);
}

static const Set *map_of (const Whole *w, int64_t tier, Player player) {
  for (uint32_t i = 0; i < w->map_count; i++) {
    const Map *m = &w->maps[i];
    if (m->tier == tier && m->player == player) return &m->set;
  }
  return NULL;
}

/* Takes the results of the successors in the batch that are known now. */
static void take_results (Whole *w) {
  Batch *b = &w->batch;
  const Set *sets[BATCH];
  for (int i = 0; i < b->count; i++) {
    const bool within = b->tier[i] == w->tier;
    if (within && !w->first_walk) sets[i] = NULL;
    else sets[i] = within ? &w->sets[b->player[i]] : map_of(w, b->tier[i], b->player[i]);
    if (!within && w->first_walk) w->sought++;
    if (!sets[i]) continue;
    b->hash[i] = set_hash(sets[i], b->rows + i * w->width);
    set_will_find(sets[i], b->hash[i]);
  }
  for (int i = 0; i < b->count; i++)
    if (sets[i]) set_will_read(sets[i], b->hash[i]);
  for (int i = 0; i < b->count; i++) {
    if (!sets[i]) continue;
    const uint64_t at = set_find(sets[i], b->rows + i * w->width, b->hash[i]);
    if (b->tier[i] == w->tier) {
      if (at == SET_ABSENT) w->sought++;                        /* the rules have changed */
      else graph_add(&w->graph, (uint32_t)b->parent[i], (uint32_t)(at + (b->player[i] == MAX ? 0 : w->max_nodes)), b->gain[i]);
    } else if (at != SET_ABSENT) {
      const uint64_t word = set_row(sets[i], at)[w->key_words];
      w->found++;
      take(w, b->parent[i], through(w, (Result){(uint32_t)word, (uint32_t)(word >> 32)}, b->gain[i]));
    }
  }
  b->count = 0;
}

/* Maps. */

static void drop_maps (Whole *w) {
  for (uint32_t i = 0; i < w->map_count; i++) set_close(&w->maps[i].set);
  w->map_count = 0;
}

/* What is still to be taken of later tiers. */
typedef struct Later {
  int part;                     /* of the database */
  bool reading;
  PartReader reader;
} Later;

/* The results of one part of which positions can be wanted, as many as there is room for. True: all of it. */
static bool map_part (Whole *w, Later *later) {
  const Part *part = &w->db->parts[later->part];
  if (!later->reading) part_read_from(&later->reader, part, &w->store);
  later->reading = true;
  if (w->map_count == w->map_room) {
    w->map_room = w->map_room ? 2 * w->map_room : 16;
    w->maps = store_resize(&w->store, w->maps, w->map_room * sizeof *w->maps);
  }
  Map *map = &w->maps[w->map_count++];
  *map = (Map){.tier = part->head.tier, .player = (Player)part->head.player};
  set_open(&map->set, &w->store, w->key_words, w->key_words + 1);
  uint32_t *numbers = store_take(&w->store, (part->head.values + 1) * sizeof *numbers);
  for (uint64_t i = 0; i < part->head.values; i++) numbers[i + 1] = worth_number(&w->worth, part->values[i]);
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
static bool map_more (Whole *w, Later *later, const Tier *tier) {
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

static uint64_t first_node (const Whole *w, Player player) { return player == MAX ? 0 : w->max_nodes; }

static void resolve_row (Whole *w, const uint64_t *row, Player player, uint64_t node) {
  Value value;
  const bool first = w->first_walk;
  if (whole_develop(w, row, player, node, first, &value) > 0 || !first) return;
  if (w->game->score) value -= w->score;
  take(w, node, (Result){worth_number(&w->worth, value), w->worth.distant});
}

/* In memory where the tier is, else from its part. */
static bool in_memory (const Whole *w, const Tier *tier) { return w->in_one || tier->loops; }

static void walk_tier (Whole *w, uint32_t at) {
  const Tier *tier = &w->tiers[at];
  uint64_t done = 0;
  for (Player player = MIN; player <= MAX; player++) {
    if (tier->count[player] == 0) continue;
    const uint64_t node = first_node(w, player);
    PartReader r;
    const bool read = !in_memory(w, tier);
    if (read) {
      whole_open_part(w, at, player);
      part_read_from(&r, &w->open[at][player], &w->store);
    }
    for (uint64_t i = 0; i < tier->count[player]; i++) {
      whole_tell(w, "backward", done++, w->nodes);
      if (read && !part_read(&r)) break;
      resolve_row(w, read ? r.row : set_row(&w->sets[player], i), player, node + i);
    }
    w->flush(w);
    if (read) part_read_end(&r);
  }
}

/* The positions of a tier that lead to one another are looked up among themselves. */
static void load_sets (Whole *w, uint32_t at) {
  const Tier *tier = &w->tiers[at];
  for (Player player = MIN; player <= MAX; player++) {
    if (!w->in_one) {
      set_open(&w->sets[player], &w->store, w->key_words, w->width);
      if (tier->count[player] == 0) continue;
      PartReader r;
      whole_open_part(w, at, player);
      part_read_from(&r, &w->open[at][player], &w->store);
      set_make_room(&w->sets[player], tier->count[player]);
      while (part_read(&r)) memcpy(set_append(&w->sets[player]), r.row, (size_t)w->width * sizeof *r.row);
      part_read_end(&r);
      set_make_slots(&w->sets[player]);
    } else set_make_slots(&w->sets[player]);
  }
}

static void refuse_circle (Whole *w, uint64_t node) {
  const Player player = whole_player(w, node);
  Position position;
  char text[DESCRIBE_ROOM];
  whole_position(w, set_row(&w->sets[player], node - first_node(w, player)), &position);
  describe_position(w->search, &position, text);
  w->store.host->fail(w->store.host, "the game goes round in circles, as from position %s: let rules.cycle say what that is worth", text);
}

static void resolve_graph (Whole *w) {
  uint64_t node = 0;
  w->graph.nodes = w->nodes;
  w->graph.max_nodes = w->max_nodes;
  w->graph.results = w->results;
  visit_look(w->search);
  if (!graph_solve(&w->graph, w->game->cyclic, &node)) refuse_circle(w, node);
}

/* The part of a player, with results. */
static void write_part (Whole *w, uint32_t at, Player player) {
  const Tier *tier = &w->tiers[at];
  const uint64_t count = tier->count[player], first = first_node(w, player);
  Store *store = &w->store;
  if (count == 0) return;
  const uint32_t all = w->worth.count;
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
    union { Value value; uint64_t bits; } v = {w->worth.values[i]};
    ranks[2 * used] = v.bits >> 63 ? ~v.bits : v.bits | UINT64_C(1) << 63;
    ranks[2 * used++ + 1] = i;
  }
  sort_rows(ranks, used, 2, 1);
  for (uint64_t i = 0; i < used; i++) {
    values[i] = w->worth.values[ranks[2 * i + 1]];
    number[ranks[2 * i + 1]] = (uint32_t)i + 1;
  }
  const PartHead like = {.tier = tier->tier, .player = (uint32_t)player, .key_words = (uint32_t)w->key_words, .solved = 1, .values = used};
  part_write(&w->writer, &w->db->shelf, store, &like, count, values, plies);
  PartReader r;
  const bool read = !in_memory(w, tier);
  if (read) part_read_from(&r, &w->open[at][player], store);
  for (uint64_t i = 0; i < count && (!read || part_read(&r)); i++) {
    const Result result = w->results[first + i];
    part_add(&w->writer, read ? r.row : set_row(&w->sets[player], i), (Result){number[result.value], result.plies});
  }
  if (read) part_read_end(&r);
  const int file = part_finish(&w->writer);
  store_give(store, number);
  store_give(store, ranks);
  store_give(store, values);
  if (!database_add(w->db, file, tier->tier, player)) store->host->fail(store->host, "%s", w->db->shelf.wrong);
}

/* Has somebody done this tier before, who was killed? */
static bool is_done (Whole *w, const Tier *tier) {
  char name[PART_NAME];
  Shelf *shelf = &w->db->shelf;
  if (shelf->folder < 0 || w->in_one) return false;
  for (Player player = MIN; player <= MAX; player++) {
    if (tier->count[player] == 0) continue;
    part_name(name, tier->tier, player, false);
    if (faccessat(shelf->folder, name, F_OK, 0) != 0) return false;
  }
  for (Player player = MIN; player <= MAX; player++) {
    if (tier->count[player] == 0) continue;
    if (!database_add(w->db, -1, tier->tier, player)) w->store.host->fail(w->store.host, "%s", shelf->wrong);
    whole_check_part(w, tier, &w->db->parts[w->db->count - 1].head);
  }
  return true;
}

/* What was found of a tier is needed no more. */
static void forget_open (Whole *w, uint32_t at) {
  char name[PART_NAME];
  for (Player player = MIN; player <= MAX; player++) {
    part_close(&w->open[at][player]);
    part_name(name, w->tiers[at].tier, player, true);
    if (w->db->shelf.folder >= 0) unlinkat(w->db->shelf.folder, name, 0);
  }
}

static void resolve_tier (Whole *w, uint32_t at) {
  const Tier *tier = &w->tiers[at];
  Later later = {0};
  w->tier = tier->tier;
  w->nodes = tier->count[MAX] + tier->count[MIN];
  w->max_nodes = tier->count[MAX];
  if (!is_done(w, tier)) {
    w->results = store_take(&w->store, (w->nodes + 1) * sizeof *w->results);
    memset(w->results, 0, (w->nodes + 1) * sizeof *w->results);
    if (in_memory(w, tier)) load_sets(w, at);
    graph_open(&w->graph, &w->store, &w->worth, w->game->score != NULL);
    w->sought = w->found = 0;
    w->first_walk = true;
    for (bool more = true; more; w->first_walk = false) {
      more = map_more(w, &later, tier);
      walk_tier(w, at);
    }
    drop_maps(w);
    if (w->sought != w->found) w->store.host->fail(w->store.host, "positions lead to others that were not found before: do the rules "
                                                   "answer differently when asked twice?");
    if (tier->loops) resolve_graph(w);
    for (Player player = MIN; player <= MAX; player++) write_part(w, at, player);
    for (Player player = MIN; player <= MAX; player++)
      if (in_memory(w, tier)) set_close(&w->sets[player]);
    store_give(&w->store, w->results);
    w->results = NULL;
  }
  forget_open(w, at);
  w->task->resolved += w->nodes;
}

void whole_resolve (Whole *w) {
  w->flush = take_results;
  for (uint32_t at = w->tier_count; at-- > 0;) resolve_tier(w, at);
}
