#include "solve/indexed.h"

#include <stdio.h>
#include <string.h>

#include "solve/checkpoint.h"
#include "solve/distribution.h"
#include "solve/edges.h"
#include "solve/expansion.h"
#include "solve/layers.h"
#include "solve/members.h"
#include "solve/questions.h"
#include "solve/updates.h"
#include "solve/verification.h"
#include "solve/waves.h"

#define CUT_SPARE (8 * MAILBOX_LEAST)      /* bytes of mail, where not all is in memory */

/* Files. */

static PartId id_of (int64_t tier, Player player) { return (PartId){tier, 0, player}; }

/* The cell of an index and a player, whose window is loaded. */
static Cell cell_of (Indexed *ix, uint64_t index, Player player) {
  const uint64_t node = cells_node(ix, index, player);
  if (!cells_hold(ix, node)) ranges_load(ix, ranges_window(ix, node));
  return *cells_at(ix, node);
}

/* The part with the positions of a player, or, if an index is one node, of both. Returns how many there are. */
static uint64_t write_part (Indexed *ix, Player player) {
  Analysis *w = ix->w;
  Store *store = &w->store;
  const size_t all = (w->preference.count + 1) * sizeof(uint32_t);
  uint32_t *numbers = memset(store_take(store, all), 0, all), plies = 0;
  uint64_t count = 0;
  for (uint64_t i = 0; i < ix->size; i++) {
    const Cell cell = cell_of(ix, i, player);
    if (cell == CODE_NONE) continue;
    const Result result = codes_result(&ix->codes, cell);
    numbers[result.value] = 1;
    count++;
    if (result.plies > plies) plies = result.plies;
  }
  if (count > 0) {
    analysis_write_part(w, id_of(w->tier, player), count, numbers, plies);
    for (uint64_t i = 0; i < ix->size; i++) {
      const Cell cell = cell_of(ix, i, player);
      if (cell == CODE_NONE) continue;
      const Result result = codes_result(&ix->codes, cell);
      part_add(&w->writer, &i, (Result){numbers[result.value], result.plies});
    }
    analysis_add_part(w, part_finish(&w->writer), id_of(w->tier, player));
  }
  store_give(store, numbers);
  return count;
}

/* Opens the part of a tier that was written before the job was killed. False: there is none. */
static bool take_part (Indexed *ix, Tier *tier, Player player) {
  Directory *directory = &ix->w->db->directory;
  if (!part_exists(directory, id_of(tier->tier, player), false)) return false;
  analysis_add_part(ix->w, -1, id_of(tier->tier, player));
  tier->count[player] = ix->w->db->parts[ix->w->db->count - 1].head.count;
  ix->w->task->resumed = true;
  return true;
}

static bool take_parts (Indexed *ix, Tier *tier) {
  const bool min = ix->both && take_part(ix, tier, MIN);
  return take_part(ix, tier, MAX) && min == ix->both;
}

/* Tiers. */

/* Can a tier be cut into windows? Only where there may be circles, and a folder. */
static bool can_be_cut (const Indexed *ix) { return !ix->w->task->audit && ix->game->cyclic && ix->w->db->directory.fd >= 0; }

/* The bytes of all nodes of a tier. */
static size_t bytes_of_tier (const Indexed *ix, uint64_t nodes) { return nodes * (sizeof *ix->cells + ix->counted * sizeof *ix->open); }

/* The least bytes that a tier of `nodes` takes. */
static size_t least_bytes (const Indexed *ix, uint64_t nodes) {
  return can_be_cut(ix) ? ranges_least(ix, nodes) + CUT_SPARE : bytes_of_tier(ix, nodes);
}

/*
** How are predecessors found? By the rules; by files, if it can be cut; or, if all is in memory, by no means: all that is open is
** developed again and again.
*/
static void choose_means (Indexed *ix) {
  Game *game = ix->game;
  ix->counted = game->cyclic && game->index_before;
  const size_t all = bytes_of_tier(ix, ix->nodes) + ix->later_bytes + SPARE;
  const bool cut = members_are_many(ix) || ix->w->task->ranges > 1 || all > ix->w->store.limit - ix->w->store.held;
  ix->by_edges = !game->index_before && can_be_cut(ix) && cut;
  ix->counted |= ix->by_edges;
  ix->may_ask = ix->counted && can_be_cut(ix);
}

