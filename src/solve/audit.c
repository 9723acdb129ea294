#include "solve/audit.h"

#include "solve/forward.h"
#include "solve/indexed.h"
#include "solve/layers.h"
#include "solve/tier.h"

/* The positions of the database are its keys. */
static void open_positions (Analysis *w) {
  PlanHead head;
  plan_load(&w->db->directory, &head, layers_take_tier, w);
  for (uint32_t at = 0; at < w->tier_count; at++)
    for (Player player = MIN; player <= MAX; player++)
      for (uint32_t shard = 0; shard < w->local_shards && w->tiers[at].count[player] > 0; shard++) {
        Part *part = analysis_part(w, at, shard, player);
        if (!part_open(part, &w->db->directory, -1, analysis_id(w, w->tiers[at].tier, shard, player), false)) part_fail(&w->store, &w->db->directory);
        layers_check_part(w, &w->tiers[at], &part->head);
      }
}

/* Finds the positions by the rules, as an analysis does that has no folder. */
static void find_positions (Analysis *w) {
  Database *subject = w->db;
  if (w->shards > 1) store_fail(&w->store, "%s: its shards are not united, and its keys are no positions", subject->directory.path);
  database_open(&w->task->found, subject->host, -1, NULL, subject->directory.game);
  w->db = &w->task->found;
  forward_explore(w);
  w->db = subject;
}

/* The part with the results of the tier's positions of a shard and a player; NULL: there is none. */
static const Part *part_of (const Analysis *w, uint32_t local_shard, Player player) {
  for (int i = 0; i < w->db->count; i++) {
    const PartHead *head = &w->db->parts[i].head;
    if (head->tier == w->tier && head->player == player && head->shard == local_shard) return &w->db->parts[i];
  }
  return NULL;
}

static _Noreturn void contradict (Analysis *w, uint32_t at, uint64_t node) {
  uint64_t row[MOST_ROW];
  Position position;
  tier_find_row(w, at, node, row);
  analysis_position(w, row, &position);
  analysis_contradict(w, &position, node < w->max_nodes ? MAX : MIN);
}

/* Takes the result of a row from the database. */
static void claim (Analysis *w, uint32_t at, const Part *part, const uint64_t *row, uint64_t node) {
  Known known;
  const Finding finding = part ? database_look(w->db, part, row, &known) : NOT_FOUND;
  if (finding == DAMAGED) part_fail(&w->store, &w->db->directory);
  if (finding == NOT_FOUND) contradict(w, at, node);
  results_set(&w->results, node, (Result){preference_number(&w->preference, known.value), (uint32_t)(known.plies + 1)});
}

static void claim_shard (Analysis *w, uint32_t at, uint32_t local_shard, Player player) {
  const uint64_t first = analysis_first(w, local_shard, player), count = analysis_nodes(w, local_shard, player);
  const Part *part = part_of(w, local_shard, player);
  PartReader r;
  if (count == 0) return;
  if (!w->in_one) part_read_from(&r, layers_open_part(w, at, local_shard, player), &w->store);
  for (uint64_t node = first; node < first + count && (w->in_one || part_read(&r)); node++)
    claim(w, at, part, w->in_one ? tier_row(w, node) : r.row, node);
  if (!w->in_one) part_read_end(&r);
}

static void audit_tier (Analysis *w, uint32_t at) {
  w->tier = w->tiers[at].tier;
  w->rows_at_hand = w->in_one;
  tier_number_nodes(w, at);
  results_open(&w->results, &w->store, w->nodes, w->preference.distant);
  for (Player player = MIN; player <= MAX; player++)
    for (uint32_t local_shard = 0; local_shard < w->local_shards; local_shard++) claim_shard(w, at, local_shard, player);
  const uint64_t wrong = tier_check(w, at);
  if (wrong != UINT64_MAX) contradict(w, at, wrong);
  tier_drop_rows(w);
  results_close(&w->results);
  w->task->resolved += w->nodes;
}

static uint64_t positions_of (const Database *db) {
  uint64_t positions = 0;
  for (int i = 0; i < db->count; i++) positions += db->parts[i].head.count;
  return positions;
}

static void audit_keys (Analysis *w, uint64_t positions) {
  if (w->extra > 0 || w->held) find_positions(w);
  else open_positions(w);
  tier_open(w);
  for (uint32_t at = w->tier_count; at-- > 0;) audit_tier(w, at);
  if (w->task->resolved != positions)
    store_fail(&w->store, "%s: it has %llu positions, and by the rules there are %llu", w->db->directory.path,
                        (unsigned long long)positions, (unsigned long long)w->task->resolved);
}

void audit_run (Analysis *w) {
  const uint64_t positions = w->task->positions = positions_of(w->db);
  if (w->game->index_size) indexed_audit(w);
  else audit_keys(w, positions);
  w->task->positions = positions;
}
