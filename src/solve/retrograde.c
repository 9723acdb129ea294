#include "solve/retrograde.h"

#include <string.h>
#include <unistd.h>

#include "search/describe.h"
#include "search/stored.h"
#include "search/visit.h"
#include "solve/whole.h"

/* Rows. */

void whole_position (const Whole *w, const uint64_t *row, Position *position) {
  const int64_t *words = (const int64_t *)(const void *)row + (w->extra ? w->key_words : 0);
  if (w->extra == 0 && w->key_words > POSITION_WORDS) {         /* see position_row */
    position->word[0] = 0;
    position->word[1] = (int64_t)(intptr_t)words;
  } else stored_load(w->game, words, w->held, position);
}

/* Is this position of another kind than the first? Then it cannot be packed as that was. */
static void refuse_kind (Whole *w) {
  w->store.host->fail(w->store.host, "some positions are integers, and some are not");
}

/* A position as a row. The game holds it from now on, if it holds any. */
static void pack (Whole *w, const Position *position, uint64_t *row) {
  Game *game = w->game;
  if (game->key) {
    Key key = {{0}};
    game->key(game, position, &key);
    const uint64_t *words = key_words(game, &key);
    for (int i = 0; i < w->key_words; i++) row[i] = words[i];
  }
  if (w->held) {
    if (!stored_pack(game, position, (int64_t *)row + w->key_words)) refuse_kind(w);
  } else if (w->extra == 0 && w->key_words > POSITION_WORDS) {
    memcpy(row, position_row(position), (size_t)w->key_words * sizeof *row);
  } else {
    const int words = w->extra ? w->extra : w->key_words;
    if (game_holds(game, position)) refuse_kind(w);
    for (int i = 0; i < words; i++) row[(w->extra ? w->key_words : 0) + i] = (uint64_t)position->word[i];
  }
}

void whole_root_row (Whole *w, uint64_t *row) { pack(w, &w->search->root.position, row); }

/* Positions and what leads on from them. */

static int64_t tier_of (const Whole *w, const Node *n, const Node *child) {
  if (w->by_ply) return w->tier + 1;
  if (w->in_one || !w->game->tier) return w->tier;
  const int64_t tier = (int64_t)w->game->tier(w->game, &child->position);
  if (tier < w->tier) {
    char text[DESCRIBE_ROOM];
    describe_position(w->search, &n->position, text);
    w->store.host->fail(w->store.host, "rules.tier is %lld for position %s, and less, %lld, behind one of its moves: it must never fall",
                        (long long)w->tier, text, (long long)tier);
  }
  return tier;
}

uint64_t whole_develop (Whole *w, const uint64_t *row, Player player, uint64_t parent, bool evaluate, Value *value) {
  Search *s = w->search;
  Game *game = w->game;
  Node n = {.player = player}, child;
  uint64_t count = 0;
  whole_position(w, row, &n.position);
  if (game->score) w->score = game->score(game, &n.position);
  if (!visit_leaf(s, &n)) {
    visit_open(s, &n, &child);
    for (; visit_pull(s, &n, &child); count++) {
      Batch *b = &w->batch;
      if (b->count == BATCH) w->flush(w);
      const int i = b->count;
      b->player[i] = game->player ? game->player(game, &child.position) : opponent(player);
      b->tier[i] = tier_of(w, &n, &child);
      b->parent[i] = parent;
      b->gain[i] = game->score ? game->score(game, &child.position) - w->score : 0;
      pack(w, &child.position, b->rows + i * w->width);
      b->count++;
    }
  }
  if (count == 0 && evaluate) *value = visit_evaluate(s, &n);
  return count;
}

/* The algorithm. */

static Value middle_of (const Game *game) {
  if (game->cyclic) return game->cycle;
  const Value middle = (game->lower + game->upper) / 2;
  return isfinite(middle) ? middle : 0;
}

/* Who works here, and what is whose. A folder that was begun says how it is divided. */
static void join (Whole *w) {
  enum { SHARDS = 12 };         /* it goes evenly into 1, 2, 3, 4, 6 and 12 */
  Shelf *shelf = &w->db->shelf;
  PlanHead head;
  w->crew = w->task->crew;
  w->rank = w->crew ? w->crew->rank : 0;
  w->ranks = w->crew ? w->crew->ranks : 1;
  shelf->rank = w->rank;
  if (shelf->folder < 0) shelf->shards = 0;
  else if (plan_load(shelf, &head, NULL, NULL) == PLAN_GOOD && head.tiers > 0) shelf->shards = head.shards;
  else shelf->shards = !w->crew ? 0 : w->ranks > SHARDS ? (uint32_t)w->ranks : SHARDS;
  w->shards = shelf->shards > 0 ? shelf->shards : 1;
  for (uint32_t shard = (uint32_t)w->rank; shard < w->shards; shard += (uint32_t)w->ranks) w->lots++;
}

