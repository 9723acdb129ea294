/* The first pass: which positions there are. */
#include "solve/forward.h"

#include <string.h>

#include "search/packed.h"
#include "solve/distribution.h"
#include "solve/layers.h"
#include "solve/set.h"

/* The tier that is next: whose positions there are. */
typedef struct NextTier { bool any[2]; } NextTier;

static Layer *layer_of (Analysis *w, const Batch *b, int i) { return layers_of(w, b->tier[i], b->local_shard[i], analysis_owner_of(w, b->player[i])); }

/* Adds those positions of a batch that are new. Those of closed tiers are known: what was done before is made up for. */
static void add_positions (Analysis *w, Batch *b) {
  w->batches++;
  if (w->held) layers_count_held(w, false);
  for (int i = 0; i < b->count; i++) {
    if (b->tier[i] <= w->closed || b->tier[i] > w->wanted) continue;
    Layer *layer = layer_of(w, b, i);
    if (layer->room_for != w->batches) layers_make_room(w, layer, BATCH);
    layer->room_for = w->batches;
    b->hash[i] = set_hash(&layer->set, b->rows + i * w->width);
    set_will_find(&layer->set, b->hash[i]);
  }
  for (int i = 0; i < b->count; i++) {
    const uint64_t *row = b->rows + i * w->width;
    if (b->tier[i] <= w->closed || b->tier[i] > w->wanted) continue;
    Layer *layer = layer_of(w, b, i);
    if (!layer->set.slots) layers_make_room(w, layer, BATCH);          /* put aside since */
    if (set_add(&layer->set, row, b->hash[i])) w->task->positions++;
    else if (w->held) packed_drop(w->game, (const int64_t *)row + w->key_words, true);
  }
  b->count = 0;
  const uint64_t limit = w->search->asked.node_limit;           /* of positions found, as of those developed */
  if (limit && w->task->positions > limit) w->store.host->leave(w->store.host, STOP_NODES);
}

/* The successors in the batch are taken, by us or by those who own them. */
static void take_successors (Analysis *w) {
  Batch *b = &w->batch;
  for (int i = 0; i < b->count; i++) {
    if (b->tier[i] > w->reach) w->reach = b->tier[i];
    if (b->tier[i] == w->tier) ++*(w->developed ? &w->developed->loops : &w->loops);
  }
  distribution_out(w, b, BOX_ROWS);
  add_positions(w, b);
  distribution_pump(w);
}

static void take_rows (Analysis *w, Batch *b, int kind, int from) {
  (void)kind, (void)from;
  add_positions(w, b);
}

/* By plies. */

static void develop_part (Analysis *w, const Part *part) {
  PartReader r;
  uint64_t done = 0;
  if (!part->bytes) return;
  part_read_from(&r, part, &w->store);
  while (part_read(&r)) {
    analysis_progress(w, "forward", done++, part->head.count);
    analysis_develop(w, r.row, (Player)part->head.player, 0, false, NULL);
  }
  w->flush(w);
  part_read_end(&r);
}

/* Is a position in two of these tiers, the one at `at` and those from `first` to `end`? All are walked along together, by their keys. */
static bool any_twice (Analysis *w, uint32_t first, uint32_t end, uint32_t at, uint32_t local_shard, Player player) {
  Merge merge;
  uint64_t key[MOST_ROW], steps = 0;
  bool twice = false;
  part_merge(&merge, &w->store, end - first + 1, w->key_words);
  for (uint32_t i = first; i < end; i++) part_merge_add(&merge, layers_open_part(w, i, local_shard, player));
  part_merge_add(&merge, layers_open_part(w, at, local_shard, player));
  for (const uint64_t *row; !twice && (row = merge_next(&merge));) {
    twice = steps > 0 && sort_compare(row, key, w->key_words) == 0;
    if (merge.count < 2) break;                 /* the keys of one part differ */
    memcpy(key, row, (size_t)w->key_words * sizeof *key);
    if (++steps % 65536 == 0) watch_look(w->search);
  }
  merge_close(&merge);
  return twice;
}

