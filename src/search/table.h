/*
** The transposition table: bounds that were proved of positions, by their keys. An entry has both
** bounds (de Bruin & Pijls, "Trends", Fig. 5: f- and f+), the remaining depth they were proved for,
** and the number of the best successor.
**
** An entry lies in a slot, a row of 64-bit words: first what is known, then the key. Most games have small whole numbers as
** values, and then one word is enough for all that is known:
**
**     narrow   | upper 16 | lower 16 | depth 10 | move 9 | work 5 | generation 3 | solved 2 | who 3 |  key, 1 to 16 words
**
**     wide     |      depth 32       |  0 5  |  move 14  | work 5 | generation 3 | solved 2 | who 3 |  key  | lower | upper
**
** A table is narrow until the first entry that does not fit; then all its slots become wide.
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
** For algorithms that sample, each slot has two words more at its end: statistics of the position (table_count), how often it was
** visited and the sum of what came out. They are of one kind, which says what a result means; those of another kind count as none.
**
** No pointer into the table outlives a call of rules: rules may search, and that may move the
** table.
**
** A table that several threads use at once has its full size from the beginning; table.c has, at its end, how they keep out of each other's way.
*/
#ifndef GTS_TABLE_H
#define GTS_TABLE_H

#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/hash.h"
#include "base/host.h"
#include "base/unlikely.h"
#include "game/game.h"

#define TABLE_REACH 4
#define TABLE_LOCKED UINT32_C(0x100)    /* of a lock: a thread writes to the slot */

enum { SLOT_WHAT, SLOT_KEY };           /* in a wide slot the bounds follow the key */

#define ENTRY_FULL UINT64_C(1)          /* of a search that is not selective: such entries are all it trusts */
#define ENTRY_MAX UINT64_C(2)           /* MAX moves here: says nothing where the position itself says it */
#define ENTRY_INFORMED UINT64_C(4)      /* proved with the bounds of the rules */
#define ENTRY_WHO UINT64_C(7)           /* these three are part of what an entry is looked up by */
#define ENTRY_LOWER_SOLVED UINT64_C(8)  /* the lower bound rests on no horizon, and serves at a greater depth too */
#define ENTRY_UPPER_SOLVED UINT64_C(16)
#define ENTRY_SOLVED (ENTRY_LOWER_SOLVED | ENTRY_UPPER_SOLVED)
#define ENTRY_GENERATION_SHIFT 5
#define ENTRY_GENERATION (UINT64_C(7) << ENTRY_GENERATION_SHIFT)
#define ENTRY_WORK_SHIFT 8
#define ENTRY_WORK (UINT64_C(31) << ENTRY_WORK_SHIFT)
#define ENTRY_MOVE_SHIFT 13
#define NARROW_MOVE 511                 /* the greatest number of a successor that fits */
#define WIDE_MOVE 16383                 /* greater ones are 0, unknown */
#define NARROW_DEPTH_SHIFT 22
#define NARROW_DEPTH 1023               /* stands for NO_HORIZON */
#define NARROW_LOWER_SHIFT 32           /* a 16-bit whole number; INT16_MIN and INT16_MAX stand for the infinities */
#define NARROW_UPPER_SHIFT 48
#define WIDE_DEPTH_SHIFT 32

#define NO_HORIZON INT_MAX              /* as a depth: to the terminals */

/* An entry, unpacked. */
typedef struct Entry {
  Value lower, upper;
  uint64_t flags;       /* who and solved */
  int64_t move;         /* the number of a successor, 0 if unknown */
  int depth;            /* plies to go */
  uint64_t place;       /* the slot where its lookup ended: see table_place; 0: unknown */
} Entry;

/* Returns the entry of the reversed position, whose value is the negative one (0, and not -0, of 0). */
static inline Entry entry_reversed (Entry entry) {
  const Value lower = entry.lower;
  const uint64_t solved = entry.flags & ENTRY_SOLVED;
  entry.lower = 0 - entry.upper;
  entry.upper = 0 - lower;
  if (solved == ENTRY_LOWER_SOLVED || solved == ENTRY_UPPER_SOLVED) entry.flags ^= ENTRY_SOLVED;
  return entry;
}

/* What came out when a position was visited. */
typedef struct Statistics {
  uint32_t visits;
  uint32_t kind;        /* of the results */
  Value sum;            /* of them */
} Statistics;

