/* The positions found of later tiers: in memory, in sorted runs, and at last as parts. */
#include "solve/layers.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
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
  store_give(&w->store, layer);
}

/* Runs. */

static void fail_to_put_aside (const Analysis *w) {
  w->store.host->fail(w->store.host, "cannot put positions aside in %s: %s", w->db->directory.path, strerror(errno));
}

void layers_sort (Layer *layer) {
  set_forget_slots(&layer->set);
  sort_rows(layer->set.rows, layer->set.count, layer->set.width, layer->set.key_words);
}

/* Writes what is known of a layer to a file, sorted, and forgets it. */
static void put_aside (Analysis *w, Layer *layer) {
  const int folder = w->db->directory.fd;
  Host *host = w->store.host;
  if (folder < 0) host->fail(host, "the positions take more than the %zu bytes of memory: name a folder, where they can be put aside, "
                                   "or allow more memory", w->store.limit);
  if (w->run_count == w->run_room) {
    w->run_room = w->run_room ? 2 * w->run_room : 16;
    w->run_files = store_resize(&w->store, w->run_files, w->run_room * sizeof *w->run_files);
  }
  layers_sort(layer);
  char draft[DRAFT_NAME];
  directory_draft(&w->db->directory, "run", draft);
  const int file = file_make(folder, draft, O_RDWR);
  if (file < 0) fail_to_put_aside(w);
  w->run_files[w->run_count++] = (RunFile){layer, file, layer->set.count};
  unlinkat(folder, draft, 0);
  if (!file_write(file, layer->set.rows, layer->set.count * (uint64_t)w->width * sizeof(uint64_t)))
    fail_to_put_aside(w);
  set_close(&layer->set);
  layer->runs++;
}

void layers_count_held (Analysis *w, bool exact) {
  const size_t bytes = w->game->held_bytes ? w->game->held_bytes(w->game, exact) : 0;
  w->store.beside = bytes > w->held_at_first ? bytes - w->held_at_first : 0;
}

/* Says what does not fit: nothing of it can be put aside. */
static void refuse_room (const Analysis *w, uint64_t positions) {
  Host *host = w->store.host;
  const size_t held = w->store.held + w->store.beside;
  if (w->by_ply) host->fail(host, "memory is %zu bytes, too few for any work: allow %zu", w->store.limit, 2 * (held + SPARE));
  host->fail(host, "the positions of %s lead to one another, and take more than the %zu bytes of memory: %llu were found%s",
             w->in_one ? "this game" : "a tier", w->store.limit, (unsigned long long)positions,
             w->game->tier ? "" : "; allow more, or let rules.tier say where the game goes one way");
}