/* Do all see the same folder, and can the positions be sent? */
static void check_crew (Whole *w) {
  Host *host = w->store.host;
  Tally tally = {.most = {(int64_t)w->shards, -(int64_t)w->shards}};
  if (w->shards == 1 && w->ranks > 1) host->fail(host, "%s: this database was begun by one process: it must go on alone, or begin anew in "
                                                 "another folder", w->db->shelf.path ? w->db->shelf.path : "in memory");
  if (w->held) host->fail(host, "the positions are no integers, so they cannot be sent to other processes: let one alone solve the game");
  deal_meet(w, &tally);
  if (tally.most[0] != -tally.most[1]) host->fail(host, "the processes do not see the same folder %s", w->db->shelf.path);
}

static Whole *begin (Search *s, Retrograde *task) {
  Game *game = s->game;
  Whole *w = arena_alloc(&s->arena, sizeof *w);
  memset(w, 0, sizeof *w);
  *w = (Whole){.search = s, .game = game, .task = task, .db = task->db};
  w->writer.file = -1;
  store_open(&w->store, s->host, task->memory);
  task->whole = w;
  database_empty(w->db);        /* another attempt may have begun */
  join(w);
  shelf_tidy(&w->db->shelf);
  const Position *first = &s->root.position;
  w->key_words = game->key_words;
  const bool rows = game->keep && game->words == 1 && first->word[1] != 0;
  w->held = rows && !(game->key == NULL && game->key_words > POSITION_WORDS);
  w->extra = w->held ? 1 : game->key ? game->words : 0;
  w->width = w->key_words + w->extra;
  w->in_one = w->held;
  w->by_ply = !w->held && !game->tier;
  w->latest = store_take(&w->store, (2 * (size_t)w->lots + 1) * sizeof *w->latest);
  memset(w->latest, 0, 2 * (size_t)w->lots * sizeof *w->latest);
  worth_open(&w->worth, &w->store, middle_of(game), !game->score);
  w->worth.round = game->cyclic;
  deal_open(w);
  if (w->crew) check_crew(w);
  return w;
}

/* What all have found of the first position, of whom one may know it. */
static Finding meet_at_end (Whole *w, Finding finding, Known *known) {
  Retrograde *task = w->task;
  Tally tally = {.sum = {0, w->crew->messages, w->crew->bytes}, .most = {finding == FOUND ? known->plies : INT64_MIN, finding == FOUND,
                 (int64_t)task->resolved}};
  if (finding == FOUND) memcpy(&tally.sum[0], &known->value, sizeof known->value);
  deal_meet(w, &tally);
  memcpy(&known->value, &tally.sum[0], sizeof known->value);
  known->plies = tally.most[0];
  task->messages = tally.sum[1];
  task->bytes = tally.sum[2];
  task->largest = (uint64_t)tally.most[2];
  return tally.most[1] ? FOUND : NOT_FOUND;
}

/* The result of the first position. */
static void conclude (Whole *w) {
  Search *s = w->search;
  uint64_t row[MOST_ROW];
  Known known = {0, 0};
  Finding finding = NOT_FOUND;
  Key key = {{0}};
  const uint64_t *words = row;
  if (w->game->key) {
    w->game->key(w->game, &s->root.position, &key);
    words = key_words(w->game, &key);
  } else pack(w, &s->root.position, row);
  const uint32_t shard = database_shard(w->db, words, w->key_words);
  for (int i = 0; i < w->db->count && finding == NOT_FOUND; i++)
    if (w->db->parts[i].head.shard == shard && w->db->parts[i].head.player == (uint16_t)s->root.player)
      finding = database_look(w->db, &w->db->parts[i], words, &known);
  if (finding == DAMAGED) s->host->fail(s->host, "%s", w->db->shelf.wrong);
  if (w->crew) finding = meet_at_end(w, finding, &known);
  if (finding == NOT_FOUND) s->host->fail(s->host, "the first position is not among those that were found");
  const Value score = w->game->score ? w->game->score(w->game, &s->root.position) : 0;
  publish_conclusion(s, known.value + score);
  s->answer.distance = known.plies >= 0 ? (int)known.plies : NO_DISTANCE;
}

static void run (Search *s) {
  Retrograde *task = s->task;
  if (s->game->player) s->root.player = s->game->player(s->game, &s->root.position);
  Whole *w = begin(s, task);
  whole_explore(w);
  whole_resolve(w);
  if (w->in_one) whole_save_plan(w, true);
  task->by_ply = w->by_ply;
  conclude(w);
}

void retrograde_close (Retrograde *task) {
  Whole *w = task->whole;
  if (!w) return;
  for (uint32_t i = 0; i < w->run_count; i++) close(w->run_files[i].file);
  for (size_t i = 0; i < (size_t)w->tier_count * w->lots * 2; i++) part_close(&w->open[i]);
  part_abandon(&w->writer);
  store_close(&w->store);
  task->whole = NULL;
}

const Algorithm retrograde = {
  .id = "retrograde", .title = "retrograde analysis", .family = "whole graphs", .source = "Strohlein 1970; Thompson 1986", .needs = "key",
  .run = run
};
