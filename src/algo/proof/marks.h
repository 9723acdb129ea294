/*
** Marks of positions, for a depth-first search by proof numbers: by the hash of a position, a word that says what has happened to it.
**
**     | hash 24 | number 24 | stores 16 |
**
** `stores` counts what was stored of positions with this place: while it stays, a table need not be asked again. `number` is that of a
** position which another thread searches, the mover's at its parent: the limit at which that thread will return (virtual proof numbers:
** Kaneko, "Parallel depth first proof number search", 2010, who adds the number of threads instead).
**
** Marks are hints. Two positions may share a place, and threads write without waiting for each other; a mark that is lost, late or
** another's costs work, and is never a proof.
*/
#pragma once

#include <stddef.h>
#include <stdint.h>

#define MARK_PLACES ((size_t)1 << 10)   /* of one thread: most that is asked again is near the leaves */
#define MARK_STORES UINT64_C(0xFFFF)
#define MARK_NUMBER UINT32_C(0xFFFFFF)  /* the greatest; no mark says more */
#define MARK_NUMBER_SHIFT 16
#define MARK_HASH_SHIFT 40

typedef struct Marks {
  uint64_t *words;
  size_t count;         /* a power of 2 */
} Marks;

static inline uint64_t *mark_place (const Marks *marks, uint64_t hash) { return &marks->words[hash & (marks->count - 1)]; }

static inline uint64_t mark_of (const Marks *marks, uint64_t hash) { return __atomic_load_n(mark_place(marks, hash), __ATOMIC_RELAXED); }

static inline void mark_set (const Marks *marks, uint64_t hash, uint64_t mark) {
  __atomic_store_n(mark_place(marks, hash), mark, __ATOMIC_RELAXED);
}

/* Returns the number of stores at the place of this hash, modulo 2^16. */
static inline uint16_t mark_stores (const Marks *marks, uint64_t hash) { return (uint16_t)mark_of(marks, hash); }

/* Counts one more. Returns how many there are. */
static inline uint16_t mark_store (const Marks *marks, uint64_t hash) {
  const uint64_t mark = mark_of(marks, hash), stores = (mark + 1) & MARK_STORES;
  mark_set(marks, hash, (mark & ~MARK_STORES) | stores);
  return (uint16_t)stores;
}

/* From now on this thread searches the position; it will return with this number or more. */
static inline void mark_enter (const Marks *marks, uint64_t hash, uint32_t number) {
  const uint64_t tag = hash >> MARK_HASH_SHIFT << MARK_HASH_SHIFT;
  mark_set(marks, hash, tag | (uint64_t)number << MARK_NUMBER_SHIFT | (mark_of(marks, hash) & MARK_STORES));
}

/* Undoes mark_enter, unless another thread has been there. */
static inline void mark_leave (const Marks *marks, uint64_t hash, uint32_t number) {
  const uint64_t mark = mark_of(marks, hash), tag = hash >> MARK_HASH_SHIFT << MARK_HASH_SHIFT;
  if ((mark & ~MARK_STORES) == (tag | (uint64_t)number << MARK_NUMBER_SHIFT)) mark_set(marks, hash, mark & MARK_STORES);
}

/* Returns the number with which a thread will return from the position, 0 if none searches it. */
static inline uint32_t mark_number (const Marks *marks, uint64_t hash) {
  const uint64_t mark = mark_of(marks, hash);
  return mark >> MARK_HASH_SHIFT == hash >> MARK_HASH_SHIFT ? (uint32_t)(mark >> MARK_NUMBER_SHIFT) & MARK_NUMBER : 0;
}
