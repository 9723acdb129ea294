/*
** Positions that outlive their visit: what a best-first search keeps in OPEN, or in the nodes of its tree.
**
** A position is packed into as many words as the game uses, and one bit, `held`: the game keeps it in a numbered slot and
** the word is that number. So an integer, and an object of a Lua game, take 8 bytes. The same holds for a walk that is set
** aside: its place is one word and one bit (and the index, which the caller counts).
*/
#pragma once

#include <stdbool.h>

#include "game/game.h"

/* The words of a position behind the first. (No loop: of so few a compiler makes a call.) */
static inline void packed_copy_rest (int words, const int64_t *from, int64_t *to) {
  if (words > 1) to[1] = from[1];
  if (words > 2) to[2] = from[2];
  if (words > 3) to[3] = from[3];
}

/* Packs `position` into game->words words and keeps it until dropped. Returns `held`. */
static inline bool packed_pack (Game *game, const Position *position, int64_t *words) {
  if (game->keep == NULL) {
    words[0] = position->word[0];
    packed_copy_rest(game->words, position->word, words);
    return false;
  }
  Position kept = game->keep(game, position);
  bool held = game_holds(game, &kept);
  words[0] = held ? kept.word[1] : kept.word[0];
  packed_copy_rest(game->words, kept.word, words);
  return held;
}

/* The position that was packed; it lives as long as it is not dropped. */
static inline void packed_load (const Game *game, const int64_t *words, bool held, Position *position) {
  position->word[0] = held ? 0 : words[0];
  position->word[1] = held ? words[0] : 0;
  packed_copy_rest(game->words, words, position->word);
}

/* Forgets a packed position; nothing is to be done unless it is held. */
static inline void packed_drop (Game *game, const int64_t *words, bool held) {
  if (held) game->drop(game, &(Position){{0, words[0]}});
}

/* Packs a move and keeps it until dropped. Returns `held`. */
static inline bool packed_pack_move (Game *game, Move move, int64_t *word) {
  Move kept = game->keep_move ? game->keep_move(game, move) : move;
  bool held = game->keep_move && game_holds_move(kept);
  *word = held ? kept.slot : kept.word;
  return held;
}

static inline Move packed_load_move (int64_t word, bool held) { return held ? (Move){0, word} : (Move){word, 0}; }

static inline void packed_drop_move (Game *game, int64_t word, bool held) {
  if (held) game->drop_move(game, packed_load_move(word, held));
}

/*
** Sets the walk of `n` aside, with its place packed into *word, so that other walks may be opened before it goes on. Returns
** `held`. What the walk stands at must have been packed before. Undone by packed_resume, or dropped by packed_drop_move.
*/
static inline bool packed_set_aside (Game *game, Walk *walk, int64_t *word) {
  if (game->leave_walk == NULL) {
    *word = 0;
    return false;
  }
  Move place = game->leave_walk(game, walk);
  *word = place.slot ? place.slot : place.word;
  return place.slot != 0;
}

/* Takes up again the walk over the successors of `position` that had given `index` of them when it was set aside. */
static inline void packed_resume (Game *game, const Position *position, int64_t word, bool held, int64_t index, Walk *walk) {
  *walk = (Walk){.index = index};
  if (game->resume_walk) game->resume_walk(game, position, packed_load_move(word, held), walk);
}
