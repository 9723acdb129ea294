/*
** Results in two bytes: the different pairs of a value and a distance are numbered as they come, for a tier has few.
**
** A cell holds the result of a position: the number of a pair, it is this; that with CODE_INITIAL, it is what the position has if it
** leaves the tier at once, or the game ends there, and may yet be better or worse; 0 or CODE_WANTED, nothing is known; CODE_NONE, there is
** no such position. CODE_WANTED: one that is reached.
*/
#ifndef GTS_CODES_H
#define GTS_CODES_H

#include "solve/part.h"
#include "solve/store.h"

typedef uint16_t Cell;

#define CODE_INITIAL 0x8000
#define CODE_NONE 0x7fff
#define CODE_WANTED 0x7ffe
#define CODES CODE_WANTED       /* numbers below that are pairs */

typedef struct Codes {
  Store *store;
  Result *results;              /* by their numbers, from 1 */
  uint32_t count;
  uint16_t *slots;              /* of a hash table of the numbers */
} Codes;

static inline bool cell_is_initial (Cell cell) { return (cell & CODE_INITIAL) != 0; }
static inline bool cell_is_open (Cell cell) { return cell == 0 || cell == CODE_WANTED || cell_is_initial(cell); }
static inline bool cell_is_known (Cell cell) { return cell != CODE_NONE && !cell_is_open(cell); }

void codes_open (Codes *codes, Store *store);

/* Forgets all numbers. Cannot fail. */
void codes_empty (Codes *codes);

/* The number of a result, a new one if need be. Fails if there are too many. */
Cell codes_number (Codes *codes, Result result);

/* The number of a result; 0: no cell has it. */
Cell codes_find (const Codes *codes, Result result);

/* The result of a cell that has one. */
static inline Result codes_result (const Codes *codes, Cell cell) { return codes->results[cell & (CODE_INITIAL - 1)]; }

#endif
