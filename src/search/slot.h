/*
** How slots of a transposition table are written: how an entry is packed, what it is worth when its slot is wanted, and how several
** threads keep out of each other's way.
*/
#pragma once

#include <string.h>

#include "search/table.h"

#define SLOT_MOST_WORDS (SLOT_KEY + MOST_WORDS + 2 + STATISTICS_WORDS)

#define SLOT_UNIT (1.0 / (1 << 14))     /* the smallest unit of values */

/* Puts a value as 16 bits, in units, into *bits; false if it does not fit. */
static inline bool slot_value (Value value, Value unit, uint64_t *bits) {
  const Value least = INT16_MIN, most = INT16_MAX;
  const Value units = value / unit;
  const int small = (int)(units > most ? most : units < least ? least : units);
  *bits = (uint16_t)small;
  return (small > INT16_MIN && small < INT16_MAX) ? (Value)small == units : isinf(value) != 0;
}

/* Packs an entry into the first word of a narrow slot, but for work, generation and move; false if it does not fit. */
static inline bool slot_narrow (const Entry *entry, Value unit, uint64_t *what) {
  uint64_t lower, upper, depth = (uint64_t)entry->depth;
  *what = entry->who | bounds_solved(entry->bounds);
  if (!slot_value(bounds_lower(entry->bounds), unit, &lower) || !slot_value(bounds_upper(entry->bounds), unit, &upper)) return false;
  if (depth >= NARROW_DEPTH) {
    if (entry->depth != NO_HORIZON) return false;
    depth = NARROW_DEPTH;
  }
  if (entry->move > NARROW_MOVE && entry->move <= WIDE_MOVE) return false;
  *what |= lower << NARROW_LOWER_SHIFT | upper << NARROW_UPPER_SHIFT | depth << NARROW_DEPTH_SHIFT;
  return true;
}

/* Returns the bits of a value. */
static inline uint64_t slot_word (Value value) {
  uint64_t word;
  memcpy(&word, &value, sizeof word);
  return word;
}

/* Writes the bounds of a wide slot, behind the key of `words` words. Returns its first word, but for work, generation and move. */
static inline uint64_t slot_widen (uint64_t *slot, int words, const Entry *entry) {
  slot[SLOT_KEY + words] = slot_word(bounds_lower(entry->bounds));
  slot[SLOT_KEY + words + 1] = slot_word(bounds_upper(entry->bounds));
  return entry->who | bounds_solved(entry->bounds) | (uint64_t)entry->depth << WIDE_DEPTH_SHIFT;
}

/* Returns the logarithm of the work, rounded down, in its place. */
static inline uint64_t slot_work (uint64_t visits) {
  return visits < 2 ? 0 : visits >> 31 ? ENTRY_WORK : (uint64_t)(63 - __builtin_clzll(visits)) << ENTRY_WORK_SHIFT;
}

/*
** Returns the priority of an entry by the first word of its slot; the least is the first to be replaced: entries of other searches
** than that of `generation`, then those of little work.
*/
static inline uint64_t slot_priority (uint64_t what, uint64_t generation) {
  return ((what & ENTRY_GENERATION) == generation ? ENTRY_WORK + 1 : 0) + (what & ENTRY_WORK);
}

/*
** Several threads. LOCK_SLOTS neighbouring slots have a lock: a word with a bit that says that a thread writes, and the number of writes so
** far. A reader copies a slot, and then compares the word with what it was before; if it has changed the copy is discarded, and nothing is
** known of the key. A writer sets the bit, unless it is set; then it does not store. So no thread ever waits, and no half-written entry is
** believed. (A sequence lock: Lameter, "Effective synchronization on Linux/NUMA systems", 2005. Two words that are tied by exclusive-or, as
** in Hyatt & Mann, "A lockless transposition-table implementation for parallel search", 2002, do not do for keys of two words and more.)
** Tags are hints: most lookups end at them and see no lock. One for several slots, locks are few enough to stay in a cache.
*/

#define SLOT_LOCK_STEP UINT32_C(2)

static inline uint64_t slot_load (const uint64_t *word) { return __atomic_load_n(word, __ATOMIC_ACQUIRE); }
static inline void slot_store (uint64_t *word, uint64_t value) { __atomic_store_n(word, value, __ATOMIC_RELEASE); }

/* Returns the lock at `there`. */
static inline uint32_t slot_lock_now (const uint32_t *there) { return __atomic_load_n(there, __ATOMIC_ACQUIRE); }

/* Copies slot `i`; false if a thread writes there, or has since its lock was `lock`. */
static inline bool slot_copy (const Table *t, uint64_t i, uint32_t lock, uint64_t *copy) {
  const uint64_t *slot = table_slot(t, i);
  if (lock & SLOT_LOCKED) return false;
  for (uint32_t w = 0; w < t->stride; w++) copy[w] = slot_load(&slot[w]);
  return __atomic_load_n(table_lock(t, i), __ATOMIC_RELAXED) == lock;
}

/* Locks the slots whose lock is `lock`, at `there`. False: another thread has been there. */
static inline bool slot_lock (uint32_t *there, uint32_t lock) {
  return !(lock & SLOT_LOCKED) && __atomic_compare_exchange_n(there, &lock, lock | SLOT_LOCKED, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

/* Unlocks the slots whose lock, at `there`, was `lock`: an entry is written, whose tag at `tag_there` is to be `tag`. */
static inline void slot_unlock (uint32_t *there, uint32_t lock, uint8_t *tag_there, uint8_t tag) {
  __atomic_store_n(tag_there, tag, __ATOMIC_RELAXED);
  __atomic_store_n(there, lock + SLOT_LOCK_STEP, __ATOMIC_RELEASE);
}

/*
** Writes an entry, with a key of `words` words, into a slot that is locked, and wide or not; `what` is what a narrow slot says of it,
** `rest` its work and generation.
*/
static inline void slot_write (uint64_t *slot, bool wide, const uint64_t *key, int words, const Entry *entry, uint64_t what,
                               uint64_t rest) {
  uint64_t bounds[SLOT_MOST_WORDS];
  for (int w = 0; w < words; w++) slot_store(&slot[SLOT_KEY + w], key[w]);
  if (wide) {
    what = slot_widen(bounds, words, entry);
    slot_store(&slot[SLOT_KEY + words], bounds[SLOT_KEY + words]);
    slot_store(&slot[SLOT_KEY + words + 1], bounds[SLOT_KEY + words + 1]);
  }
  slot_store(&slot[SLOT_WHAT], what | rest | (entry->move <= WIDE_MOVE ? (uint64_t)entry->move << ENTRY_MOVE_SHIFT : 0));
}