/* Was a position of the tier at `at` met in a tier before it? */
static bool was_met (Analysis *w, uint32_t at) {
  for (uint32_t i = 0; i < at; i++)
    for (uint32_t local_shard = 0; local_shard < w->local_shards; local_shard++)
      for (Player player = MIN; player <= MAX; player++)
        if (w->tiers[i].count[player] > 0 && any_twice(w, i, i + 1, at, local_shard, player)) return true;
  return false;
}

/* Which tier is next, of all that any of us has found: it is w->tier from now on. False: there is none. */
static bool next_tier (Analysis *w, NextTier *next) {
  Tally tally = {.most = {INT64_MIN, INT64_MIN}};
  distribution_barrier(w);
  for (const Layer *l = w->layers; l; l = l->next) {
    if (l->set.count == 0 && l->run_count == 0) continue;
    if (~l->tier > tally.most[l->player]) tally.most[l->player] = ~l->tier;
  }
  distribution_meet(w, &tally);
  const int64_t most = tally.most[MIN] > tally.most[MAX] ? tally.most[MIN] : tally.most[MAX];
  if (most == INT64_MIN) return false;
  w->tier = ~most;
  for (Player player = MIN; player <= MAX; player++) next->any[player] = tally.most[player] == most;
  return true;
}

/* Writes what was found of the tier at `at`: a part for each local shard, of each player who has positions. */
static void write_layers (Analysis *w, uint32_t at, const NextTier *next) {
  for (Player player = MIN; player <= MAX; player++)
    for (uint32_t local_shard = 0; local_shard < w->local_shards; local_shard++)
      if (next->any[player]) layers_write(w, at, layers_of(w, w->tier, local_shard, player));
  layers_settle(w, w->tier, next->any, true);
}

/* All have written their parts of the tier at `at`. Is it so for any of us? */
static bool meet_after_tier (Analysis *w, uint32_t at, bool here) {
  Tier *tier = &w->tiers[at];
  Tally tally = {.sum = {tier->count[MIN], tier->count[MAX], w->loops}, .most = {here, w->reach}};
  distribution_meet(w, &tally);
  tier->count[MIN] = tally.sum[MIN];
  tier->count[MAX] = tally.sum[MAX];
  w->loops = tally.sum[2];
  w->reach = tally.most[1];
  return tally.most[0] > 0;
}

/*
** Closes the tier at `at`, whose layers are complete. False: some of its positions were met before. What comes again for ever does so
** in all tiers to come; so it is enough to look in tiers that are a power of two, and for the rest at the end.
*/
static bool close_ply (Analysis *w, uint32_t at, const NextTier *next) {
  write_layers(w, at, next);
  if (meet_after_tier(w, at, (at & (at - 1)) == 0 && was_met(w, at))) return false;
  w->closed = w->tier;
  w->tiers[at].reach = w->tier + 1;
  layers_save_plan(w, PLAN_BEGUN);
  return true;
}

static void develop_tier (Analysis *w, uint32_t at) {
  w->tier = w->tiers[at].tier;
  for (Player player = MIN; player <= MAX; player++)
    for (uint32_t local_shard = 0; local_shard < w->local_shards; local_shard++)
      develop_part(w, layers_open_part(w, at, local_shard, player));
}

/* By the rules: the positions of a tier may lead to one another, so its layers grow while they are developed. */

/* The positions of the tier at `at` stay in memory. */
static void keep_layers (Analysis *w, uint32_t at) {
  for (Player player = MIN; player <= MAX; player++) {
    Layer *layer = layers_of(w, w->tier, 0, player);
    w->tiers[at].count[player] = layer->set.count;
    layers_sort(layer);
    w->sets[player] = layer->set;
    set_open(&layer->set, &w->store, w->key_words, w->width);
    layers_drop(w, layer);
  }
}

static void close_tier (Analysis *w, NextTier *next) {
  const uint32_t at = w->tier_count;
  w->reach = w->tier;
  w->loops = 0;
  layers_add_tier(w, w->tier);
  layers_develop(w);
  for (Player player = MIN; player <= MAX; player++) next->any[player] = true;
  if (w->in_one) keep_layers(w, at);
  else write_layers(w, at, next);
  w->closed = w->tier;
  meet_after_tier(w, at, false);
  Tier *tier = &w->tiers[at];
  tier->reach = w->reach;
  tier->loops = w->loops;
  if (!w->in_one) layers_save_plan(w, PLAN_BEGUN);
}

/* All of it. */

