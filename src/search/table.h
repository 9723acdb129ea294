/*
** The transposition table: entries of positions, by their keys. entry.h says what an entry is, and how it lies in a slot.
**
** A table is narrow until the first entry that does not fit, with values in whole units; then its unit becomes smaller, or all its
** slots become wide.
**
** A key is stored whole, so two keys are never confused. Its hash gives the slot where looking begins; an entry lies there or
** in the next free slot after it. Beside the slots, each has a tag, a byte of other bits of the hash: most keys that are looked up
** are not there, and the tags, being small and close together, say so soonest. A slot whose tag is 0 is free.
**
** While the table is smaller than it may become it grows as soon as three quarters of it are used, and forgets nothing. At its
** full size one looks at TABLE_REACH slots only, and a new entry takes the place of the one among them that belongs to an older
** search, or else took the least work to prove (Breuker, Uiterwijk & van den Herik, "Replacement schemes for transposition
** tables", 1994: the size of the subtree is the best measure of its worth).
**
** A large table has memory for its full size, of which it uses a part: so it grows in place, and the system clears each page once.
**
** Most lookups in a large table wait for memory, and those in a small one do not: in a search of a second that is worth more than
** the entries. So a table whose size is not stated replaces at a sixteenth of it, then at a quarter (table_grow_in_steps). When it has
** replaced TABLE_WORN times its entries it becomes four times as large. Entries are moved slot by slot, so nearly in the order of their
** homes, and those of one home spread over four: nearly all have room within reach. One that has none is replaced, and counted so.
**
** For algorithms that sample, each slot has two words more at its end: statistics of the position, see statistics.h.
**
** No pointer into the table outlives a call of rules: rules may search, and that may move the table.
**
** A table that several threads use at once has its full size from the beginning; slot.h says how they keep out of each other's way.
*/
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/hash.h"
#include "base/host.h"
#include "base/unlikely.h"
#include "game/game.h"
#include "search/entry.h"

#define TABLE_REACH 4
#define LOCK_SLOTS 8            /* that have a lock in common */

typedef struct TableCounts {
  uint64_t probes, hits, cutoffs, stores, replaced;
} TableCounts;

typedef struct Table {
  Host *host;           /* asked for memory only */
  uint64_t *slots;      /* and after them in memory the locks and the tags */
  uint8_t *tags;
  uint32_t *locks;      /* where several threads use it, see slot.h; else NULL */
  int mapped;           /* then: the process that has mapped it so that others may use it too; 0: the memory is the host's */
  uint64_t count;       /* slots there are */
  uint64_t reserved;    /* slots there is memory for */
  size_t bytes;         /* the most it may take; but it has one slot at least */
  uint64_t used;
  uint64_t reach;       /* slots to look at */
  uint64_t grows_at;    /* the number of used slots at which it grows; UINT64_MAX if it cannot */
  uint64_t worn_at;     /* the number of replaced entries at which it takes the next step; UINT64_MAX if there is none */
  uint64_t layout;      /* the number of its array of slots, shifted: see table_place */
  uint64_t generation;  /* of the search that stores now, in its place */
  Value unit;           /* of values in narrow slots: 1, 1/2, 1/4 ... */
  int words;            /* of a key */
  uint32_t stride;      /* words of a slot */
  uint32_t beside;      /* those of them that are statistics: STATISTICS_WORDS or 0 */
  bool wide;            /* the slots are */
  bool full;            /* it cannot grow any more, or is to take a step */
  uint8_t steps;        /* fourfold ones, that it is still to take */
  TableCounts counts;
} Table;

#define TABLE_BYTES ((size_t)64 << 20)          /* of a table whose size is not stated */
#define TABLE_STEPS 2
#define TABLE_WORN 8
#define SMALL_TABLE_BYTES ((size_t)16 << 20)    /* of one that serves a short search, or a part of one */

/* Makes an empty table for keys of `words` words, at most `bytes` large but of one slot at least. It takes no memory yet. */
void table_init (Table *table, Host *host, int words, size_t bytes);

/* Has an empty table grow in steps, up to its bytes. Several threads share one of its full size. Cannot fail. */
void table_grow_in_steps (Table *table);

/* Gives all memory back; the table is empty and may be used again. Cannot fail. */
void table_free (Table *table);

/* Forgets all entries. A table that several threads use stays theirs; none of the others may be at it now. Cannot fail. */
void table_empty (Table *table);

/* Another search begins: what others left is the first to be replaced. Cannot fail. */
void table_age (Table *table);

/* Forgets all bounds that are not solved; no other thread may use the table meanwhile. Cannot fail. */
void table_forget_estimates (Table *table);