/* Divides the tier among the members: by the moves of some positions, for to develop positions is most of the work. */
static void divide (Indexed *ix) {
  enum { PIECES = 64, EACH = 16, FIXED = 2 };   /* FIXED: what a position takes beside its moves, as moves */
  double weights[PIECES];
  for (int i = 0; i < PIECES; i++) {
    weights[i] = FIXED * EACH;
    for (uint64_t k = 0; k < EACH && ix->size >= PIECES * EACH; k++)
      weights[i] += (double)expansion_count(ix, (ix->size / PIECES) * (uint64_t)i + (ix->size / PIECES) * k / EACH);
  }
  members_divide(ix, weights, PIECES);
}

/*
** Makes room for the tier: for all of it, if there is, and else for a window. Later tiers leave room for questions about those that
** have no room then; and collecting moves takes some.
*/
static void open_window (Indexed *ix) {
  choose_means(ix);
  ranges_cut(ix);
  if (members_are_many(ix)) divide(ix);
  const size_t all = bytes_of_tier(ix, ix->nodes), least = ix->may_ask ? least_bytes(ix, ix->nodes) : all;
  const uint64_t pieces = ix->may_ask ? ix->w->task->ranges : 1;
  ix->reserve = ix->may_ask ? CUT_SPARE : 0;
  if (cells_make_room(ix, all + ix->reserve + (ix->by_edges ? all : 0))) ranges_open(ix, all, pieces);
  else if (cells_make_room(ix, least) && ix->may_ask) ranges_open(ix, cells_room(ix) / 2, pieces);
  else cells_refuse_memory(ix, least);
  if (ix->windows > 1 || ix->by_edges) ix->reserve = cells_room(ix) / 4 * 3;
}

static void solve_tier (Indexed *ix, uint32_t at) {
  Store *store = &ix->w->store;
  Tier *tier = &ix->w->tiers[at];
  cells_want_none(ix);
  open_window(ix);
  ix->distinct = ix->counted ? expansion_distinct(store) : NULL;
  waves_resolve(ix);
  if (members_are_many(ix)) {
    distribution_barrier(ix->w);                /* all have held theirs against the successors */
    ranges_own_all(ix);
  }
  for (Player player = ix->both ? MIN : MAX; player <= MAX && ix->w->rank == 0; player++) tier->count[player] = write_part(ix, player);
  if (ix->w->rank == 0) checkpoint_remove(ix);
  distribution_barrier(ix->w);
  if (ix->w->rank > 0) take_parts(ix, tier);
  if (ix->windows == 1 && !members_are_many(ix)) {
    ix->tiers[at].cells = ix->cells;
    ix->cells = NULL;
  }
  ranges_close(ix);
}

static void resolve_tier (Indexed *ix, uint32_t at) {
  ix->w->tier = ix->tiers[at].tier;
  ix->size = ix->tiers[at].size;
  ix->nodes = ix->both ? 2 * ix->size : ix->size;
  if (ix->size > 0 && !take_parts(ix, &ix->w->tiers[at])) solve_tier(ix, at);
  else if (ix->w->rank == 0) checkpoint_remove(ix);
  ix->later_bytes += ix->nodes * sizeof *ix->cells;
  if (ix->w->rank == 0) ix->w->task->resolved += ix->nodes;
}