#define STATISTICS_WORDS 2

typedef struct TableCounts {
  uint64_t probes, hits, cutoffs, stores, replaced;
} TableCounts;

typedef struct Table {
  Host *host;           /* asked for memory only */
  uint64_t *slots;      /* and after them in memory the tags */
  uint8_t *tags;
  uint32_t *locks;      /* in their place, where several threads use it; else NULL */
  int mapped;           /* then: the process that has mapped it so that others may use it too; 0: the memory is the host's */
  uint64_t count;       /* slots there are */
  size_t bytes;         /* the most it may take; but it has one slot at least */
  uint64_t used;
  uint64_t reach;       /* slots to look at */
  uint64_t grows_at;    /* the number of used slots at which it grows; UINT64_MAX if it cannot */
  uint64_t layout;      /* the number of its array of slots, shifted: see table_place */
  uint64_t generation;  /* of the search that stores now, in its place */
  int words;            /* of a key */
  uint32_t stride;      /* words of a slot */
  uint32_t beside;      /* those of them that are statistics: STATISTICS_WORDS or 0 */
  bool wide;            /* the slots are */
  bool full;            /* it cannot grow any more */
  TableCounts counts;
} Table;

#define TABLE_BYTES ((size_t)64 << 20)          /* of a table whose size is not stated */
#define SMALL_TABLE_BYTES ((size_t)16 << 20)    /* of one that serves a short search, or a part of one */

/* Makes an empty table for keys of `words` words, at most `bytes` large but of one slot at least. It takes no memory yet. */
void table_init (Table *table, Host *host, int words, size_t bytes);

/* Gives all memory back; the table is empty and may be used again. Cannot fail. */
void table_free (Table *table);

/* Another search begins: what others left is the first to be replaced. Cannot fail. */
void table_age (Table *table);

/*
** Stores an entry in place of any with the same key and who; `hash` is table_hash of the key, `visits` the work it took. entry->place, if
** not 0, is from a lookup of this key and who: it saves the search for the slot.
** Without memory for a larger table the table stays as it is, and replaces. Cannot fail.
*/
void table_store (Table *table, const uint64_t *key, uint64_t hash, const Entry *entry, uint64_t visits);

/* Stores an entry of another table, with its work and generation in `rest`. Cannot fail. */
void table_insert (Table *table, const uint64_t *key, const Entry *entry, uint64_t rest);

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

/*
** Puts the entry of a key and its statistics into *entry and *statistics; false, and nothing is there, if the table does not have it, or
** another thread writes it. *place: where it was found last, 0 for unknown; set to where it is. Only where slots have statistics.
*/
bool table_look_statistics (Table *table, const uint64_t *key, uint64_t hash, uint64_t *place, Entry *entry, Statistics *statistics);

/*
** Adds `more` to the statistics of a key, in any thread; *known, what the caller knows them to be without that, takes their place where the
** table has none, or has those of another kind. *known is then what they are with it. Of `entry` the flags say whose it is, and which
** of its bounds are proved for its depth: they narrow those that are there. `place` is as above. False: the table is as it was, for
** want of memory, or because another thread has been writing there for long.
*/
bool table_count (Table *table, const uint64_t *key, uint64_t hash, uint64_t *place, const Entry *entry, Statistics more,
                  Statistics *known);

/* table_look in a shared table. */
bool table_look_shared (Table *table, const uint64_t *key, uint64_t hash, uint64_t who, Entry *entry);

/* Returns the most slots that the table may have, at their present width. Cannot fail. */
uint64_t table_limit (const Table *table);

/* Returns the bytes of a slot and its tag. */
static inline size_t table_slot_bytes (const Table *table) {
  return table->stride * sizeof(uint64_t) + (table->locks ? sizeof *table->locks : sizeof *table->tags);
}

static inline size_t table_bytes (const Table *table) { return (size_t)table->count * table_slot_bytes(table); }

static inline uint64_t table_hash (const uint64_t *key, int words) {
  const uint64_t a = GOLDEN_GAMMA, b = UINT64_C(0xBF58476D1CE4E5B9);
  if (GAME_KEY_WORDS) words = GAME_KEY_WORDS;
  uint64_t hash = hash_fold(key[0] ^ a, words > 1 ? key[1] ^ b : b);
  if (words > 2) hash = hash_fold(key[2] ^ a, (words > 3 ? key[3] ^ b : b) + hash);
  for (int w = 4; GAME_KEY_ROWS && w < words; w += 2) hash = hash_fold(key[w] ^ a, (w + 1 < words ? key[w + 1] ^ b : b) + hash);
  return hash;
}