/*
** Stores an entry in place of any with the same key and who; `hash` is table_hash of the key, `visits` the work it took. entry->place, if
** not 0, is from a lookup of this key and who: it saves the search for the slot.
** Without memory for a larger table the table stays as it is, and replaces. Cannot fail.
*/
void table_store (Table *table, const uint64_t *key, uint64_t hash, const Entry *entry, uint64_t visits);

/*
** Stores an entry with its work and generation in `rest`, such as one of another table; `hash` as in table_store. From now on one
** thread uses the table alone. Returns the slot, good until the next store, or NULL: there is no memory for it.
*/
uint64_t *table_insert (Table *table, const uint64_t *key, uint64_t hash, const Entry *entry, uint64_t rest);

/*
** From now on several threads may use the table, each with a copy of this head: no head is ever changed but in `used` and `counts`.
** `mapped`: processes that are forked may, too. `wide`: so that all values fit, for it will not be made wider; what does not fit is not
** stored. False, and nothing is changed, without memory for its full size.
*/
bool table_share (Table *table, bool mapped, bool wide);

/* And from now on one alone. Cannot fail: what there is no memory for is forgotten. */
void table_unshare (Table *table);

/*
** From now on slots have statistics. Without memory for what the table has it is forgotten. Not while other threads use the table. Cannot
** fail.
*/
void table_widen_by_statistics (Table *table);

/* Reads slot `i` of a shared table; false: it is not that of the key, or a thread writes there. */
bool table_read_shared (const Table *table, uint64_t i, const uint64_t *key, uint64_t who, Entry *entry);

/* A slot of a shared table for a key: the lock that it had, and whether it has the key. */
typedef struct SharedPlace { uint32_t lock; bool own; } SharedPlace;

/*
** Returns the number of the slot of a key in a shared table, or of one that it may take: a free one, or the one of the least priority.
** `place`: where it was found last. `patience`: awaits, for as many looks, a slot that may be about to get the key; NULL: does not wait.
*/
uint64_t table_place_shared (const Table *table, const uint64_t *key, uint64_t who, uint64_t hash, uint64_t place, SharedPlace *found,
                             int *patience);

/* Returns the most slots that the table may have, at their present width. Cannot fail. */
uint64_t table_limit (const Table *table);

/* Returns the bytes of a slot and its tag. */
static inline size_t table_slot_bytes (const Table *table) { return table->stride * sizeof(uint64_t) + sizeof *table->tags; }

/* Returns the bytes of all locks that `count` slots have. */
static inline size_t table_lock_bytes (const Table *table, uint64_t count) {
  return table->locks ? (size_t)((count + LOCK_SLOTS - 1) / LOCK_SLOTS) * sizeof *table->locks : 0;
}

static inline size_t table_bytes (const Table *table) {
  return (size_t)table->count * table_slot_bytes(table) + table_lock_bytes(table, table->count);
}

static inline uint64_t table_hash (const uint64_t *key, int words) {
  const uint64_t a = GOLDEN_GAMMA, b = UINT64_C(0xBF58476D1CE4E5B9);
  if (GAME_KEY_WORDS) words = GAME_KEY_WORDS;
  uint64_t hash = hash_fold(key[0] ^ a, words > 1 ? key[1] ^ b : b);
  if (words > 2) hash = hash_fold(key[2] ^ a, (words > 3 ? key[3] ^ b : b) + hash);
  for (int w = 4; GAME_KEY_ROWS && w < words; w += 2) hash = hash_fold(key[w] ^ a, (w + 1 < words ? key[w + 1] ^ b : b) + hash);
  return hash;
}

static inline uint64_t *table_slot (const Table *table, uint64_t i) { return table->slots + i * table->stride; }

/* Returns the lock of slot `i`, in a shared table. */
static inline uint32_t *table_lock (const Table *table, uint64_t i) { return &table->locks[i / LOCK_SLOTS]; }

/* Returns the slot where the lookup of a hash begins, by its high bits. */
static inline uint64_t table_home (const Table *table, uint64_t hash) { return high_product(hash, table->count); }

static inline uint8_t table_tag (uint64_t hash) { return (uint8_t)hash | 1; }

/*
** Is there an entry in a slot? Only while no other thread uses the table. A half-written entry, of
** a thread that was ended, is none, nor are those that have its lock.
*/
static inline bool table_has (const Table *table, uint64_t i) {
  return table->tags[i] != 0 && !(table->locks && table->locks[i / LOCK_SLOTS] & SLOT_LOCKED);
}

/* Are the words of two long keys the same, behind the first four? */
static inline bool table_same_rest (const uint64_t *a, const uint64_t *b, int words) {
  for (int w = 4; w < words; w++)
    if (a[w] != b[w]) return false;
  return true;
}

