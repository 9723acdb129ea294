/* The positions found of later tiers: in memory, in sorted runs, and at last as parts. */
#include "solve/layers.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "solve/runs.h"
#include "solve/set.h"

/* Layers. */

/* Does a layer come before that? By tiers, players, local_shards. */
static bool comes_before (const Layer *l, int64_t tier, uint32_t local_shard, Player player) {
  if (l->tier != tier) return l->tier < tier;
  return l->player != player ? l->player < player : l->local_shard < local_shard;
}

Layer *layers_of (Analysis *w, int64_t tier, uint32_t local_shard, Player player) {
  Layer **at = &w->layers, **latest = &w->latest[2 * local_shard + player], *there = *latest;
  if (there && there->tier == tier) return there;
  while (*at && comes_before(*at, tier, local_shard, player)) at = &(*at)->next;
  there = *at;
  if (there && there->tier == tier && there->local_shard == local_shard && there->player == player) return *latest = there;
  Layer *layer = store_take(&w->store, sizeof *layer);
  *layer = (Layer){.next = *at, .tier = tier, .local_shard = local_shard, .player = player};
  set_open(&layer->set, &w->store, w->key_words, w->width);
  return *latest = *at = layer;
}

void layers_drop (Analysis *w, Layer *layer) {
  Layer **at = &w->layers;
  while (*at != layer) at = &(*at)->next;
  *at = layer->next;
  if (w->latest[2 * layer->local_shard + layer->player] == layer) w->latest[2 * layer->local_shard + layer->player] = NULL;
  set_close(&layer->set);
  runs_drop(w, layer);
  store_give(&w->store, layer);
}

/* Runs. */

void layers_sort (Layer *layer) {
  set_forget_slots(&layer->set);
  sort_rows(layer->set.rows, layer->set.count, layer->set.width, layer->set.key_words);
}

/* Writes what is known of a layer to a file, sorted, and forgets it. */
void layers_put_aside (Analysis *w, Layer *layer) {
  layers_sort(layer);
  runs_add(w, layer);
}

void layers_count_held (Analysis *w, bool exact) {
  const size_t bytes = w->game->held_bytes ? w->game->held_bytes(w->game, exact) : 0;
  w->store.beside = bytes > w->held_at_first ? bytes - w->held_at_first : 0;
}

/* Says what does not fit: nothing of it can be put aside. */
static void refuse_room (const Analysis *w, uint64_t positions) {
  Host *host = w->store.host;
  const size_t held = w->store.held + w->store.beside;
  const char *advice = w->game->tier ? "" : "; allow more, or let rules.tier say where the game goes one way";
  if (!w->in_one) host->fail(host, "memory is %zu bytes, too few for any work: allow %zu", w->store.limit, 2 * (held + SPARE));
  host->fail(host, "the positions of this game lead to one another, and take more than the %zu bytes of memory: %llu were found%s",
             w->store.limit, (unsigned long long)positions, advice);
}

/*
** What is to be put aside: the largest layer of those that are not developed yet; where it is a small one, that of the tier under way, which
** is developed in rounds then. NULL: nothing can be.
*/
static Layer *largest_layer (const Analysis *w) {
  enum { SMALL = 8 };           /* times less */
  Layer *later = NULL, *here = NULL;
  for (Layer *l = w->layers; l; l = l->next) {
    Layer **largest = w->by_ply || l->tier > w->tier ? &later : &here;
    if (l->set.count > 0 && (!*largest || l->set.count > (*largest)->set.count)) *largest = l;
  }
  if (w->in_one || !here) return later;
  return later && later->set.count >= here->set.count / SMALL ? later : here;
}

/* Makes room in a layer: what lies in memory is put aside, if need be. */
void layers_make_room (Analysis *w, Layer *layer, uint64_t more) {
  while (store_lacks(&w->store, set_growth(&layer->set, more) + SPARE)) {
    Layer *largest = largest_layer(w);
    if (largest) {
      layers_put_aside(w, largest);
      continue;
    }
    if (w->held) layers_count_held(w, true);
    if (store_lacks(&w->store, set_growth(&layer->set, more) + SPARE)) refuse_room(w, layer->set.count);
  }
  set_reserve(&layer->set, more);
}

/* Parts of what was found. */

Tier *layers_add_tier (Analysis *w, int64_t tier) {
  if (w->tier_count == w->tier_room) {
    w->tier_room = w->tier_room ? 2 * w->tier_room : 16;
    w->tiers = store_resize(&w->store, w->tiers, w->tier_room * sizeof *w->tiers);
    w->open = store_resize(&w->store, w->open, (size_t)w->tier_room * w->local_shards * 2 * sizeof *w->open);
  }
  for (uint32_t local_shard = 0; local_shard < w->local_shards; local_shard++)
    for (Player player = MIN; player <= MAX; player++) *analysis_part(w, w->tier_count, local_shard, player) = (Part){0};
  w->tiers[w->tier_count] = (Tier){.tier = tier, .reach = tier};
  return &w->tiers[w->tier_count++];
}

