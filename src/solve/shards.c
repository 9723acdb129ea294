#include "solve/shards.h"

#include <string.h>

#include "solve/distribution.h"
#include "solve/layers.h"

/* The shards of a tier and a player. */
typedef struct Shards {
  Part *parts;
  uint32_t plies;               /* the greatest number of them in any */
  uint64_t positions;
  Value *values;                /* that occur, ascending */
  uint64_t value_count;
  uint32_t *numbers;            /* of all values in that list */
} Shards;

static void open_shards (Analysis *w, Shards *s, int64_t tier, Player player) {
  *s = (Shards){.parts = part_room(&w->store, w->shards)};
  for (uint32_t shard = 0; shard < w->shards; shard++) {
    Part *part = &s->parts[shard];
    if (!part_open(part, &w->db->directory, -1, (PartId){tier, shard, player}, false)) part_fail(&w->store, &w->db->directory);
    s->positions += part->head.count;
    if (part->head.distances - 1 > s->plies) s->plies = part->head.distances - 1;
  }
}

static void close_shards (Analysis *w, Shards *s) {
  store_give(&w->store, s->parts);
  store_give(&w->store, s->values);
  store_give(&w->store, s->numbers);
}

/* Lists the values of all shards. */
static void list_values (Analysis *w, Shards *s) {
  Preference *preference = &w->preference;
  for (int mark = 0; mark < 2; mark++) {
    for (uint32_t i = 0; i < w->shards; i++)
      for (uint64_t v = 0; v < s->parts[i].head.values; v++) {
        const uint32_t number = preference_number(preference, s->parts[i].values[v]);
        if (mark) s->numbers[number] = 1;
      }
    if (mark) break;
    s->numbers = store_take(&w->store, (preference->count + 1) * sizeof *s->numbers);
    memset(s->numbers, 0, (preference->count + 1) * sizeof *s->numbers);
  }
  s->values = store_take(&w->store, (preference->count + 1) * sizeof *s->values);
  s->value_count = preference_list(preference, s->numbers, s->values);
}

static void merge_tier (Analysis *w, int64_t tier, Player player) {
  Shards s;
  Merge merge;
  open_shards(w, &s, tier, player);
  list_values(w, &s);
  const PartHead like = {.tier = tier, .player = (uint16_t)player, .key_words = (uint32_t)w->key_words, .solved = 1,
                         .values = s.value_count};
  part_write(&w->writer, &w->whole, &w->store, &like, s.positions, s.values, s.plies);
  part_merge(&merge, &w->store, w->shards, w->key_words);
  for (uint32_t i = 0; i < w->shards; i++) part_merge_add(&merge, &s.parts[i]);
  for (uint64_t done = 0; merge_next(&merge); done++) {
    const PartReader *r = merge.heap->reader;
    if (done % BATCH == 0) distribution_pump(w);
    if (done % BATCH == 0) distribution_look(w);
    analysis_progress(w, "merge", done, s.positions);
    const Result result = analysis_result(w, r);
    part_add(&w->writer, r->row, (Result){s.numbers[result.value], result.plies});
  }
  merge_close(&merge);
  part_finish(&w->writer);
  close_shards(w, &s);
}

/* From now on positions are not divided. */
static void forget_shards (Analysis *w) {
  Directory *directory = &w->db->directory;
  database_empty(w->db);
  directory->shards = 0;
  w->shards = 1;
  for (uint32_t at = 0; at < w->tier_count && w->rank == 0; at++)
    for (Player player = MIN; player <= MAX; player++)
      if (w->tiers[at].count[player] > 0) analysis_add_part(w, -1, (PartId){w->tiers[at].tier, 0, player});
}

void shards_merge (Analysis *w) {
  w->whole = (Directory){.fd = w->db->directory.fd, .rank = w->rank, .path = w->db->directory.path, .begun = true};
  memcpy(w->whole.game, w->db->directory.game, sizeof w->whole.game);
  for (uint32_t at = 0; at < w->tier_count; at++)
    for (Player player = MIN; player <= MAX; player++) {
      const Tier *tier = &w->tiers[at];
      const bool ours = (2 * at + player) % (uint32_t)w->ranks == (uint32_t)w->rank;
      w->tier = tier->tier;
      if (ours && tier->count[player] > 0 && !part_exists(&w->whole, (PartId){tier->tier, 0, player}, false))
        merge_tier(w, tier->tier, player);
    }
  distribution_barrier(w);
  forget_shards(w);
  layers_save_plan(w, PLAN_SOLVED);
  distribution_barrier(w);
  if (w->rank == 0) directory_remove_shards(&w->db->directory);
}
