/*
** An entry of a transposition table: bounds that were proved of a position. It has both bounds (de Bruin & Pijls, "Trends",
** Fig. 5: f- and f+), the remaining depth they were proved for, and the number of the best successor.
**
** An entry lies in a slot, a row of 64-bit words: first what is known, then the key. The values of most games are whole multiples,
** by at most 16 bits, of a power of two, the table's unit, and then one word is enough for all that is known:
**
**     narrow   | upper 16 | lower 16 | depth 10 | move 9 | work 5 | generation 3 | solved 2 | who 3 |  key, 1 to 16 words
**
**     wide     |      depth 32       |  0 5  |  move 14  | work 5 | generation 3 | solved 2 | who 3 |  key  | lower | upper
*/
#pragma once

#include <stdint.h>

#include "search/basis.h"

enum { SLOT_WHAT, SLOT_KEY };           /* in a wide slot the bounds follow the key */
#define SLOT_LOCKED UINT32_C(1)         /* of a lock: a thread writes there */
#define STATISTICS_WORDS 2              /* at the end of a slot, where the table has them: see statistics.h */

#define ENTRY_FULL UINT64_C(1)          /* of a search that is not selective: such entries are all it trusts */
#define ENTRY_MAX UINT64_C(2)           /* MAX moves here: says nothing where the position itself says it */
#define ENTRY_INFORMED UINT64_C(4)      /* proved with the bounds of the rules */
#define ENTRY_WHO UINT64_C(7)           /* these three are part of what an entry is looked up by */
#define ENTRY_GENERATION_SHIFT 5
#define ENTRY_GENERATION (UINT64_C(7) << ENTRY_GENERATION_SHIFT)
#define ENTRY_WORK_SHIFT 8
#define ENTRY_WORK (UINT64_C(31) << ENTRY_WORK_SHIFT)
#define ENTRY_MOVE_SHIFT 13
#define NARROW_MOVE 511                 /* the greatest number of a successor that fits */
#define WIDE_MOVE 16383                 /* greater ones are 0, unknown */
#define NARROW_DEPTH_SHIFT 22
#define NARROW_DEPTH 1023               /* stands for NO_HORIZON */
#define NARROW_LOWER_SHIFT 32           /* units, 16 bits; INT16_MIN and INT16_MAX stand for the infinities */
#define NARROW_UPPER_SHIFT 48
#define WIDE_DEPTH_SHIFT 32

/* An entry, unpacked. */
typedef struct Entry {
  Bounds bounds;
  uint64_t who;
  int64_t move;         /* the number of a successor, 0 if unknown */
  int depth;            /* plies to go */
  uint64_t place;       /* the slot where its lookup ended: see table_place; 0: unknown */
} Entry;
