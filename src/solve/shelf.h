/* Where a position of a game stands in a database: by what it is looked up, in which parts, and how its value is to be read. */
#ifndef GTS_SHELF_H
#define GTS_SHELF_H

#include "solve/database.h"

typedef struct Shelf {
  Key kept;                     /* what `key` points to, if that is not the position itself */
  const uint64_t *key;          /* `words` of them */
  int words;
  Player owner;                 /* of the parts */
  bool negated;                 /* values are those of the reversed position */
  bool tiered;                  /* it is in parts of this tier only: */
  int64_t tier;
  uint32_t shard;
} Shelf;

/* The place of a position in which `player` moves; it lives as long as the position, and must not be copied. */
static inline void shelf_find (Shelf *shelf, Game *game, const Database *db, const Position *position, Player player) {
  const bool indexed = game->index_of != 0, reverses = indexed ? game->index_reverses : game_reverses(game);
  *shelf = (Shelf){.words = indexed ? 1 : game->key_words, .negated = reverses && player == MIN};
  shelf->key = shelf->kept.word;
  shelf->owner = reverses || (indexed && game->player) ? MAX : player;
  if (indexed) shelf->kept.word[0] = (uint64_t)game->index_of(game, position);
  else if (game->key) {
    game->key(game, position, &shelf->kept);
    shelf->key = key_words(game, &shelf->kept);
  } else shelf->key = (const uint64_t *)(game_key_is_row(game) ? position_row(position) : position->word);
  shelf->tiered = game->tier && (indexed || database_has_tiers(db));
  if (shelf->tiered) shelf->tier = (int64_t)game->tier(game, position);
  shelf->shard = database_shard(db, shelf->key, shelf->words);
}

/* Is it in this part, if it is in the database? */
static inline bool shelf_has (const Shelf *shelf, const PartHead *head) {
  return head->shard == shelf->shard && head->player == (uint16_t)shelf->owner && head->key_words == (uint32_t)shelf->words &&
         (!shelf->tiered || head->tier == shelf->tier);
}

#endif
