/* The first pass: which positions there are. */
#include <string.h>
#include <unistd.h>

#include "search/stored.h"
#include "search/visit.h"
#include "solve/sort.h"
#include "solve/whole.h"

/* Looks for the successors in the batch, and adds those that are new. Those of closed tiers are known: what was done before is made up for. */
static void take_successors (Whole *w) {
  Batch *b = &w->batch;
  Layer *layer = NULL;
  for (int i = 0; i < b->count; i++) {
    if (b->tier[i] <= w->closed) continue;
    if (!layer || layer->tier != b->tier[i] || layer->player != b->player[i]) {
      layer = whole_layer(w, b->tier[i], b->player[i]);
      whole_make_room(w, layer, BATCH);
    }
    b->hash[i] = set_hash(&layer->set, b->rows + i * w->width);
    set_will_find(&layer->set, b->hash[i]);
  }
  for (int i = 0; i < b->count; i++) {
    const uint64_t *row = b->rows + i * w->width;
    if (b->tier[i] > w->reach) w->reach = b->tier[i];
    if (b->tier[i] == w->tier) w->loops = true;
    if (b->tier[i] <= w->closed) continue;
    if (layer->tier != b->tier[i] || layer->player != b->player[i]) layer = whole_layer(w, b->tier[i], b->player[i]);
    if (!layer->set.slots) whole_make_room(w, layer, BATCH);          /* put aside since */
    if (set_add(&layer->set, row, b->hash[i])) w->task->positions++;
    else if (w->held) stored_drop(w->game, (const int64_t *)row + w->key_words, true);
  }
  b->count = 0;
}

void whole_save_plan (Whole *w, bool complete) {
  const PlanHead head = {.complete = complete, .by_ply = w->by_ply, .tiers = w->tier_count};
  if (w->db->shelf.folder >= 0 && !plan_save(&w->db->shelf, &head, w->tiers)) w->store.host->fail(w->store.host, "%s", w->db->shelf.wrong);
}

/* By plies. */

/* Have two parts a position in common? */
static bool have_common (Whole *w, const Part *a, const Part *b) {
  PartReader of_a, of_b;
  if (!a->bytes || !b->bytes || a->head.count == 0 || b->head.count == 0) return false;
  part_read_from(&of_a, a, &w->store);
  part_read_from(&of_b, b, &w->store);
  bool more = part_read(&of_a) && part_read(&of_b), common = false;
  uint64_t steps = 0;
  while (more && !common) {
    const int order = sort_compare(of_a.row, of_b.row, w->key_words);
    common = order == 0;
    more = part_read(order < 0 ? &of_a : &of_b);
    if (++steps % 65536 == 0) visit_look(w->search);
  }
  part_read_end(&of_a);
  part_read_end(&of_b);
  return common;
}

static void develop_part (Whole *w, const Part *part) {
  PartReader r;
  uint64_t done = 0;
  if (!part->bytes) return;
  part_read_from(&r, part, &w->store);
  while (part_read(&r)) {
    whole_tell(w, "forward", done++, part->head.count);
    whole_develop(w, r.row, (Player)part->head.player, 0, false, NULL);
  }
  w->flush(w);
  part_read_end(&r);
}

/* Was a position of the tier at `at` met in a tier before it? */
static bool was_met (Whole *w, uint32_t at) {
  for (uint32_t i = 0; i < at; i++)
    for (Player player = MIN; player <= MAX; player++) {
      whole_open_part(w, i, player);
      if (have_common(w, &w->open[i][player], &w->open[at][player])) return true;
    }
  return false;
}

/*
** Closes the tier at `at`, whose layers are complete. False: some of its positions were met before. What comes again for ever does so
** in all tiers to come; so it is enough to look in tiers that are a power of two, and for the rest at the end.
*/
static bool close_ply (Whole *w, uint32_t at) {
  Layer *layer;
  while ((layer = w->layers) && layer->tier == w->tier) whole_write_layer(w, at, layer);
  if ((at & (at - 1)) == 0 && was_met(w, at)) return false;
  w->closed = w->tier;
  w->tiers[at].reach = w->tier + 1;
  whole_save_plan(w, false);
  return true;
}

static void develop_tier (Whole *w, uint32_t at) {
  w->tier = w->tiers[at].tier;
  for (Player player = MIN; player <= MAX; player++) {
    whole_open_part(w, at, player);
    develop_part(w, &w->open[at][player]);
  }
}