static inline bool table_same (const Table *table, const uint64_t *slot, const uint64_t *key, uint64_t who) {
  const int words = GAME_KEY_WORDS ? GAME_KEY_WORDS : table->words;
  return slot[SLOT_KEY] == key[0] && (slot[SLOT_WHAT] & ENTRY_WHO) == who && (words < 2 || slot[SLOT_KEY + 1] == key[1]) &&
         (words < 3 || (slot[SLOT_KEY + 2] == key[2] && (words < 4 || slot[SLOT_KEY + 3] == key[3]) &&
                        (!GAME_KEY_ROWS || table_same_rest(slot + SLOT_KEY, key, words))));
}

static inline Value table_value (const Table *table, uint64_t word) {
  int16_t value = (int16_t)(uint16_t)word;
  return value == INT16_MIN ? -INFINITY : value == INT16_MAX ? INFINITY : value * table->unit;
}

static inline Entry table_read (const Table *table, const uint64_t *slot) {
  uint64_t what = slot[SLOT_WHAT];
  Entry entry = {.who = what & ENTRY_WHO};
  if (table->wide) {
    union { uint64_t word; Value value; } lower = {slot[SLOT_KEY + table->words]}, upper = {slot[SLOT_KEY + table->words + 1]};
    entry.bounds = bounds_kept(lower.value, upper.value, what);
    entry.move = (int64_t)(what >> ENTRY_MOVE_SHIFT & WIDE_MOVE);
    entry.depth = (int)(what >> WIDE_DEPTH_SHIFT);
  } else {
    int depth = (int)(what >> NARROW_DEPTH_SHIFT & NARROW_DEPTH);
    entry.bounds = bounds_kept(table_value(table, what >> NARROW_LOWER_SHIFT), table_value(table, what >> NARROW_UPPER_SHIFT), what);
    entry.move = (int64_t)(what >> ENTRY_MOVE_SHIFT & NARROW_MOVE);
    entry.depth = depth == NARROW_DEPTH ? NO_HORIZON : depth;
  }
  return entry;
}

/* Returns the tag of slot `i`, which another thread may be writing. */
static inline uint8_t table_tag_at (const Table *table, uint64_t i) {
#if defined __GNUC__ && !defined __TINYC__
  return __atomic_load_n(&table->tags[i], __ATOMIC_RELAXED);
#else
  return table->tags[i];
#endif
}

/* Prefetches the cache line at `there`. */
static inline void will_read (const void *there) {
#if defined __GNUC__ && !defined __TINYC__
  __builtin_prefetch(there);
#else
  (void)there;
#endif
}

/* Prefetches what table_look of a hash reads first. */
static inline void table_will_look (const Table *table, uint64_t hash) {
  if (table->locks != NULL || table->count == 0) return;
  const uint64_t i = table_home(table, hash);
  will_read(&table->tags[i]);
  will_read(table_slot(table, i));
}

#define TABLE_LAYOUT_SHIFT 40           /* no table has as many slots as that many bits can count */

/*
** Returns the place of slot `i`, good for as long as the table keeps its array: no entry is ever removed, so a lookup that ended there, at
** the key or at a free slot, ends there again, unless another key was given the slot meanwhile. Never 0.
*/
static inline uint64_t table_place (const Table *table, uint64_t i) { return table->layout + i + 1; }

/* Puts the entry in slot `i` into *entry; false: it is not that of the key. */
static inline bool table_read_slot (const Table *table, uint64_t i, const uint64_t *key, uint64_t who, Entry *entry) {
  if (UNLIKELY(table->locks != NULL)) {
    Entry copy;                                 /* whose address is passed on: *entry stays in registers */
    if (!table_read_shared(table, i, key, who, &copy)) return false;
    *entry = copy;
    return true;
  }
  const uint64_t *slot = table_slot(table, i);
  if (!table_same(table, slot, key, who)) return false;
  *entry = table_read(table, slot);
  return true;
}

/*
** Puts the entry of a key into *entry; false if the table does not have it, and then entry->place alone is set: the free slot where it
** belongs, or 0.
*/
static inline bool table_look (Table *table, const uint64_t *key, uint64_t hash, uint64_t who, Entry *entry) {
  entry->place = 0;
  table->counts.probes++;
  if (table->count == 0) return false;
  uint64_t i = table_home(table, hash);
  const uint8_t tag = table_tag(hash);
  will_read(table_slot(table, i));              /* mostly it is wanted, and it is far away: while the tag comes */
  if (UNLIKELY(table->locks != NULL)) will_read(&table->locks[i / LOCK_SLOTS]); /* and this when an entry is stored */
  for (uint64_t left = table->reach; left > 0; left--) {
    const uint8_t its_tag = table_tag_at(table, i);
    if (its_tag == 0) {
      entry->place = table_place(table, i);
      return false;
    }
    if (its_tag == tag && table_read_slot(table, i, key, who, entry)) {
      table->counts.hits++;
      entry->place = table_place(table, i);
      return true;
    }
    if (++i == table->count) i = 0;
  }
  return false;
}
