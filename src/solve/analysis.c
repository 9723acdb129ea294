#include "solve/analysis.h"

#include <string.h>

#include "search/key.h"
#include "search/packed.h"
#include "search/visit.h"

/* Rows. */

void analysis_position (const Analysis *w, const uint64_t *row, Position *position) {
  const int64_t *words = (const int64_t *)(const void *)row + (w->extra ? w->key_words : 0);
  if (w->game->row_words) {                     /* see position_row */
    position->word[0] = 0;
    position->word[1] = (int64_t)(intptr_t)words;
  } else packed_load(w->game, words, w->held, position);
}

/* Is this position of another kind than the first? Then it cannot be packed as that was. */
static void refuse_kind (Analysis *w) { store_fail(&w->store, "some positions are integers, and some are not"); }

void analysis_pack (Analysis *w, const Position *position, uint64_t *row) {
  Game *game = w->game;
  uint64_t *to = row + (w->extra ? w->key_words : 0);
  if (game->key) {
    Key key = {{0}};
    game->key(game, position, &key);
    const uint64_t *words = key_words(game, &key);
    for (int i = 0; i < w->key_words; i++) row[i] = words[i];
    key_require(w->search, position, &key);
  }
  if (w->held) {
    if (!packed_pack(game, position, (int64_t *)to)) refuse_kind(w);
  } else if (game->row_words) {
    memcpy(to, position_row(position), (size_t)game->row_words * sizeof *to);
  } else {
    const int words = w->extra ? w->extra : w->key_words;
    if (game_holds(game, position)) refuse_kind(w);
    for (int i = 0; i < words; i++) to[i] = (uint64_t)position->word[i];
  }
}

void analysis_contradict (Analysis *w, const Position *position, Player player) {
  Search *s = w->search;
  s->outcome.answer.line = line_cons(&s->lines, (Move){0, 0}, position, NULL);
  s->outcome.answer.valued = true;
  w->task->contradicted = true;
  w->task->mover = w->game->player ? w->game->player(w->game, position) : player;
  s->host->leave(s->host, STOP_SUPERSEDED);
  __builtin_unreachable();
}

Result analysis_result (Analysis *w, const PartReader *reader) {
  const Part *part = reader->part;
  const uint32_t value = reader->result.value;
  if (value < 1 || value > part->head.values) store_fail(&w->store, "a value that is not in the list of values");
  return (Result){preference_number(&w->preference, part->values[value - 1]), reader->result.plies};
}

void analysis_write_part (Analysis *w, PartId id, uint64_t count, uint32_t *numbers, uint32_t plies) {
  Value *values = store_take(&w->store, (w->preference.count + 1) * sizeof *values);
  const PartHead like = {.tier = id.tier, .shard = (uint16_t)id.shard, .player = (uint16_t)id.player, .key_words = (uint32_t)w->key_words,
                         .solved = 1, .values = preference_list(&w->preference, numbers, values)};
  part_write(&w->writer, &w->db->directory, &w->store, &like, count, values, plies);
  store_give(&w->store, values);
}

/* Positions and what leads on from them. */

int64_t analysis_tier (const Analysis *w, const Node *n, const Node *child) {
  if (w->by_ply) return w->tier + 1;
  if (w->in_one || !w->game->tier) return w->tier;
  const int64_t tier = (int64_t)w->game->tier(w->game, &child->position);
  if (tier < w->tier) {
    store_fail(&w->store, "rules.tier is %lld for position %s, and less, %lld, behind one of its moves: it must never fall",
                        (long long)w->tier, DESCRIBED(w->search, &n->position), (long long)tier);
  }
  return tier;
}

/*
** The values of positions that go round in circles are resolved the best first, which holds only where no move among them adds to the
** score.
*/
static void refuse_gain (const Analysis *w, const Node *n) {
  store_fail(&w->store, "rules.score changes behind position %s, but rules.tier does not: with rules.cycle it must rise "
                      "with every move that changes the score%s",
                      DESCRIBED(w->search, &n->position), w->held ? ", and positions be integers" : "");
}

uint64_t analysis_develop (Analysis *w, const uint64_t *row, Player player, uint64_t parent, bool evaluate, Value *value) {
  Search *s = w->search;
  Game *game = w->game;
  Node n = {.player = player}, child;
  uint64_t count = 0;
  analysis_position(w, row, &n.position);
  if (w->reverses) n.player = game->player(game, &n.position);
  const bool other = n.player != player;        /* it is the reversed one */
  const Value sign = other ? -1 : 1;
  if (game->score) w->score = sign * game->score(game, &n.position);
  if (!visit_leaf(s, &n)) {
    visit_open(s, &n, &child);
    for (; visit_pull(s, &n, &child); count++) {
      Batch *b = &w->batch;
      if (b->count == BATCH) w->flush(w);
      const int i = b->count;
      const Player next = game->player ? game->player(game, &child.position) : opponent(player);
      b->player[i] = other ? opponent(next) : next;
      b->tier[i] = analysis_tier(w, &n, &child);
      b->parent[i] = parent;
      b->gain[i] = game->score ? sign * game->score(game, &child.position) - w->score : 0;
      if (UNLIKELY(b->gain[i] != 0) && game->cyclic && b->tier[i] == w->tier) refuse_gain(w, &n);
      analysis_pack(w, &child.position, b->rows + i * w->width);
      b->count++;
    }
  }
  if (count == 0 && evaluate) *value = sign * visit_evaluate(s, &n);
  return count;
}