Part *layers_open_part (Analysis *w, uint32_t tier, uint32_t local_shard, Player player) {
  const Tier *t = &w->tiers[tier];
  Directory *directory = &w->db->directory;
  Part *part = analysis_part(w, tier, local_shard, player);
  if (t->count[player] == 0 || part->bytes) return part;
  if (!part_open(part, directory, -1, analysis_id(w, t->tier, local_shard, player), true))
    part_fail(&w->store, directory);
  layers_check_part(w, t, &part->head);
  return part;
}

bool layers_have_parts (const Analysis *w, const Tier *tier) {
  if (w->in_one) return false;
  for (Player player = MIN; player <= MAX; player++)
    for (uint32_t local_shard = 0; local_shard < w->local_shards; local_shard++)
      if (tier->count[player] > 0 && !part_exists(&w->db->directory, analysis_id(w, tier->tier, local_shard, player), false)) return false;
  return w->db->directory.fd >= 0;
}

void layers_settle (Analysis *w, int64_t tier, const bool any[2], bool open) {
  Directory *directory = &w->db->directory;
  bool good = true;
  if (directory->shards == 0) return;
  for (int step = 0; step < 2; step++)
    for (Player player = MIN; player <= MAX; player++)
      for (uint32_t local_shard = 0; local_shard < w->local_shards && any[player]; local_shard++)
        good = good && (step == 0 ? part_sync : part_give_name)(directory, analysis_id(w, tier, local_shard, player), open);
  if (good && fsync(directory->fd) != 0) {
    snprintf(directory->wrong, sizeof directory->wrong, "%s: %s", directory->path, strerror(errno));
    good = false;
  }
  if (!good) part_fail(&w->store, directory);
}

void layers_forget_open (Analysis *w, uint32_t at) {
  char name[PART_NAME];
  const Directory *directory = &w->db->directory;
  for (Player player = MIN; player <= MAX; player++)
    for (uint32_t local_shard = 0; local_shard < w->local_shards; local_shard++) {
      part_close(analysis_part(w, at, local_shard, player));
      part_name(name, directory, analysis_id(w, w->tiers[at].tier, local_shard, player), true);
      if (directory->fd >= 0) unlinkat(directory->fd, name, 0);
    }
}

void layers_check_part (Analysis *w, const Tier *tier, const PartHead *head) {
  const Directory *directory = &w->db->directory;
  Host *host = w->store.host;
  const uint64_t count = tier->count[head->player];
  if (w->shards == 1 ? head->count != count : head->count > count)
    host->fail(host, "%s: tier %lld has another number of positions than its plan says", directory->path, (long long)tier->tier);
  if (head->key_words != (uint32_t)w->key_words || head->extra != (head->solved ? 0 : (uint32_t)w->extra))
    host->fail(host, "%s: tier %lld has positions of another kind than the game", directory->path, (long long)tier->tier);
}

static void add_position (Analysis *w, const uint64_t *row) { part_add(&w->writer, row, (Result){0, 0}); }

/* Writes all of a layer as a part, which is then open for reading; the layer is gone. */
void layers_write (Analysis *w, uint32_t at, Layer *layer) {
  const PartId id = analysis_id(w, layer->tier, layer->local_shard, layer->player);
  const PartHead like = {.tier = id.tier, .shard = (uint16_t)id.shard, .player = (uint16_t)id.player,
                         .key_words = (uint32_t)w->key_words, .extra = (uint32_t)w->extra};
  if (layer->runs > 0 && layer->set.count > 0) layers_put_aside(w, layer);
  const uint64_t most = layer->set.count + runs_rows(w, layer), known = w->task->positions;
  if (layer->runs == 0) layers_sort(layer);
  part_write(&w->writer, &w->db->directory, &w->store, &like, most, NULL, 0);
  if (layer->runs > 0) runs_merge(w, layer, false, add_position);
  else for (uint64_t i = 0; i < layer->set.count; i++) part_add(&w->writer, set_row(&layer->set, i), (Result){0, 0});
  const int file = part_finish(&w->writer);
  const uint64_t count = w->writer.head.count;
  w->task->positions = known - (most - count);                  /* some had been met in several runs */
  w->tiers[at].count[layer->player] += count;
  Part *part = analysis_part(w, at, layer->local_shard, layer->player);
  layers_drop(w, layer);
  if (w->db->directory.shards > 0 || part_open(part, &w->db->directory, file, id, true)) return;
  part_fail(&w->store, &w->db->directory);
}
