/*
** The moves of an iteration by numbers, for statistics of moves wherever they were played: "all moves as first", averages of
** moves, N-grams.
**
** A move and the player to move have a number, the same in all positions: 2 i + player, where i counts the moves that were met, from 1.
** Moves are the same if they are equal, as the game says (Game.label). One that it cannot tell from others, a table, is refused.
*/
#pragma once

#include "search/search.h"

typedef struct Moves {
  Search *search;
  const char *option;   /* what needs them, for the message to those whose moves are no integers */
  Move *labels;         /* the label of each i, */
  uint32_t *slots;      /* and each i by the hash of its move; 0: free */
  size_t labels_room, slots_room;
  uint32_t count;
  uint32_t *played;     /* the numbers of the moves of this iteration, from the root on */
  size_t played_room;
  int length;
  uint32_t *seen;       /* by number: see moves_mark */
  bool *last;           /* by place in `played`: it is not played again behind it */
  size_t seen_room, last_room;
  uint32_t round;
} Moves;

/* No move was met. `option` lives as long as the search. Cannot fail. */
void moves_open (Moves *moves, Search *search, const char *option);

/* Returns the number of a move. Fails if the game cannot tell it from others. May leave the search. */
uint32_t moves_number (Moves *moves, Move move, Player player);

static inline Player moves_player (uint32_t number) { return number % 2 == MAX ? MAX : MIN; }

/* One more move of this iteration; an iteration begins with length = 0. May leave the search. */
void moves_play (Moves *moves, uint32_t number);

/* The iteration is over: sets moves->last. May leave the search. */
void moves_mark (Moves *moves);