static int64_t tier_of_root (const Analysis *w) {
  const bool given = !w->by_ply && !w->in_one && w->game->tier;
  return given ? (int64_t)w->game->tier(w->game, &w->search->pass.root.position) : 0;
}

/* Adds the first position, if it is ours. */
static void add_root (Analysis *w) {
  uint64_t row[MOST_ROW];
  uint32_t local_shard;
  analysis_pack(w, &w->search->pass.root.position, row);
  if (analysis_owner(w, row, &local_shard) != w->rank) return;
  Layer *layer = layers_of(w, tier_of_root(w), local_shard, analysis_owner_of(w, w->search->pass.root.player));
  layers_make_room(w, layer, 1);
  set_add(&layer->set, row, set_hash(&layer->set, row));
  w->task->positions++;
}

static void begin (Analysis *w) {
  w->closed = tier_of_root(w) - 1;
  w->task->positions = 0;
  add_root(w);
}

/* Gives up what was found by plies. */
static void start_over (Analysis *w) {
  if (w->rank == 0) plan_remove(&w->db->directory);
  while (w->layers) layers_drop(w, w->layers);
  for (uint32_t i = 0; i < w->tier_count; i++) layers_forget_open(w, i);
  w->tier_count = 0;
}

/* Was a position of any tier met in a tier before it? */
static bool any_was_met (Analysis *w) {
  for (uint32_t at = 0; at < w->tier_count; at++)
    if (was_met(w, at)) return true;
  return false;
}

/* The most bytes that it takes to read the parts of one player in all tiers at once. */
static size_t bytes_of_readers (const Analysis *w, Player player) {
  const size_t row = (size_t)w->width * sizeof(uint64_t) + (size_t)w->key_words * 10 + 1, about = 1024;
  size_t bytes = 0;
  for (uint32_t i = 0; i < w->tier_count; i++) {
    const uint64_t count = w->tiers[i].count[player];
    if (count > 0) bytes += (size_t)(count < PART_BLOCK ? count : PART_BLOCK) * row + about;
  }
  return bytes;
}

static bool met_twice (Analysis *w) {
  for (Player player = MIN; player <= MAX; player++)
    if (store_lacks(&w->store, bytes_of_readers(w, player) + SPARE)) return any_was_met(w);
  for (uint32_t local_shard = 0; local_shard < w->local_shards; local_shard++)
    for (Player player = MIN; player <= MAX; player++)
      if (any_twice(w, 0, w->tier_count - 1, w->tier_count - 1, local_shard, player)) return true;
  return false;
}

static bool explore_plies (Analysis *w) {
  NextTier next;
  while (next_tier(w, &next)) {
    const uint32_t at = w->tier_count;
    w->reach = w->tier;
    layers_add_tier(w, w->tier);
    if (!close_ply(w, at, &next)) return false;
    develop_tier(w, at);
  }
  return !distribution_any(w, met_twice(w));
}

/* What is found already is our first member's find. */
static void count_found (Analysis *w) {
  w->task->positions = 0;
  for (uint32_t i = 0; i < w->tier_count && w->rank == 0; i++) w->task->positions += w->tiers[i].count[MIN] + w->tiers[i].count[MAX];
}

/* Continues a job that was killed: the successors of the last tiers are generated once more. */
static void make_up (Analysis *w) {
  w->closed = w->tiers[w->tier_count - 1].tier;
  count_found(w);
  for (uint32_t i = 0; i < w->tier_count; i++) {
    for (uint32_t local_shard = 0; local_shard < w->local_shards; local_shard++)
      for (Player player = MIN; player <= MAX; player++) layers_open_part(w, i, local_shard, player);
    w->reach = w->tiers[i].tier;
    if (w->tiers[i].reach > w->closed) develop_tier(w, i);
  }
}

/* Is a part of the tier at `at` gone, as it was found and, unless `open`, also with results? It was removed, for it was damaged. */
static bool is_gone (Analysis *w, uint32_t at, bool open) {
  const Tier *tier = &w->tiers[at];
  bool gone = false;
  for (uint32_t local_shard = 0; local_shard < w->local_shards; local_shard++)
    for (Player player = MIN; player <= MAX; player++) {
      const PartId id = analysis_id(w, tier->tier, local_shard, player);
      gone |= tier->count[player] > 0 && !part_exists(&w->db->directory, id, true) &&
              (open || !part_exists(&w->db->directory, id, false));
    }
  return distribution_any(w, gone);
}

