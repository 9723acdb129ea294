#include "solve/unite.h"

#include <string.h>

#include "solve/distribution.h"
#include "solve/forward.h"
#include "solve/layers.h"
#include "solve/merge.h"

/* The shards of a tier and a player, w->united. */
typedef struct Shards {
  const Part *parts;
  uint32_t plies;               /* the greatest number of them in any */
  uint64_t positions;
  Value *values;                /* that occur, ascending */
  uint64_t value_count;
} Shards;

static void open_shards (Analysis *w, Shards *s, int64_t tier, Player player) {
  *s = (Shards){.parts = w->united};
  for (w->united_count = 0; w->united_count < w->shards; w->united_count++) {
    Part *part = &w->united[w->united_count];
    if (!part_open(part, &w->db->directory, -1, (PartId){tier, w->united_count, player}, false)) part_fail(&w->store, &w->db->directory);
    s->positions += part->head.count;
    s->value_count += part->head.values;
    if (part->head.distances - 1 > s->plies) s->plies = part->head.distances - 1;
  }
}

static void close_shards (Analysis *w, Shards *s) {
  while (w->united_count > 0) part_close(&w->united[--w->united_count]);
  store_give(&w->store, s->values);
}

/* Puts the values of all shards together. */
static void unite_values (Analysis *w, Shards *s) {
  uint64_t *rows = store_take(&w->store, (s->value_count + 1) * 2 * sizeof *rows), count = 0;
  s->values = store_take(&w->store, (s->value_count + 1) * sizeof *s->values);
  for (uint32_t i = 0; i < w->shards; i++)
    for (uint64_t v = 0; v < s->parts[i].head.values; v++, count++) {
      rows[2 * count] = preference_ascending(s->parts[i].values[v]);
      memcpy(&rows[2 * count + 1], &s->parts[i].values[v], sizeof *rows);
    }
  sort_rows(rows, count, 2, 1);
  s->value_count = 0;
  for (uint64_t i = 0; i < count; i++)
    if (i == 0 || rows[2 * i] != rows[2 * (i - 1)]) memcpy(&s->values[s->value_count++], &rows[2 * i + 1], sizeof *s->values);
  store_give(&w->store, rows);
}

/* The number of a value, from 1. */
static uint32_t number_of (const Shards *s, Value value) {
  uint64_t low = 0, high = s->value_count;
  while (high - low > 1) *(s->values[(low + high) / 2] <= value ? &low : &high) = (low + high) / 2;
  return (uint32_t)low + 1;
}

static void unite (Analysis *w, int64_t tier, Player player) {
  Shards s;
  Merge merge;
  open_shards(w, &s, tier, player);
  unite_values(w, &s);
  const PartHead like = {.tier = tier, .player = (uint16_t)player, .key_words = (uint32_t)w->key_words, .solved = 1, .values = s.value_count};
  part_write(&w->writer, &w->whole, &w->store, &like, s.positions, s.values, s.plies);
  merge_open(&merge, &w->store, w->shards, w->key_words);
  for (uint32_t i = 0; i < w->shards; i++) merge_add(&merge, &s.parts[i]);
  const PartReader *r;
  for (uint64_t done = 0; (r = merge_first(&merge)); done++, merge_step(&merge)) {
    if (done % BATCH == 0) distribution_pump(w);
    if (done % BATCH == 0) distribution_look(w);
    analysis_progress(w, "merge", done, s.positions);
    if (r->result.value > r->part->head.values) store_fail(&w->store, "a value that is not in the list of values");
    part_add(&w->writer, r->row, (Result){number_of(&s, r->part->values[r->result.value - 1]), r->result.plies});
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

void unite_shards (Analysis *w) {
  w->whole = (Directory){.fd = w->db->directory.fd, .rank = w->rank, .path = w->db->directory.path, .begun = true};
  memcpy(w->whole.game, w->db->directory.game, sizeof w->whole.game);
  w->united = store_take(&w->store, w->shards * sizeof *w->united);
  for (uint32_t at = 0; at < w->tier_count; at++)
    for (Player player = MIN; player <= MAX; player++) {
      const Tier *tier = &w->tiers[at];
      const bool ours = (2 * at + player) % (uint32_t)w->ranks == (uint32_t)w->rank;
      w->tier = tier->tier;
      if (ours && tier->count[player] > 0 && !part_exists(&w->whole, (PartId){tier->tier, 0, player}, false)) unite(w, tier->tier, player);
    }
  distribution_any(w, false);
  forget_shards(w);
  forward_save_plan(w, PLAN_SOLVED);
  distribution_any(w, false);
  if (w->rank == 0) directory_remove_shards(&w->db->directory);
}
