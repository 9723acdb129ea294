/* What a node is known by, to tables and on its path. */
#ifndef GTS_KEY_H
#define GTS_KEY_H

#include "search/search.h"

/*
** Returns the key of the position, its own words or what the game makes of it in *made, and says in *who what else it is looked up by:
** ENTRY_MAX, ENTRY_INFORMED. Who moves is part of a key unless the position itself says it; then *n is told.
*/
static specialised const uint64_t *key_of_node (Search *s, Node *n, Key *made, uint64_t *who) {
  Game *game = s->game;
  *who = ENTRY_OCCUPIED | (s->informed ? ENTRY_INFORMED : 0);
  if (game->key_lacks_player && game_has_player(game)) n->player = game_player(game, &n->position);
  if (n->player == MAX && (game->key_lacks_player || !game_has_player(game))) *who |= ENTRY_MAX;
  if (!game_has_key(game)) return (const uint64_t *)n->position.word;
  game_key(game, &n->position, made);
  return made->word;
}

#endif
