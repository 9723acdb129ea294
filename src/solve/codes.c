#include "solve/codes.h"

#include <string.h>

#include "base/hash.h"

#define SLOTS 0x10000

void codes_open (Codes *codes, Store *store) {
  *codes = (Codes){.store = store};
  codes->results = store_take(store, CODES * sizeof *codes->results);
  codes->slots = store_take(store, SLOTS * sizeof *codes->slots);
  codes_empty(codes);
}

void codes_empty (Codes *codes) {
  codes->count = 0;
  memset(codes->slots, 0, SLOTS * sizeof *codes->slots);
}

/* Where the number of a result is, or would be. */
static uint16_t *slot_of (const Codes *codes, Result result) {
  uint32_t at = (uint32_t)mix64((uint64_t)result.value << 32 | result.plies) % SLOTS;
  for (; codes->slots[at] != 0; at = (at + 1) % SLOTS) {
    const Result there = codes->results[codes->slots[at]];
    if (there.value == result.value && there.plies == result.plies) break;
  }
  return &codes->slots[at];
}

Cell codes_find (const Codes *codes, Result result) { return *slot_of(codes, result); }

Cell codes_number (Codes *codes, Result result) {
  uint16_t *slot = slot_of(codes, result);
  if (*slot != 0) return *slot;
  if (codes->count + 1 == CODES)
    store_fail(codes->store, "the positions have more than %d different pairs of a value and a distance: solve the "
                             "game without rules.index", CODES - 1);
  codes->results[++codes->count] = result;
  return *slot = (uint16_t)codes->count;
}
