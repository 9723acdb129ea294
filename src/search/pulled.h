/* All successors of a node, as a best-first search takes them: packed one behind the other, until they get their places in its tree. */
#pragma once

#include "search/packed.h"
#include "search/visit.h"

/* What the game keeps of a successor: its position, its move. */
enum { HELD_POSITION = 1, HELD_MOVE = 2 };

typedef struct Pulled {
  Search *search;
  int64_t *words;       /* of their positions */
  int64_t *moves;
  uint8_t *flags;
  size_t room;
} Pulled;

/* Makes room for `count` successors. May leave the search. */
void pulled_widen (Pulled *pulled, size_t count);

/* Packs the position of successor `i`, from 0, and the move to it. Returns what the game keeps. */
static inline uint8_t pulled_pack (Pulled *p, int32_t i, const Position *position, Move move) {
  Game *game = p->search->game;
  const bool position_held = packed_pack(game, position, p->words + (size_t)i * (size_t)game->words);
  const bool move_held = packed_pack_move(game, move, &p->moves[i]);
  return (uint8_t)((position_held ? HELD_POSITION : 0) | (move_held ? HELD_MOVE : 0));
}

/*
** Takes all successors of `n`, the first of which is `child`, in a game with `several`: their words only, for their moves are 1, 2, 3, ...
** and nothing is kept. Returns their number.
*/
int32_t pulled_take_several (Pulled *pulled, Node *n, const Node *child);
