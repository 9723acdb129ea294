/*
** The results of the nodes of a tier while it is worked at, in cells of 2 bytes: the number of the value in the upper bits, the distance in
** the lower ten. Where a number or a distance does not fit, all cells become cells of 4 bytes, at last of 8. Rules with scores have no
** distances: then the number has all bits.
*/
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "solve/part.h"
#include "solve/store.h"

#define RESULTS_CELL 2          /* bytes of a cell at first */

typedef struct Results {
  Store *store;
  void *cells;                  /* NULL: there are none */
  uint64_t count;
  uint32_t width;               /* bytes of a cell: 2, 4 or 8 */
  uint32_t plies_bits;          /* the lower ones of a cell */
  uint32_t most_value, most_plies;      /* the greatest that fit */
} Results;

/* `count` unknown results, with distances if `distant`. Leaves the search for want of memory. */
void results_open (Results *results, Store *store, uint64_t count, bool distant);

/* A copy of them. Leaves the search for want of memory. */
void results_copy (Results *to, const Results *from);

/* All are unknown again. */
void results_clear (Results *results);

/* Gives the memory back. Cannot fail. */
void results_close (Results *results);

/* Sets a result for which cells are too narrow. Leaves the search for want of memory. */
void results_set_wide (Results *results, uint64_t i, Result result);

static inline Result results_get (const Results *r, uint64_t i) {
  const uint64_t cell = r->width == 2 ? ((const uint16_t *)r->cells)[i] : r->width == 4 ? ((const uint32_t *)r->cells)[i] :
                        ((const uint64_t *)r->cells)[i];
  return (Result){(uint32_t)(cell >> r->plies_bits), (uint32_t)(cell & ((UINT64_C(1) << r->plies_bits) - 1))};
}

/* Is the result of a node known? */
static inline bool results_known (const Results *r, uint64_t i) { return results_get(r, i).value != 0; }

static inline void results_set (Results *r, uint64_t i, Result result) {
  const uint64_t cell = (uint64_t)result.value << r->plies_bits | result.plies;
  if (result.value > r->most_value || result.plies > r->most_plies) results_set_wide(r, i, result);
  else if (r->width == 2) ((uint16_t *)r->cells)[i] = (uint16_t)cell;
  else if (r->width == 4) ((uint32_t *)r->cells)[i] = (uint32_t)cell;
  else ((uint64_t *)r->cells)[i] = cell;
}
