#include "solve/results.h"

#include <string.h>

/* Sets how wide cells are, and how they are divided. */
static void shape (Results *r, uint32_t width, bool distant) {
  r->width = width;
  r->plies_bits = !distant ? 0 : width == 2 ? 10 : 4 * width;
  r->most_value = (uint32_t)~(UINT64_MAX << (8 * width - r->plies_bits));
  r->most_plies = (uint32_t)~(UINT64_MAX << r->plies_bits);
}

static size_t bytes_of (const Results *r) { return (size_t)r->count * r->width; }

void results_open (Results *r, Store *store, uint64_t count, bool distant) {
  *r = (Results){.store = store, .count = count};
  shape(r, RESULTS_CELL, distant);
  r->cells = store_take(store, bytes_of(r) + 1);
  results_clear(r);
}

void results_copy (Results *to, const Results *from) {
  *to = *from;
  to->cells = store_take(to->store, bytes_of(to) + 1);
  memcpy(to->cells, from->cells, bytes_of(to));
}

void results_clear (Results *r) { memset(r->cells, 0, bytes_of(r)); }

void results_close (Results *r) {
  store_give(r->store, r->cells);
  r->cells = NULL;
}

void results_set_wide (Results *r, uint64_t i, Result result) {
  while (result.value > r->most_value || result.plies > r->most_plies) {
    Results wide = *r;
    shape(&wide, 2 * r->width, r->plies_bits > 0);
    wide.cells = store_take(r->store, bytes_of(&wide) + 1);
    for (uint64_t n = 0; n < r->count; n++) results_set(&wide, n, results_get(r, n));
    results_close(r);
    *r = wide;
  }
  results_set(r, i, result);
}
