/* Where a position of a game stands in a database: by what it is looked up, in which parts, and how its value is to be read. */
#pragma once

#include "solve/database.h"

typedef struct Location {
  Key kept;                     /* what `key` points to, if that is not the position itself */
  const uint64_t *key;          /* `words` of them */
  int words;
  Player owner;                 /* of the parts */
  bool negated;                 /* values are of the reversed position */
  bool tiered;                  /* it is in parts of this tier only: */
  int64_t tier;
  uint32_t shard;
} Location;

/* The place of a position in which `player` moves; it lives as long as the position, and must not be copied. */
static inline void location_find (Location *location, Game *game, const Database *db, const Position *position, Player player) {
  const bool indexed = game->index_of != 0, reverses = indexed ? game->index_reverses : game_reverses(game);
  *location = (Location){.words = indexed ? 1 : game->key_words, .negated = reverses && player == MIN};
  location->key = location->kept.word;
  location->owner = reverses || (indexed && game->player) ? MAX : player;
  if (indexed) location->kept.word[0] = (uint64_t)game->index_of(game, position);
  else if (game->key) {
    game->key(game, position, &location->kept);
    location->key = key_words(game, &location->kept);
  } else location->key = (const uint64_t *)(game_key_is_row(game) ? position_row(position) : position->word);
  location->tiered = game->tier && (indexed || database_has_tiers(db));
  if (location->tiered) location->tier = (int64_t)game->tier(game, position);
  location->shard = database_shard(db, location->key, location->words);
}

/* Is it in this part, if it is in the database? */
static inline bool location_has (const Location *location, const PartHead *head) {
  return head->shard == location->shard && head->player == (uint16_t)location->owner && head->key_words == (uint32_t)location->words &&
         (!location->tiered || head->tier == location->tier);
}
