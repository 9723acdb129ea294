/*
** The preference order of results for a player: by value first, equal values by distance. The winner
** prefers short distances, the loser long ones: values above the middle are wins of MAX, those below
** it wins of MIN. At the middle, a draw, the player to move prefers short distances.
*/
#pragma once

#include "search/search.h"
#include "solve/part.h"
#include "solve/set.h"
#include "solve/store.h"

typedef struct Preference {
  Store *store;
  Value *values;                /* by their numbers, from 1 */
  uint32_t count;
  Set numbers;                  /* their bits, in the same order */
  Value middle;
  bool distant;                 /* distances are kept */
  bool round;                   /* endless play has the middle value: then it has no distance but at a terminal */
} Preference;

void preference_open (Preference *preference, Store *store, Value middle, bool distant);

/* An integer that orders values as they ascend. */
static inline uint64_t preference_ascending (Value value) {
  union { Value value; uint64_t bits; } v = {value + 0.0};
  return v.bits >> 63 ? ~v.bits : v.bits | UINT64_C(1) << 63;
}

/* The number of a value, a new one if need be. Leaves the search for want of memory. */
uint32_t preference_number (Preference *preference, Value value);

/* Lists the numbers of all values, those that `side` prefers first. Leaves the search for want of memory. */
void preference_order (const Preference *preference, Player side, uint32_t *numbers);

/* Lists the values whose `numbers` are not 0, ascending, into `values`; their numbers become those in the list, from 1. Returns how many
** there are. Leaves the search for want of memory. */
uint64_t preference_list (const Preference *preference, uint32_t *numbers, Value *values);

/* Is a better for `player` than b? Anything is better than what is not known. */
static inline bool preference_better (const Preference *preference, Player player, Result a, Result b) {
  if (b.value == 0) return a.value != 0;
  if (a.value != b.value) return better(player, preference->values[a.value], preference->values[b.value]);
  if (a.plies == b.plies) return false;
  const Value value = preference->values[a.value];
  const bool delays = player == MAX ? value < preference->middle : value > preference->middle;
  return delays == (a.plies > b.plies);
}

/* Is a result a win for `player`; a draw? Value 0, what is not known, is no win, and must not be asked about draws. */
static inline bool preference_wins (const Preference *preference, Player player, Result result) {
  return result.value != 0 && better(player, preference->values[result.value], preference->middle);
}
static inline bool preference_draws (const Preference *preference, Result result) {
  return preference->values[result.value] == preference->middle;
}

/* Returns a result with the sign of its value changed if `negated`: as that of the reversed position. Leaves the search for want of
** memory. */
static inline Result preference_seen (Preference *preference, bool negated, Result result) {
  if (negated && result.value != 0) result.value = preference_number(preference, 0 - preference->values[result.value]);
  return result;
}

/* Returns the result of a position by a successor with this result: the end is a ply further. */
static inline Result preference_above (const Preference *preference, Result below) {
  const bool none = below.plies == 0 || (preference->round && preference->values[below.value] == preference->middle);
  return (Result){below.value, none ? 0 : below.plies + 1};
}
