/*
** A set of positions: rows of words side by side, in the order in which they came, and a hash table of their numbers. The first words
** of a row are its key, by which it is found; the rest is what goes with it.
**
** The table has a slot of 8 bytes for each row and some more: the number of the row, from 1, and as many bits of the hash, so that the
** row itself is hardly ever looked at in vain.
*/
#pragma once

#include <stdint.h>

#include "search/table.h"
#include "solve/store.h"

#define SET_MOST UINT32_C(0xfffffff0)   /* rows */

typedef struct Set {
  Store *store;
  int key_words, width; /* of a row */
  uint64_t *rows;
  uint64_t count, room; /* rows there are, and there is room for */
  uint64_t *slots;      /* a power of two of them; NULL: none, and nothing can be found */
  uint64_t mask;
} Set;

/* An empty set, which holds no memory yet. Cannot fail. */
void set_open (Set *set, Store *store, int key_words, int width);

/* Gives all memory back: the set is empty. Cannot fail. */
void set_close (Set *set);

/* The bytes that it takes to have room for `more` rows more. */
size_t set_growth (const Set *set, uint64_t more);

/* Makes that room. Leaves the search if there is none. */
void set_reserve (Set *set, uint64_t more);
/* Makes room for `more` rows without slots, to be added by set_append: until set_make_slots nothing can be found. */
void set_make_room (Set *set, uint64_t more);

/* Gives the table back, and makes it again of the rows as they are now, all of which have different keys. */
void set_forget_slots (Set *set);
void set_make_slots (Set *set);

static inline uint64_t *set_row (const Set *set, uint64_t i) { return set->rows + i * (uint64_t)set->width; }

static inline uint64_t set_hash (const Set *set, const uint64_t *key) { return table_hash(key, set->key_words); }

static inline uint64_t *set_slot (const Set *set, uint64_t hash) { return &set->slots[hash >> 20 & set->mask]; }

/* The key will be looked for soon. */
static inline void set_will_find (const Set *set, uint64_t hash) {
  if (set->slots) will_read(set_slot(set, hash));
}

/* The slot of a key is there: so its row will be wanted soon. */
static inline void set_will_read (const Set *set, uint64_t hash) {
  if (!set->slots) return;
  const uint64_t slot = *set_slot(set, hash);
  if (slot != 0) will_read(set_row(set, (slot & UINT32_MAX) - 1));
}

#define SET_ABSENT UINT64_MAX

static inline uint64_t set_tag (uint64_t hash) { return hash << 32; }

static inline int set_same (const Set *set, uint64_t i, const uint64_t *key) {
  const uint64_t *row = set_row(set, i);
  for (int w = 0; w < set->key_words; w++)
    if (row[w] != key[w]) return 0;
  return 1;
}

/* The number of the row with this key, from 0; SET_ABSENT: there is none. Then *free is where it would have its slot. */
static inline uint64_t set_look (const Set *set, const uint64_t *key, uint64_t hash, uint64_t *free) {
  for (uint64_t at = hash >> 20 & set->mask; ; at = (at + 1) & set->mask) {
    const uint64_t slot = set->slots[at];
    if (slot == 0) {
      *free = at;
      return SET_ABSENT;
    }
    if ((slot ^ set_tag(hash)) >> 32 == 0 && set_same(set, (slot & UINT32_MAX) - 1, key)) return (slot & UINT32_MAX) - 1;
  }
}

static inline uint64_t set_find (const Set *set, const uint64_t *key, uint64_t hash) {
  uint64_t free = 0;
  return set->slots ? set_look(set, key, hash, &free) : SET_ABSENT;
}

/* Adds a row, for which there is room, whose key is new. */
static inline uint64_t *set_append (Set *set) { return set_row(set, set->count++); }

/* Adds a row, for which there is room, unless its key is there. Returns whether it was added. */
static inline int set_add (Set *set, const uint64_t *row, uint64_t hash) {
  uint64_t free = 0;
  if (set_look(set, row, hash, &free) != SET_ABSENT) return 0;
  uint64_t *to = set_row(set, set->count);
  for (int w = 0; w < set->width; w++) to[w] = row[w];
  set->slots[free] = set_tag(hash) | ++set->count;
  return 1;
}

/* The number of the row with this key, as set_find, for callers without its hash; a new row if there is none. The latter leaves the search
** for want of memory. */
uint64_t set_seek (const Set *set, const uint64_t *key);
uint64_t set_number (Set *set, const uint64_t *row);

/* Sorting rows of words, in place. */

/* Sorts `count` rows of `width` words by their first `keys` words, as numbers without a sign. Cannot fail. */
void sort_rows (uint64_t *rows, uint64_t count, int width, int keys);

/* Which of two keys comes first: below 0, a; above 0, b; 0: they are the same. */
static inline int sort_compare (const uint64_t *a, const uint64_t *b, int keys) {
  for (int w = 0; w < keys; w++)
    if (a[w] != b[w]) return a[w] < b[w] ? -1 : 1;
  return 0;
}
