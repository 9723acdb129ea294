#include "solve/preference.h"

#include <string.h>

#include "base/hash.h"
#include "solve/set.h"

void preference_open (Preference *preference, Store *store, Value middle, bool distant) {
  *preference = (Preference){.store = store, .middle = middle, .distant = distant};
}

static uint32_t *slot_of (const Preference *w, Value value) {
  union { Value value; uint64_t bits; } number = {value};
  uint32_t at = (uint32_t)mix64(number.bits) & w->mask;
  while (w->slots[at] != 0 && w->values[w->slots[at]] != value) at = (at + 1) & w->mask;
  return &w->slots[at];
}

static void grow (Preference *w) {
  enum { FIRST = 64 };
  const uint32_t room = w->room ? 2 * w->room : FIRST;
  w->values = store_resize(w->store, w->values, room * sizeof *w->values);
  w->room = room;
  store_give(w->store, w->slots);
  w->slots = NULL;
  w->slots = store_take(w->store, 2 * room * sizeof *w->slots);
  memset(w->slots, 0, 2 * room * sizeof *w->slots);
  w->mask = 2 * room - 1;
  for (uint32_t i = 1; i <= w->count; i++) *slot_of(w, w->values[i]) = i;
}

uint32_t preference_number (Preference *w, Value value) {
  if (value == 0) value = 0;                    /* there is one zero */
  if (w->count + 1 >= w->room) grow(w);
  uint32_t *slot = slot_of(w, value);
  if (*slot == 0) {
    w->values[++w->count] = value;
    *slot = w->count;
  }
  return *slot;
}

void preference_order (const Preference *w, Player side, uint32_t *numbers) {
  uint64_t *rows = store_take(w->store, (w->count + 1) * 2 * sizeof *rows);
  for (uint32_t i = 0; i < w->count; i++) {
    const uint64_t ascending = preference_ascending(w->values[i + 1]);
    rows[2 * i] = side == MAX ? ~ascending : ascending;
    rows[2 * i + 1] = i + 1;
  }
  sort_rows(rows, w->count, 2, 1);
  for (uint32_t i = 0; i < w->count; i++) numbers[i] = (uint32_t)rows[2 * i + 1];
  store_give(w->store, rows);
}

uint64_t preference_list (const Preference *w, uint32_t *numbers, Value *values) {
  uint32_t *order = store_take(w->store, (w->count + 1) * sizeof *order), count = 0;
  preference_order(w, MIN, order);
  for (uint32_t i = 0; i < w->count; i++) {
    if (!numbers[order[i]]) continue;
    values[count] = w->values[order[i]];
    numbers[order[i]] = ++count;
  }
  store_give(w->store, order);
  return count;
}
