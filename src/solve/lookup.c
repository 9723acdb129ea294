#include "solve/lookup.h"

#include <string.h>

#include "solve/distribution.h"
#include "solve/layers.h"

static bool is_of (const Target *target, int64_t tier, uint32_t shard, Player player) {
  return target->tier == tier && target->player == player && target->shard == shard;
}

static Target *target_of (const Analysis *w, int64_t tier, uint32_t shard, Player player) {
  Lookup *l = w->lookup;
  uint32_t n = l->latest;
  if (n >= l->target_count || !is_of(&l->targets[n], tier, shard, player))
    for (n = 0; n < l->target_count && !is_of(&l->targets[n], tier, shard, player); n++) {}
  if (n == l->target_count) return NULL;
  return &l->targets[l->latest = n];
}

static Target *add_target (Analysis *w, const Part *part, uint32_t shard) {
  Lookup *l = w->lookup;
  l->targets = store_room(&w->store, l->targets, l->target_count, sizeof *l->targets);
  Target *target = &l->targets[l->target_count++];
  *target = (Target){.tier = part->head.tier, .shard = shard, .player = (Player)part->head.player, .part = part};
  set_open(&target->set, &w->store, w->key_words, w->key_words + 1);
  return target;
}

/* Results in memory. */

const Set *lookup_set (const Analysis *w, int64_t tier, uint32_t local_shard, Player player) {
  const Target *target = target_of(w, tier, analysis_id(w, tier, local_shard, player).shard, analysis_owner_of(w, player));
  return target ? &target->set : NULL;
}

Result lookup_result (const Set *set, uint64_t row) { return result_of_word(set_row(set, row)[set->key_words]); }

static void load (Analysis *w, Target *target) {
  PartReader r;
  part_read_from(&r, target->part, &w->store);
  set_make_room(&target->set, target->part->head.count);
  while (part_read(&r)) {
    uint64_t *row = set_append(&target->set);
    for (int i = 0; i < w->key_words; i++) row[i] = r.row[i];
    row[w->key_words] = result_word(analysis_result(w, &r));
  }
  part_read_end(&r);
  set_make_slots(&target->set);
}

static bool can_want (const Tier *tier, const PartHead *head) { return head->tier > tier->tier && head->tier <= tier->reach; }

size_t lookup_bytes (const Analysis *w, uint32_t at) {
  const Tier *tier = &w->tiers[at];
  Set set;
  size_t bytes = 0;
  set_open(&set, (Store *)(uintptr_t)&w->store, w->key_words, w->key_words + 1);
  for (int i = 0; i < w->db->count; i++)
    if (can_want(tier, &w->db->parts[i].head)) bytes += set_growth(&set, w->db->parts[i].head.count);
  set.width = w->width;
  if (tier->loops) bytes += set_growth(&set, w->max_nodes) + set_growth(&set, w->nodes - w->max_nodes);
  return bytes;
}

/* Questions. The word behind the key: what they are about, whose result it is as their parent sees it, and the parent. */

#define PARENT_BITS 40
#define ASKED_SHIFT (PARENT_BITS + 1)

/* Opens the shards of all members that the tier at `at` can lead to. */
static void open_shards (Analysis *w, uint32_t at) {
  Lookup *l = w->lookup;
  const Tier *tier = &w->tiers[at];
  uint32_t last = at;
  while (last + 1 < w->tier_count && w->tiers[last + 1].tier <= tier->reach) last++;
  Part *part = l->shards = part_room(&w->store, (uint64_t)(last - at) * 2 * w->shards);
  for (uint32_t i = at + 1; i <= last; i++)
    for (Player player = MIN; player <= MAX; player++)
      for (uint32_t shard = 0; shard < w->shards && w->tiers[i].count[player] > 0; shard++) {
        const PartId id = {w->tiers[i].tier, shard, player};
        if (!part_open(part, &w->db->directory, -1, id, false)) part_fail(&w->store, &w->db->directory);
        layers_check_part(w, &w->tiers[i], &part->head);
        add_target(w, part++, shard);
      }
}

/* The positions of the tier itself. */
static void add_own_targets (Analysis *w, uint32_t at) {
  for (Player player = MIN; player <= MAX; player++)
    for (uint32_t local_shard = 0; local_shard < w->local_shards; local_shard++) {
      if (analysis_nodes(w, local_shard, player) == 0) continue;
      Target *target = add_target(w, layers_open_part(w, at, local_shard, player), local_shard);
      target->within = true;
      target->first = analysis_first(w, local_shard, player) - (player == MIN ? w->max_nodes : 0);
    }
}