/* By the rules: the positions of a tier may lead to one another, so its layers grow while they are developed. */

static void develop_layers (Whole *w, Layer *of[2]) {
  uint64_t done[2] = {0, 0}, row[MOST_ROW];
  for (bool more = true; more;) {
    more = false;
    for (Player player = MIN; player <= MAX; player++) {
      of[player] = whole_layer(w, w->tier, player);
      for (; done[player] < of[player]->set.count; done[player]++, more = true) {
        memcpy(row, set_row(&of[player]->set, done[player]), (size_t)w->width * sizeof *row);
        whole_tell(w, "forward", done[MIN] + done[MAX], of[MIN]->set.count + of[MAX]->set.count);
        whole_develop(w, row, player, 0, false, NULL);
      }
    }
    w->flush(w);
    if (of[MIN]->set.count > done[MIN] || of[MAX]->set.count > done[MAX]) more = true;
  }
}

static void close_tier (Whole *w) {
  Layer *of[2];
  const uint32_t at = w->tier_count;
  w->tier = w->layers->tier;
  w->reach = w->tier;
  w->loops = false;
  of[MIN] = whole_layer(w, w->tier, MIN);
  of[MAX] = whole_layer(w, w->tier, MAX);
  const bool aside = of[MIN]->runs + of[MAX]->runs > 0;
  Tier *tier = whole_add_tier(w, w->tier);
  if (aside) {                  /* too many for memory: then they must not lead to one another */
    whole_write_layer(w, at, of[MIN]);
    whole_write_layer(w, at, of[MAX]);
    w->closed = w->tier;
    develop_tier(w, at);
    if (w->loops) w->store.host->fail(w->store.host, "the positions of tier %lld lead to one another, and take more than the %zu bytes "
                                      "of memory", (long long)w->tier, w->store.limit);
  } else {
    develop_layers(w, of);
    for (Player player = MIN; player <= MAX; player++) tier->count[player] = of[player]->set.count;
    if (w->in_one) {
      for (Player player = MIN; player <= MAX; player++) {
        whole_sort_layer(of[player]);
        w->sets[player] = of[player]->set;
        set_open(&of[player]->set, &w->store, w->key_words, w->width);
        whole_drop_layer(w, of[player]);
      }
    } else {
      whole_write_layer(w, at, of[MIN]);
      whole_write_layer(w, at, of[MAX]);
    }
    w->closed = w->tier;
  }
  tier = &w->tiers[at];
  tier->reach = w->reach;
  tier->loops = w->loops;
  if (!w->in_one) whole_save_plan(w, false);
}

/* As `sink`, of parts. */
static void sink_part (const Whole *w, PartReader *heap, uint32_t count, uint32_t at) {
  for (uint32_t son; (son = 2 * at + 1) < count; at = son) {
    if (son + 1 < count && sort_compare(heap[son + 1].row, heap[son].row, w->key_words) < 0) son++;
    if (sort_compare(heap[at].row, heap[son].row, w->key_words) <= 0) return;
    const PartReader held = heap[at];
    heap[at] = heap[son];
    heap[son] = held;
  }
}

/* All of it. */

static void begin (Whole *w) {
  uint64_t row[MOST_ROW];
  whole_root_row(w, row);
  const int64_t tier = w->by_ply || w->in_one || !w->game->tier ? 0 : (int64_t)w->game->tier(w->game, &w->search->root.position);
  Layer *layer = whole_layer(w, tier, w->search->root.player);
  whole_make_room(w, layer, 1);
  set_add(&layer->set, row, set_hash(&layer->set, row));
  w->task->positions = 1;
  w->closed = tier - 1;
}

/* Gives up what was found by plies. */
static void start_over (Whole *w) {
  char name[PART_NAME];
  plan_remove(&w->db->shelf);
  while (w->layers) {
    whole_drop_runs(w, w->layers);
    whole_drop_layer(w, w->layers);
  }
  for (uint32_t i = 0; i < w->tier_count; i++)
    for (Player player = MIN; player <= MAX; player++) {
      part_close(&w->open[i][player]);
      part_name(name, w->tiers[i].tier, player, true);
      if (w->db->shelf.folder >= 0) unlinkat(w->db->shelf.folder, name, 0);
    }
  w->tier_count = 0;
}

/* The same of all tiers, one by one. */
static bool any_was_met (Whole *w) {
  for (uint32_t at = 0; at < w->tier_count; at++)
    if (was_met(w, at)) return true;
  return false;
}

