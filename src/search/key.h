/* Keys of nodes, for tables and repetitions. */
#pragma once

#include "search/search.h"

/* Does key_of_node make sure who moves? */
static ALWAYS_INLINE bool key_sets_player (const Game *game) {
  return game_reverses(game) || (!GAME_KEY_WORDS && game->key_lacks_player);      /* the words of a position say all of it */
}

/*
** Puts the key of the position, its words or what the game makes of them, into *key. Returns the flags it is looked up with: ENTRY_MAX,
** ENTRY_INFORMED. Where equal keys may have different players to move, ENTRY_MAX distinguishes them; n->player is set then.
*/
static ALWAYS_INLINE uint64_t key_of_node (Search *s, Node *n, Key *key) {
  Game *game = s->game;
  const bool lacks_player = key_sets_player(game);
  uint64_t who = s->pass.known_as;
  if (lacks_player && game_has_player(game)) n->player = game_player(game, &n->position);
  if ((lacks_player || !game_has_player(game)) && n->player == MAX) who |= ENTRY_MAX;
  if (game_has_key(game)) game_key(game, &n->position, key);
  else if (game_key_is_row(game)) key->word[0] = (uint64_t)(uintptr_t)position_row(&n->position);
  else {
    key->word[0] = (uint64_t)n->position.word[0];
    key->word[1] = (uint64_t)n->position.word[1];
    if (GAME_WORDS > 2) key->word[2] = (uint64_t)n->position.word[2];
    if (GAME_WORDS > 3) key->word[3] = (uint64_t)n->position.word[3];
  }
  return who;
}

/* Leaves the search with an error if gts has made the keys and this one does not fit: where equal positions must be found. */
static inline void key_require (const Search *s, const Position *position, const Key *key) {
  if (!s->game->key_is_made || (int64_t)key->word[0] >= 0) return;
  char text[DESCRIBE_ROOM];
  describe_position(s, position, text);
  s->host->fail(s->host, "the key that gts makes does not fit position %s, which is unlike all that was seen in some games: it needs "
                         "rules.key", text);
}
