#include "solve/retrograde.h"

#include <string.h>

#include "search/publish.h"
#include "solve/audit.h"
#include "solve/backward.h"
#include "solve/distribution.h"
#include "solve/forward.h"
#include "solve/indexed.h"
#include "solve/layers.h"
#include "solve/location.h"
#include "solve/lookup.h"
#include "solve/propagation.h"
#include "solve/shards.h"

/* The algorithm. */

static Value middle_of (const Game *game) {
  if (game->cyclic) return game->cycle;
  const Value middle = (game->lower + game->upper) / 2;
  return isfinite(middle) ? middle : 0;
}

/* Sets rank, ranks and shards. A folder that was begun determines its number of shards. */
static void join (Analysis *w) {
  enum { SHARDS = 12 };         /* it goes evenly into 1, 2, 3, 4, 6 and 12 */
  Directory *directory = &w->db->directory;
  PlanHead head;
  w->group = w->task->group;
  w->rank = w->group ? w->group->rank : 0;
  w->ranks = w->group ? w->group->ranks : 1;
  directory->rank = w->rank;
  directory->begun = !w->task->audit;
  if (directory->fd < 0) directory->shards = 0;
  else if (plan_load(directory, &head, NULL, NULL) == PLAN_GOOD) {
    directory->shards = head.shards;
    w->task->no_distances = head.no_distances;
    w->by_ply = head.by_ply;
    w->solved = head.complete == PLAN_SOLVED;
    if (w->solved && !w->task->audit) directory_remove_shards(directory);  /* it was killed before it could do that */
  }
  else directory->shards = !w->group || w->game->index_size ? 0 : w->ranks > SHARDS ? (uint32_t)w->ranks : SHARDS;
  w->shards = directory->shards > 0 ? directory->shards : 1;
  for (uint32_t shard = (uint32_t)w->rank; shard < w->shards; shard += (uint32_t)w->ranks) w->local_shards++;
  if (w->game->index_size) w->local_shards = 1;
}

/* Do all see the same folder, and can the positions be sent? */
static void check_group (Analysis *w) {
  Host *host = w->store.host;
  if (w->shards > MOST_SHARDS) host->fail(host, "%d processes: at most %d can solve a game together", w->ranks, MOST_SHARDS);
  Tally tally = {.most = {(int64_t)w->shards, -(int64_t)w->shards}};
  if (w->shards == 1 && w->ranks > 1 && !w->solved) host->fail(host, "%s: this database was begun by one process: it must go on alone, or begin anew in "
                                                 "another folder", w->db->directory.path ? w->db->directory.path : "in memory");
  if (w->held) host->fail(host, "the positions are no integers, so they cannot be sent to other processes: let one alone solve the game");
  distribution_meet(w, &tally);
  if (tally.most[0] != -tally.most[1]) host->fail(host, "the processes do not see the same folder %s", w->db->directory.path);
}

static Analysis *begin (Search *s, Retrograde *task) {
  Game *game = s->game;
  Analysis *w = arena_alloc(&s->arena, sizeof *w);
  *w = (Analysis){.search = s, .game = game, .task = task, .db = task->db};
  w->writer.file = -1;
  w->distribution = memset(arena_alloc(&s->arena, sizeof *w->distribution), 0, sizeof *w->distribution);
  w->lookup = memset(arena_alloc(&s->arena, sizeof *w->lookup), 0, sizeof *w->lookup);
  w->propagation = memset(arena_alloc(&s->arena, sizeof *w->propagation), 0, sizeof *w->propagation);
  store_open(&w->store, s->host, task->memory);
  task->analysis = w;
  if (!task->audit) database_empty(w->db);      /* another attempt may have begun */
  join(w);
  if (!task->audit) directory_remove_drafts(&w->db->directory);
  const Position *first = &s->pass.root.position;
  w->key_words = game->key_words;
  w->reverses = game_reverses(game);
  w->held = game->row_words == 0 && game_holds(game, first);
  w->extra = !game->key ? 0 : game->row_words ? game->row_words : game->words;
  w->width = w->key_words + w->extra;
  w->in_one = w->held;
  w->held_at_first = w->held && game->held_bytes ? game->held_bytes(game, true) : 0;
  w->by_ply = !w->held && !game->tier && (!task->audit || w->by_ply);
  w->latest = store_take(&w->store, (2 * (size_t)w->local_shards + 1) * sizeof *w->latest);
  memset(w->latest, 0, 2 * (size_t)w->local_shards * sizeof *w->latest);
  preference_open(&w->preference, &w->store, middle_of(game), !game->score && !task->no_distances);
  w->preference.round = game->cyclic;
  distribution_open(w);
  if (w->group && !w->game->index_size) check_group(w);
  return w;
}