/* Makes room in a layer: what lies in memory is put aside, if need be, the largest first. */
void layers_make_room (Analysis *w, Layer *layer, uint64_t more) {
  while (store_lacks(&w->store, set_growth(&layer->set, more) + SPARE)) {
    Layer *largest = NULL;
    for (Layer *l = w->layers; l; l = l->next)
      if (l->set.count > 0 && (w->by_ply || l->tier > w->tier) && (!largest || l->set.count > largest->set.count)) largest = l;
    if (largest) {
      put_aside(w, largest);
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
    w->store.host->fail(w->store.host, "%s", directory->wrong);
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
  if (!good) w->store.host->fail(w->store.host, "%s", directory->wrong);
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

/* The rows of a run, one by one. */
typedef struct RunReader {
  int file;
  uint64_t left, in_buffer, at;
  uint64_t *buffer;
} RunReader;

#define RUN_BUFFER 8192         /* rows */

static bool next_of_run (const Analysis *w, RunReader *r) {
  if (++r->at < r->in_buffer) return true;
  if (r->left == 0) return false;
  const size_t each = (size_t)w->width * sizeof *r->buffer;
  r->in_buffer = r->left < RUN_BUFFER ? r->left : RUN_BUFFER;
  char *to = (char *)r->buffer;
  for (size_t size = r->in_buffer * each; size > 0;) {
    const ssize_t done = read(r->file, to, size);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) fail_to_put_aside(w);
    to += done;
    size -= (size_t)done;
  }
  r->left -= r->in_buffer;
  r->at = 0;
  return true;
}

static const uint64_t *row_of_run (const Analysis *w, const RunReader *r) { return r->buffer + r->at * (uint64_t)w->width; }

/* Puts a reader where it belongs in a heap, whose least is the first. */
static void sink (const Analysis *w, RunReader *heap, uint32_t count, uint32_t at) {
  for (uint32_t child; (child = 2 * at + 1) < count; at = child) {
    if (child + 1 < count && sort_compare(row_of_run(w, &heap[child + 1]), row_of_run(w, &heap[child]), w->key_words) < 0) child++;
    if (sort_compare(row_of_run(w, &heap[at]), row_of_run(w, &heap[child]), w->key_words) <= 0) return;
    const RunReader held = heap[at];
    heap[at] = heap[child];
    heap[child] = held;
  }
}

/* Merges the runs of a layer into the part that is written. */
static void merge_runs (Analysis *w, const Layer *layer) {
  Store *store = &w->store;
  RunReader *heap = store_take(store, layer->runs * sizeof *heap);
  uint64_t *buffers = store_take(store, (size_t)layer->runs * RUN_BUFFER * (size_t)w->width * sizeof *buffers);
  uint64_t last[MOST_ROW];
  uint32_t count = 0;
  bool any = false;
  for (uint32_t i = 0; i < w->run_count; i++) {
    if (w->run_files[i].layer != layer) continue;
    RunReader *r = &heap[count];
    *r = (RunReader){.file = w->run_files[i].file, .left = w->run_files[i].count};
    r->buffer = buffers + (uint64_t)count * RUN_BUFFER * (uint64_t)w->width;
    if (lseek(r->file, 0, SEEK_SET) < 0) fail_to_put_aside(w);
    if (next_of_run(w, r)) count++;
  }
  for (uint32_t i = count; i-- > 0;) sink(w, heap, count, i);
  while (count > 0) {
    const uint64_t *row = row_of_run(w, &heap[0]);
    if (!any || sort_compare(row, last, w->key_words) != 0) part_add(&w->writer, row, (Result){0, 0});
    memcpy(last, row, (size_t)w->width * sizeof *row);
    any = true;
    if (!next_of_run(w, &heap[0])) heap[0] = heap[--count];
    sink(w, heap, count, 0);
  }
  store_give(store, heap);
  store_give(store, buffers);
}

void layers_drop_runs (Analysis *w, const Layer *layer) {
  uint32_t left = 0;
  for (uint32_t i = 0; i < w->run_count; i++)
    if (w->run_files[i].layer == layer) close(w->run_files[i].file);
    else w->run_files[left++] = w->run_files[i];
  w->run_count = left;
}

/* Writes all of a layer as a part, which is then open for reading; the layer is gone. */
void layers_write (Analysis *w, uint32_t at, Layer *layer) {
  const PartId id = analysis_id(w, layer->tier, layer->local_shard, layer->player);
  const PartHead like = {.tier = id.tier, .shard = (uint16_t)id.shard, .player = (uint16_t)id.player,
                         .key_words = (uint32_t)w->key_words, .extra = (uint32_t)w->extra};
  if (layer->runs > 0 && layer->set.count > 0) put_aside(w, layer);
  uint64_t most = layer->set.count, known = w->task->positions;
  if (layer->runs == 0) layers_sort(layer);
  for (uint32_t i = 0; i < w->run_count; i++)
    if (w->run_files[i].layer == layer) most += w->run_files[i].count;
  part_write(&w->writer, &w->db->directory, &w->store, &like, most, NULL, 0);
  if (layer->runs > 0) merge_runs(w, layer);
  else for (uint64_t i = 0; i < layer->set.count; i++) part_add(&w->writer, set_row(&layer->set, i), (Result){0, 0});
  const int file = part_finish(&w->writer);
  const uint64_t count = w->writer.head.count;
  w->task->positions = known - (most - count);                  /* some had been met in several runs */
  w->tiers[at].count[layer->player] += count;
  Part *part = analysis_part(w, at, layer->local_shard, layer->player);
  layers_drop_runs(w, layer);
  layers_drop(w, layer);
  if (w->db->directory.shards > 0 || part_open(part, &w->db->directory, file, id, true)) return;
  w->store.host->fail(w->store.host, "%s", w->db->directory.wrong);
}
