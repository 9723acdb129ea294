#include "solve/preference.h"

#include <string.h>

void preference_open (Preference *preference, Store *store, Value middle, bool distant) {
  *preference = (Preference){.store = store, .middle = middle, .distant = distant};
  set_open(&preference->numbers, store, 1, 1);
}

uint32_t preference_number (Preference *w, Value value) {
  uint64_t bits;
  if (value == 0) value = 0;                    /* there is one zero */
  memcpy(&bits, &value, sizeof bits);
  const uint32_t number = (uint32_t)set_number(&w->numbers, &bits) + 1;
  if (number > w->count) {
    w->values = store_room(w->store, w->values, number, sizeof *w->values);
    w->values[++w->count] = value;
  }
  return number;
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