/* Exchanges the result of the first position, which one member may have. */
static Finding meet_at_end (Analysis *w, Finding finding, Known *known) {
  Retrograde *task = w->task;
  Tally tally = {.sum = {0, w->group->messages, w->group->bytes}, .most = {finding == FOUND ? known->plies : INT64_MIN, finding == FOUND,
                 (int64_t)task->resolved}};
  if (finding == FOUND) memcpy(&tally.sum[0], &known->value, sizeof known->value);
  distribution_meet(w, &tally);
  memcpy(&known->value, &tally.sum[0], sizeof known->value);
  known->plies = tally.most[0];
  task->messages = tally.sum[1];
  task->bytes = tally.sum[2];
  task->largest = (uint64_t)tally.most[2];
  return tally.most[1] ? FOUND : NOT_FOUND;
}

/* The result of the first position. */
static void conclude (Analysis *w) {
  Search *s = w->search;
  const Position *root = &s->pass.root.position;
  Known known = {0, 0};
  Finding finding = NOT_FOUND;
  Location location;
  location_find(&location, w->game, w->db, root, s->pass.root.player);
  for (int i = 0; i < w->db->count && finding == NOT_FOUND; i++)
    if (location_has(&location, &w->db->parts[i].head)) finding = database_look(w->db, &w->db->parts[i], location.key, &known);
  if (finding == DAMAGED) part_fail(&w->store, &w->db->directory);
  if (w->group) finding = meet_at_end(w, finding, &known);
  if (finding == NOT_FOUND && w->task->audit) analysis_contradict(w, root, s->pass.root.player);
  if (finding == NOT_FOUND) s->host->fail(s->host, "the first position is not among those that were found");
  const Value score = w->game->score ? w->game->score(w->game, root) : 0;
  if (location.negated) known.value = 0 - known.value;
  publish_conclusion(s, known.value + score);
  s->outcome.answer.distance = known.plies >= 0 ? (int)known.plies : NO_DISTANCE;
}

static void run (Search *s) {
  Retrograde *task = s->asked.task;
  if (s->game->player) s->pass.root.player = s->game->player(s->game, &s->pass.root.position);
  Analysis *w = begin(s, task);
  if (task->audit) audit_run(w);
  else if (s->game->index_size) indexed_resolve(w);
  else {
    forward_explore(w);
    backward_resolve(w);
    if (w->db->directory.shards > 0) shards_merge(w);
    else if (!w->solved) layers_save_plan(w, PLAN_SOLVED);
  }
  task->by_ply = w->by_ply;
  conclude(w);
}

void retrograde_close (Retrograde *task) {
  Analysis *w = task->analysis;
  if (!w) return;
  if (w->indexed) indexed_close(w->indexed);
  part_abandon(&w->writer);
  directory_close(&w->whole);
  if (task->found.host) database_close(&task->found);
  store_close(&w->store);
  task->analysis = NULL;
}

const Algorithm retrograde = {
  .id = "retrograde", .title = "retrograde analysis", .family = "whole graphs", .source = "Strohlein 1970; Thompson 1986", .needs = "key",
  .run = run};