/* Develops the positions of a tier that was found: from its parts with results, where those it was found in are gone. */
static void develop_again (Analysis *w, uint32_t at) {
  const Tier *tier = &w->tiers[at];
  w->tier = tier->tier;
  for (uint32_t local_shard = 0; local_shard < w->local_shards; local_shard++)
    for (Player player = MIN; player <= MAX; player++) {
      const PartId id = analysis_id(w, tier->tier, local_shard, player);
      if (tier->count[player] == 0) continue;
      const bool open = part_exists(&w->db->directory, id, true);
      Part *part = part_room(&w->store, 1);
      if (!part_open(part, &w->db->directory, -1, id, open)) part_fail(&w->store, &w->db->directory);
      develop_part(w, part);
      store_give(&w->store, part);
    }
}

/* Finds the positions of a tier once more: those of the tiers before it lead there. */
static void find_again (Analysis *w, uint32_t at) {
  Tier *tier = &w->tiers[at];
  const Tier was = *tier;
  NextTier next = {.any = {was.count[MIN] > 0, was.count[MAX] > 0}};
  w->closed = was.tier - 1;
  w->wanted = was.tier;
  if (tier_of_root(w) == was.tier) add_root(w);
  for (uint32_t i = 0; i < at; i++)
    if (w->tiers[i].reach >= was.tier) develop_again(w, i);
  distribution_barrier(w);
  w->tier = was.tier;
  if (was.loops) layers_develop(w);
  tier->count[MIN] = tier->count[MAX] = 0;
  write_layers(w, at, &next);
  meet_after_tier(w, at, false);
  if (tier->count[MIN] != was.count[MIN] || tier->count[MAX] != was.count[MAX])
    store_fail(&w->store, "%s: tier %lld has another number of positions than its plan says", w->db->directory.path, (long long)was.tier);
  w->wanted = INT64_MAX;
}

/*
** Finds the tiers again of which parts are gone; where keys are not positions, so that results do not tell what these are, also those
** before them that have only results.
*/
static void find_what_is_gone (Analysis *w) {
  bool *again = store_take(&w->store, w->tier_count * sizeof *again + 1);
  memset(again, 0, w->tier_count * sizeof *again);
  for (uint32_t at = w->tier_count; at-- > 0;) {
    again[at] |= is_gone(w, at, false);
    for (uint32_t i = 0; i < at && again[at] && w->extra; i++)
      again[i] |= w->tiers[i].reach >= w->tiers[at].tier && is_gone(w, i, true);
  }
  for (uint32_t at = 0; at < w->tier_count; at++)
    if (again[at]) find_again(w, at);
  store_give(&w->store, again);
}

/* Reads the plan of a job that was killed. False: there is none. */
static bool go_on (Analysis *w, bool *complete) {
  PlanHead head;
  Directory *directory = &w->db->directory;
  if (w->in_one || directory->fd < 0) return false;
  const PlanFound found = plan_load(directory, &head, NULL, NULL);
  if (found == PLAN_DAMAGED) store_fail(&w->store, "%s; remove the folder to begin anew", directory->wrong);
  if (found == PLAN_NONE) return false;
  if (!head.by_ply) w->by_ply = false;         /* positions came again in it */
  if (head.by_ply != w->by_ply) return false;
  plan_load(directory, &head, layers_take_tier, w);
  *complete = head.complete != 0;
  return true;
}

void forward_explore (Analysis *w) {
  bool complete = false;
  NextTier next;
  w->flush = take_successors;
  w->wanted = INT64_MAX;
  w->distribution->arrive = take_rows;
  if (go_on(w, &complete)) {
    w->task->resumed = true;
    find_what_is_gone(w);
    if (complete) {
      count_found(w);
      return;
    }
    make_up(w);
  } else begin(w);
  if (w->by_ply && !explore_plies(w)) {
    start_over(w);
    w->by_ply = false;
    begin(w);
  }
  while (!w->by_ply && next_tier(w, &next)) close_tier(w, &next);
  if (!w->in_one) layers_save_plan(w, PLAN_FOUND);
}