static inline uint64_t *table_slot (const Table *table, uint64_t i) { return table->slots + i * table->stride; }

/* Returns the slot where the lookup of a hash begins, by its high bits. */
static inline uint64_t table_home (const Table *table, uint64_t hash) {
  return high_product(hash, table->count);
}

static inline uint8_t table_tag (uint64_t hash) { return (uint8_t)hash | 1; }

/*
** Is there an entry in a slot? Only while no other thread uses the table. A half-written entry, of
** a thread that was ended, is none.
*/
static inline bool table_has (const Table *table, uint64_t i) {
  return table->locks ? table->locks[i] != 0 && !(table->locks[i] & TABLE_LOCKED) : table->tags[i] != 0;
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

static inline Value table_value (uint64_t word) {
  int16_t value = (int16_t)(uint16_t)word;
  return value == INT16_MIN ? -INFINITY : value == INT16_MAX ? INFINITY : value;
}

static inline Entry table_read (const Table *table, const uint64_t *slot) {
  uint64_t what = slot[SLOT_WHAT];
  Entry entry = {.flags = what & (ENTRY_WHO | ENTRY_SOLVED)};
  if (table->wide) {
    union { uint64_t word; Value value; } lower = {slot[SLOT_KEY + table->words]}, upper = {slot[SLOT_KEY + table->words + 1]};
    entry.lower = lower.value;
    entry.upper = upper.value;
    entry.move = (int64_t)(what >> ENTRY_MOVE_SHIFT & WIDE_MOVE);
    entry.depth = (int)(what >> WIDE_DEPTH_SHIFT);
  } else {
    int depth = (int)(what >> NARROW_DEPTH_SHIFT & NARROW_DEPTH);
    entry.lower = table_value(what >> NARROW_LOWER_SHIFT);
    entry.upper = table_value(what >> NARROW_UPPER_SHIFT);
    entry.move = (int64_t)(what >> ENTRY_MOVE_SHIFT & NARROW_MOVE);
    entry.depth = depth == NARROW_DEPTH ? NO_HORIZON : depth;
  }
  return entry;
}

/* Prefetches the cache line at `there`. */
static inline void will_read (const void *there) {
#if defined __GNUC__ && !defined __TINYC__
  __builtin_prefetch(there);
#else
  (void)there;
#endif
}

#define TABLE_LAYOUT_SHIFT 40           /* no table has as many slots as that many bits can count */

/*
** Returns the place of slot `i`, good for as long as the table keeps its array: no entry is ever removed, so a lookup that ended there, at
** the key or at a free slot, ends there again, unless another key was given the slot meanwhile. Never 0.
*/
static inline uint64_t table_place (const Table *table, uint64_t i) { return table->layout + i + 1; }

/*
** Puts the entry of a key into *entry; false if the table does not have it, and then entry->place alone is set: the free slot where it
** belongs, or 0.
*/
static inline bool table_look (Table *table, const uint64_t *key, uint64_t hash, uint64_t who, Entry *entry) {
  entry->place = 0;
  if (UNLIKELY(table->locks != NULL)) {
    Entry copy;                                 /* whose address is passed on: *entry stays in registers */
    if (!table_look_shared(table, key, hash, who, &copy)) return false;
    *entry = copy;
    return true;
  }
  table->counts.probes++;
  if (table->count == 0) return false;
  uint64_t i = table_home(table, hash);
  const uint8_t tag = table_tag(hash);
  will_read(table_slot(table, i));              /* mostly it is wanted, and it is far away: while the tag comes */
  for (uint64_t left = table->reach; left > 0; left--) {
    if (table->tags[i] == 0) {
      entry->place = table_place(table, i);
      return false;
    }
    const uint64_t *slot = table_slot(table, i);
    if (table->tags[i] == tag && table_same(table, slot, key, who)) {
      table->counts.hits++;
      *entry = table_read(table, slot);
      entry->place = table_place(table, i);
      return true;
    }
    if (++i == table->count) i = 0;
  }
  return false;
}

#endif