/* Finds all tiers: from that of the first position on, until one has no size. What cannot be solved is refused before any work is done. */
static void list_tiers (Indexed *ix) {
  Analysis *w = ix->w;
  Game *game = ix->game;
  const int64_t first = game->tier ? (int64_t)game->tier(game, &w->search->pass.root.position) : 0;
  Value size;
  for (int64_t t = first; (size = game->index_size(game, t)) >= 0; t++) {
    enum { MOST = 1 << 20 };
    if (t - first == MOST) store_fail(&w->store, "rules.index.size gives a size for each of %d tiers: nil ends them", MOST);
    const uint64_t nodes = (uint64_t)size * (ix->both ? 2 : 1);
    w->tier = t;
    if (store_lacks(&w->store, least_bytes(ix, nodes) + SPARE)) cells_refuse_memory(ix, least_bytes(ix, nodes));
    ix->tiers = store_room(&w->store, ix->tiers, w->tier_count, sizeof *ix->tiers);
    ix->tiers[w->tier_count] = (IndexTier){.tier = t, .size = (uint64_t)size};
    layers_add_tier(w, t);
    if (w->rank == 0) w->task->positions += nodes;
    if (!game->tier) break;
  }
  if (w->tier_count == 0) store_fail(&w->store, "rules.index.size gives nil for tier %lld, that of the first position", (long long)first);
}

/* Can these rules be solved so? */
static void check (const Indexed *ix) {
  const Analysis *w = ix->w;
  Host *host = w->store.host;
  if (w->held || w->game->row_words) host->fail(host, "rules.index goes with positions of one to %d integers", POSITION_WORDS);
  if (w->game->score) host->fail(host, "rules.index does not go with rules.score");
  if (w->ranks > 1 && !w->game->cyclic)
    host->fail(host, "rules with an index, but without rules.cycle, are solved by one process: leave threads and mpi out");
  if (w->task->no_distances) host->fail(host, "an analysis by an index goes by distances, and keeps them: leave the option distances out");
  if (w->game->index_reverses && w->preference.middle != 0)
    host->fail(host, "rules.index.reversed is true, so that a draw must be worth 0, but rules.cycle or the middle of rules.range is %g",
               w->preference.middle);
}

static Indexed *begin (Analysis *w) {
  Indexed *ix = store_take(&w->store, sizeof *ix);
  *ix = (Indexed){.w = w, .game = w->game, .both = !w->game->player, .file = -1};
  check(ix);
  w->indexed = ix;
  w->key_words = w->width = 1;
  w->extra = 0;
  w->by_ply = w->in_one = false;
  ix->counted = w->game->cyclic && (w->game->index_before || can_be_cut(ix));
  codes_open(&ix->codes, &w->store);
  return ix;
}

/* Holds a tier of a database against its successors; it and later ones are in memory. */
static void audit_tier (Indexed *ix, IndexTier *tier) {
  ix->w->tier = tier->tier;
  cells_want_none(ix);
  cells_load(ix, tier);
  ix->size = tier->size;
  ix->cells = tier->cells;
  ix->windows = 1;
  ix->nodes = ix->own_nodes = ix->held = ix->both ? 2 * ix->size : ix->size;
  verification_check(ix);
  ix->cells = NULL;
  ix->w->task->resolved += ix->nodes;
}

void indexed_audit (Analysis *w) {
  Indexed *ix = begin(w);
  list_tiers(ix);
  for (uint32_t at = w->tier_count; at-- > 0;) audit_tier(ix, &ix->tiers[at]);
}

void indexed_resolve (Analysis *w) {
  Indexed *ix = begin(w);
  members_open(ix, updates_receive, edges_receive);
  list_tiers(ix);
  for (uint32_t at = w->tier_count; at-- > 0;) resolve_tier(ix, at);
  uint64_t positions = 0;
  for (uint32_t at = 0; at < w->tier_count; at++) positions += w->tiers[at].count[MIN] + w->tiers[at].count[MAX];
  const uint64_t share = positions / (uint64_t)w->ranks;
  w->task->positions = w->task->resolved = w->rank > 0 ? share : positions - share * (uint64_t)(w->ranks - 1);
  cells_forget(ix);
  layers_save_plan(w, PLAN_SOLVED);
}

void indexed_close (Indexed *ix) {
  if (ix->contradicted) checkpoint_remove(ix);
  checkpoint_leave(ix);
  updates_close(ix);
  questions_close(ix);
  edges_close(ix);
  ranges_close(ix);
}