void lookup_open (Analysis *w, uint32_t at, bool asking) {
  const Tier *tier = &w->tiers[at];
  Lookup *l = w->lookup;
  l->asking = asking;
  l->target_count = l->latest = 0;
  l->width = w->key_words + 1 + (w->game->score != NULL);
  if (asking && w->ranks > 1) open_shards(w, at);
  else for (int i = 0; i < w->db->count; i++) {
    const Part *part = &w->db->parts[i];
    Target *target = can_want(tier, &part->head) ? add_target(w, part, part->head.shard) : NULL;
    if (target && !asking) load(w, target);
  }
  if (asking && tier->loops && !w->rows_at_hand) add_own_targets(w, at);
}

void lookup_close (Analysis *w) {
  Lookup *l = w->lookup;
  for (uint32_t i = 0; i < l->target_count; i++) set_close(&l->targets[i].set);
  store_give(&w->store, l->questions);
  store_give(&w->store, l->targets);
  store_give(&w->store, l->shards);
  l->questions = NULL;
  l->targets = NULL;
  l->shards = NULL;
  l->count = l->room = l->target_count = 0;
}

/* Room for one more question: more memory while there is some, or the open ones are answered. */
static void make_room (Analysis *w) {
  Lookup *l = w->lookup;
  const size_t each = (size_t)l->width * sizeof *l->questions;
  const uint64_t room = l->room ? 2 * l->room : LOOKUP_LEAST / each;
  if (l->room > 0 && store_lacks(&w->store, (size_t)(room - l->room) * each + SPARE)) {
    lookup_answer(w);
    return;
  }
  l->questions = store_resize(&w->store, l->questions, (size_t)room * each);
  l->room = room;
}

bool lookup_ask (Analysis *w, const Batch *b, int i) {
  Lookup *l = w->lookup;
  const int words = w->key_words;
  const uint32_t shard = w->shards == 1 ? 0 : shard_of(b->rows + i * w->width, words, w->shards);
  Target *target = target_of(w, b->tier[i], shard, analysis_owner_of(w, b->player[i]));
  if (!target) return false;
  if (l->count == l->room) make_room(w);
  uint64_t *row = l->questions + l->count++ * (uint64_t)l->width;
  memcpy(row, b->rows + i * w->width, (size_t)words * sizeof *row);
  row[words] = (uint64_t)(target - l->targets) << ASKED_SHIFT | (uint64_t)b->player[i] << PARENT_BITS | b->parent[i];
  if (l->width > words + 1) memcpy(&row[words + 1], &b->gain[i], sizeof *row);
  target->count++;
  return true;
}

/* Answers the questions about one part, which is read once, and only where they lie. */
static void answer_about (Analysis *w, uint32_t n) {
  const Lookup *l = w->lookup;
  const Target *target = &l->targets[n];
  const int words = w->key_words;
  PartReader r;
  bool more = true;
  uint64_t left = target->count;
  part_read_from(&r, target->part, &w->store);
  for (uint64_t q = 0; q < l->count && left > 0; q++) {
    const uint64_t *row = l->questions + q * (uint64_t)l->width;
    if (row[words] >> ASKED_SHIFT != n) continue;
    if (--left % BATCH == 0) {
      distribution_pump(w);
      distribution_look(w);
    }
    more = more && part_read_to(&r, row);
    const bool there = more && sort_compare(r.row, row, words) == 0;
    const uint64_t parent = row[words] & ((UINT64_C(1) << PARENT_BITS) - 1);
    const Player player = (Player)(row[words] >> PARENT_BITS & 1);
    Value gain = 0;
    if (l->width > words + 1) memcpy(&gain, &row[words + 1], sizeof gain);
    if (target->within) l->take_edge(w, w->rank, parent, there ? target->first + part_read_at(&r) : SET_ABSENT, player, gain);
    else l->take_result(w, parent, gain, player, there ? analysis_result(w, &r) : (Result){0, 0});
  }
  part_read_end(&r);
}

void lookup_answer (Analysis *w) {
  Lookup *l = w->lookup;
  sort_rows(l->questions, l->count, l->width, w->key_words);
  for (uint32_t n = 0; n < l->target_count; n++) {
    if (l->targets[n].count > 0) answer_about(w, n);
    l->targets[n].count = 0;
  }
  l->count = 0;
}
