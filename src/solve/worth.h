/*
** The order of results for a player: by value first; equal values by distance. The winner hurries,
** the loser delays: values above the middle are MAX's wins, those below it MIN's. In the middle, a
** draw, the player to move hurries.
*/
#ifndef GTS_WORTH_H
#define GTS_WORTH_H

#include "search/search.h"
#include "solve/part.h"
#include "solve/store.h"

typedef struct Worth {
  Store *store;
  Value *values;                /* by their numbers, from 1 */
  uint32_t count, room;
  uint32_t *slots;              /* of a hash table of the numbers */
  uint32_t mask;
  Value middle;
  bool distant;                 /* distances are kept */
  bool round;                   /* the middle is what going round for ever is worth: then it has no distance but at an end */
} Worth;

void worth_open (Worth *worth, Store *store, Value middle, bool distant);

/* The number of a value, a new one if need be. Leaves the search for want of memory. */
uint32_t worth_number (Worth *worth, Value value);

/* Is a better for `player` than b? Anything is better than what is not known. */
static inline bool worth_better (const Worth *worth, Player player, Result a, Result b) {
  if (b.value == 0) return a.value != 0;
  if (a.value != b.value) return better(player, worth->values[a.value], worth->values[b.value]);
  if (a.plies == b.plies) return false;
  const Value value = worth->values[a.value];
  const bool delays = player == MAX ? value < worth->middle : value > worth->middle;
  return delays == (a.plies > b.plies);
}

/* Returns the result of a position by a successor with this result: the end is a ply further. */
static inline Result worth_above (const Worth *worth, Result below) {
  const bool none = below.plies == 0 || (worth->round && worth->values[below.value] == worth->middle);
  return (Result){below.value, none ? 0 : below.plies + 1};
}

#endif
