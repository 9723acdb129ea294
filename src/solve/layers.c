/* The positions found of a tier and of later ones: in memory, in sorted runs, and at last as parts. */
#include "solve/layers.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "solve/distribution.h"
#include "solve/set.h"

/*
** Runs: sorted rows of a layer that were written to a file when there was no more room for them in memory. All runs of a tier lie in
** one file without a name, one behind the other, so that only tiers, not runs, need open files; they are read together through
** buffers that get smaller the more they are.
*/
#define BUFFER 8192             /* rows that are read or written together; */
#define LEAST 64                /* where there are many runs; */
#define FEW 1024                /* of one run */

static size_t row_bytes (const Analysis *w) { return (size_t)w->width * sizeof(uint64_t); }

/* The file of the runs of a tier. */
static RunFile *file_of (Analysis *w, int64_t tier) {
  for (const Layer *l = w->layers; l; l = l->next)
    if (l->tier == tier && l->run_count > 0) return l->file;
  if (w->db->directory.fd < 0) host_lack(w->store.host, "the positions take more than the %zu bytes of memory: name a folder, where they can "
                                                      "be put aside, or allow more memory", w->store.limit);
  RunFile *made = store_take(&w->store, sizeof *made);
  *made = (RunFile){spill_of(&w->store, &w->db->directory, "positions", w->width), 0};
  return made;
}

/* The last rows of the file of a layer become a run. */
static Run *add_run (Analysis *w, Layer *layer, uint64_t count, bool known) {
  layer->runs = store_room(&w->store, layer->runs, layer->run_count, sizeof *layer->runs);
  Run *run = &layer->runs[layer->run_count++];
  *run = (Run){layer->file->spill.rows - count, count, known};
  layer->file->runs++;
  return run;
}

/* Forgets the runs of a layer; `fresh`: runs of known positions stay, and so does the file. The room of the others on the disk is given
** back, where the system can. */
static void drop_runs (Analysis *w, Layer *layer, bool fresh) {
  uint32_t left = 0;
  for (uint32_t i = 0; i < layer->run_count; i++) {
    const Run run = layer->runs[i];
    if (fresh && run.known) layer->runs[left++] = run;
    else if (--layer->file->runs == 0 && !fresh) {
      spill_close(&layer->file->spill);
      store_give(&w->store, layer->file);
    }
#if defined FALLOC_FL_PUNCH_HOLE && !defined __EMSCRIPTEN__
    else (void)fallocate(*layer->file->spill.file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)(run.first * row_bytes(w)),
                         (off_t)(run.count * row_bytes(w)));
#endif
  }
  layer->run_count = left;
}

static SpillReader open_run (Analysis *w, const Layer *layer, const Run *run, uint64_t room) {
  return (SpillReader){.spill = &layer->file->spill, .next = run->first, .end = run->first + run->count, .room = room,
                       .buffer = store_take(&w->store, (size_t)room * row_bytes(w))};
}

static void end_run (void *reader) {
  const SpillReader *r = reader;
  store_give(r->spill->store, r->buffer);
}

/* Opens all runs of a layer. No message is taken until they are closed: it could begin another run. */
static void open_runs (Analysis *w, const Layer *layer, Merge *merge) {
  uint64_t room = BUFFER;
  merge_open(merge, &w->store, layer->run_count, sizeof(SpillReader), w->key_words, spill_next, end_run);
  while (room > LEAST && store_lacks(&w->store, (size_t)(room * (layer->run_count + 1)) * row_bytes(w) + SPARE / 4)) room /= 2;
  for (uint32_t i = 0; i < layer->run_count; i++) {
    *(SpillReader *)merge_reader(merge) = open_run(w, layer, &layer->runs[i], room);
    merge_add(merge, layer->runs[i].known);
  }
}

/* The next row behind `last`, which becomes it: each key is given once; `fresh`: without the positions that are known. */
static bool next_row (Analysis *w, Merge *merge, bool fresh, uint64_t *last) {
  for (;;) {
    const bool begun = merge->begun;
    const uint64_t *row = merge_next(merge);
    if (++w->steps % 65536 == 0) distribution_look(w);
    if (!row) return false;
    if (begun && sort_compare(row, last, w->key_words) == 0) continue;
    memcpy(last, row, row_bytes(w));
    if (!(fresh && merge->heap->known)) return true;
  }
}