/* The most bytes that it takes to read the parts of one player in all tiers at once. */
static size_t bytes_of_readers (const Whole *w, Player player) {
  const size_t row = (size_t)w->width * sizeof(uint64_t) + (size_t)w->key_words * 10 + 1, about = 1024;
  size_t bytes = 0;
  for (uint32_t i = 0; i < w->tier_count; i++) {
    const uint64_t count = w->tiers[i].count[player];
    if (count > 0) bytes += (size_t)(count < PART_BLOCK ? count : PART_BLOCK) * row + about;
  }
  return bytes;
}

/* Was any position met in two tiers? All are walked along at once, in the order of their keys. */
static bool any_twice (Whole *w, Player player) {
  Store *store = &w->store;
  if (store_lacks(store, bytes_of_readers(w, player) + SPARE)) return any_was_met(w);
  PartReader *heap = store_take(store, (w->tier_count + 1) * sizeof *heap), last;
  uint64_t key[MOST_ROW], steps = 0;
  uint32_t count = 0;
  bool twice = false;
  for (uint32_t i = 0; i < w->tier_count; i++) {
    if (w->tiers[i].count[player] == 0) continue;
    whole_open_part(w, i, player);
    part_read_from(&heap[count], &w->open[i][player], store);
    part_read(&heap[count++]);
  }
  const uint32_t all = count;
  for (uint32_t i = count; i-- > 0;) sink_part(w, heap, count, i);
  while (count > 1 && !twice) {
    memcpy(key, heap[0].row, (size_t)w->key_words * sizeof *key);
    if (!part_read(&heap[0])) {
      last = heap[0];
      heap[0] = heap[--count];
      heap[count] = last;
    }
    sink_part(w, heap, count, 0);
    twice = sort_compare(heap[0].row, key, w->key_words) == 0;
    if (++steps % 65536 == 0) visit_look(w->search);
  }
  for (uint32_t i = 0; i < all; i++) part_read_end(&heap[i]);
  store_give(store, heap);
  return twice;
}

static bool explore_plies (Whole *w) {
  while (w->layers) {
    const uint32_t at = w->tier_count;
    w->tier = w->layers->tier;
    w->reach = w->tier;
    whole_add_tier(w, w->tier);
    if (!close_ply(w, at)) return false;
    develop_tier(w, at);
  }
  return !any_twice(w, MAX) && !any_twice(w, MIN);
}

/* Goes on where somebody was killed: what the last tiers lead to is found once more. */
static void make_up (Whole *w) {
  w->task->positions = 0;
  w->closed = w->tiers[w->tier_count - 1].tier;
  for (uint32_t i = 0; i < w->tier_count; i++) w->task->positions += w->tiers[i].count[MIN] + w->tiers[i].count[MAX];
  for (uint32_t i = 0; i < w->tier_count; i++) {
    for (Player player = MIN; player <= MAX; player++) whole_open_part(w, i, player);
    w->reach = w->tiers[i].tier;
    if (w->tiers[i].reach > w->closed) develop_tier(w, i);
  }
}

static void take_tier (void *w, const Tier *tier) { *whole_add_tier(w, tier->tier) = *tier; }

/* Reads the plan of somebody who was killed. False: there is none. */
static bool go_on (Whole *w, bool *complete) {
  PlanHead head;
  Shelf *shelf = &w->db->shelf;
  if (w->in_one || shelf->folder < 0) return false;
  const PlanFound found = plan_load(shelf, &head, NULL, NULL);
  if (found == PLAN_DAMAGED) w->store.host->fail(w->store.host, "%s; remove the folder to begin anew", shelf->wrong);
  if (found == PLAN_NONE || head.tiers == 0 || head.by_ply != w->by_ply) return false;
  plan_load(shelf, &head, take_tier, w);
  *complete = head.complete != 0;
  return true;
}

void whole_explore (Whole *w) {
  bool complete = false;
  w->flush = take_successors;
  if (go_on(w, &complete)) {
    w->task->resumed = true;
    if (complete) {
      for (uint32_t i = 0; i < w->tier_count; i++) w->task->positions += w->tiers[i].count[MIN] + w->tiers[i].count[MAX];
      return;
    }
    make_up(w);
  } else begin(w);
  if (w->by_ply && !explore_plies(w)) {
    start_over(w);
    w->by_ply = false;
    w->in_one = true;
    begin(w);
  }
  if (!w->by_ply) while (w->layers) close_tier(w);
  if (!w->in_one) whole_save_plan(w, true);
}