/* Returns the number of rows in the runs of a layer: more than its positions if some are in several; `fresh`: of new positions. */
static uint64_t rows_of (const Layer *layer, bool fresh) {
  uint64_t rows = 0;
  for (uint32_t i = 0; i < layer->run_count; i++)
    if (!(fresh && layer->runs[i].known)) rows += layer->runs[i].count;
  return rows;
}

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
  drop_runs(w, layer, false);
  store_give(&w->store, layer->runs);
  store_give(&w->store, layer);
}

void layers_sort (Layer *layer) {
  set_forget_slots(&layer->set);
  sort_rows(layer->set.rows, layer->set.count, layer->set.width, layer->set.key_words);
}

/* Writes the rows of a layer in memory to a file, as a run, and forgets them. */
static void put_aside (Analysis *w, Layer *layer) {
  layers_sort(layer);
  if (layer->run_count == 0) layer->file = file_of(w, layer->tier);
  spill_add(&layer->file->spill, layer->set.rows, layer->set.count);
  add_run(w, layer, layer->set.count, false);
  set_close(&layer->set);
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
  if (!w->in_one) host_lack(host, "memory is %zu bytes, too few for any work: allow %zu", w->store.limit, 2 * (held + SPARE));
  host_lack(host, "the positions of this game lead to one another, and take more than the %zu bytes of memory: %llu were found%s",
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
  const size_t parts = (size_t)w->local_shards * 2 * sizeof *w->open;
  w->tiers = store_room(&w->store, w->tiers, w->tier_count, sizeof *w->tiers);
  w->open = store_room(&w->store, w->open, w->tier_count, parts);
  store_closes(w->open, part_close_all);
  memset(analysis_part(w, w->tier_count, 0, MIN), 0, parts);
  w->tiers[w->tier_count] = (Tier){.tier = tier, .reach = tier};
  return &w->tiers[w->tier_count++];
}

bool layers_take_tier (void *analysis, const Tier *tier) {
  *layers_add_tier(analysis, tier->tier) = *tier;
  return true;
}

void layers_save_plan (Analysis *w, PlanState complete) {
  const PlanHead head = {.complete = complete, .by_ply = w->by_ply, .no_distances = w->task->no_distances,
                         .shards = w->db->directory.shards, .tiers = w->tier_count};
  if (w->rank > 0 || w->db->directory.fd < 0 || plan_save(&w->db->directory, &head, w->tiers)) return;
  part_fail(&w->store, &w->db->directory);
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

/* Writes all of a layer as a part, which is then open for reading; the layer is gone. */
void layers_write (Analysis *w, uint32_t at, Layer *layer) {
  const PartId id = analysis_id(w, layer->tier, layer->local_shard, layer->player);
  const PartHead like = {.tier = id.tier, .shard = (uint16_t)id.shard, .player = (uint16_t)id.player,
                         .key_words = (uint32_t)w->key_words, .extra = (uint32_t)w->extra};
  uint64_t last[MOST_ROW];
  Merge merge = {.count = 0};
  if (layer->run_count > 0 && layer->set.count > 0) put_aside(w, layer);
  const uint64_t most = layer->set.count + rows_of(layer, false), known = w->task->positions;
  if (layer->run_count > 0) open_runs(w, layer, &merge);
  else layers_sort(layer);
  part_write(&w->writer, &w->db->directory, &w->store, &like, most, NULL, 0);
  while (layer->run_count > 0 && next_row(w, &merge, false, last)) part_add(&w->writer, last, (Result){0, 0});
  if (layer->run_count > 0) merge_close(&merge);
  for (uint64_t i = 0; i < layer->set.count; i++) part_add(&w->writer, set_row(&layer->set, i), (Result){0, 0});
  const int file = part_finish(&w->writer);
  const uint64_t count = w->writer.head.count;
  w->task->positions = known - (most - count);                  /* some had been met in several runs */
  w->tiers[at].count[layer->player] += count;
  Part *part = analysis_part(w, at, layer->local_shard, layer->player);
  layers_drop(w, layer);
  if (w->db->directory.shards > 0 || part_open(part, &w->db->directory, file, id, true)) return;
  part_fail(&w->store, &w->db->directory);
}

/*
** Where positions of a tier lead to one another they are developed in memory as far as they fit, else in rounds: what is new in a round
** becomes a run of known positions, which are developed in the next one.
*/

/* Merges what is new of a layer into one run of known positions, which is opened for reading. Returns the number of its rows; 0: none,
** nothing is open. The caller gives its buffer back. */
static uint64_t settle (Analysis *w, Layer *layer, SpillReader *reader) {
  const uint64_t before = rows_of(layer, true);
  uint64_t last[MOST_ROW], held = 0, count = 0;
  Merge merge;
  if (before == 0) return 0;
  uint64_t *rows = store_take(&w->store, FEW * row_bytes(w));
  open_runs(w, layer, &merge);
  while (next_row(w, &merge, true, last)) {
    memcpy(rows + held++ * (uint64_t)w->width, last, row_bytes(w));
    count++;
    if (held < FEW) continue;
    spill_add(&layer->file->spill, rows, held);
    held = 0;
  }
  spill_add(&layer->file->spill, rows, held);
  merge_close(&merge);
  store_give(&w->store, rows);
  drop_runs(w, layer, true);
  w->task->positions -= before - count;         /* the others had been met before */
  if (count > 0) *reader = open_run(w, layer, add_run(w, layer, count, true), FEW);
  return count;
}

/* Develops the positions in memory that are not developed yet; `done` counts. False: there was nothing. */
static bool develop_in_memory (Analysis *w, const Layer *layer, uint64_t *done) {
  uint64_t row[MOST_ROW];
  const uint64_t before = *done;
  for (; *done < layer->set.count; ++*done) {
    memcpy(row, set_row(&layer->set, *done), (size_t)w->width * sizeof *row);
    analysis_progress(w, "forward", *done, layer->set.count);
    analysis_develop(w, row, layer->player, 0, false, NULL);
  }
  return *done > before;
}

/*
** Develops those positions of a layer that are new since the last round. When some of it is put aside for the first time, all of it
** becomes one round: part of that had been developed in memory.
*/
static bool develop_round (Analysis *w, Layer *layer) {
  SpillReader r;
  const uint64_t *row;
  uint64_t developed = 0;
  if (!layer->in_rounds) layer->loops = 0;
  layer->in_rounds = true;
  if (layer->set.count > 0) put_aside(w, layer);
  const uint64_t count = settle(w, layer, &r);
  if (count == 0) return false;
  while ((row = spill_next(&r))) {
    analysis_progress(w, "forward", developed++, count);
    analysis_develop(w, row, layer->player, 0, false, NULL);
  }
  store_give(&w->store, r.buffer);
  return true;
}

static bool develop_layer (Analysis *w, Layer *layer, uint64_t *done) {
  w->developed = layer;
  const bool more = layer->run_count > 0 ? develop_round(w, layer) : develop_in_memory(w, layer, done);
  w->flush(w);
  w->developed = NULL;
  return more;
}

void layers_develop (Analysis *w) {
  const size_t count = 2 * (size_t)w->local_shards;
  uint64_t *done = store_take(&w->store, count * sizeof *done + 1);
  memset(done, 0, count * sizeof *done);
  bool any;
  do {
    any = false;
    for (bool more = true; more; any |= more) {
      more = false;
      for (size_t i = 0; i < count; i++) more |= develop_layer(w, layers_of(w, w->tier, (uint32_t)(i / 2), i % 2), &done[i]);
    }
  } while (distribution_any(w, any));
  for (size_t i = 0; i < count; i++) w->loops += layers_of(w, w->tier, (uint32_t)(i / 2), i % 2)->loops;
  store_give(&w->store, done);
}
