#include "search/table.h"

#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "search/slot.h"

#define FIRST_SLOTS 1024
#define QUICK_SLOTS (1 << 18)   /* up to here a table grows sixteenfold, then twofold */
#define LARGE_BYTES ((size_t)4 << 20)   /* from here on memory is taken for the full size: the system gives pages as they are first used */
#define CHUNK ((uint64_t)4096)          /* slots that are moved together where a table grows in place; a cache has room for them */

void table_init (Table *t, Host *host, int words, size_t bytes) {
  *t = (Table){.host = host, .words = words, .unit = 1, .stride = (uint32_t)words + 1, .bytes = bytes};
}

void table_grow_in_steps (Table *t) { t->steps = TABLE_STEPS; }

static uint32_t stride_of (const Table *t) { return (uint32_t)t->words + (t->wide ? 3 : 1) + t->beside; }

/* Returns the bytes of the memory that it has. */
static size_t held_bytes (const Table *t) { return (size_t)t->reserved * table_slot_bytes(t) + table_lock_bytes(t, t->reserved); }

void table_free (Table *t) {
  if (t->mapped) pages_unmap(t->slots, held_bytes(t));
  else if (t->slots) t->host->allocate(t->host, t->slots, held_bytes(t), 0);
  t->slots = NULL;
  t->tags = NULL;
  t->locks = NULL;
  t->mapped = 0;
  t->count = t->reserved = t->used = t->grows_at = 0;
  t->full = false;
}

void table_empty (Table *t) {
  const size_t slots = (size_t)t->count * t->stride * sizeof *t->slots;
  if (t->locks) memset((char *)t->slots + slots, 0, table_bytes(t) - slots);    /* what lies behind them says which are free */
  else if (t->slots) table_free(t);
}

void table_age (Table *t) { t->generation = (t->generation + (UINT64_C(1) << ENTRY_GENERATION_SHIFT)) & ENTRY_GENERATION; }

/* The number of the slot for a key in a table that is full: its own; else a free one; else that of the least priority within reach. */
static uint64_t place_of_least (const Table *t, const uint64_t *key, uint64_t who, uint64_t hash) {
  uint64_t i = table_home(t, hash), victim = i;
  const uint8_t tag = table_tag(hash);
  for (uint64_t left = t->reach; left > 0; left--) {
    if (t->tags[i] == 0 || (t->tags[i] == tag && table_same(t, table_slot(t, i), key, who))) return i;
    if (slot_priority(*table_slot(t, i), t->generation) < slot_priority(*table_slot(t, victim), t->generation)) victim = i;
    if (++i == t->count) i = 0;
  }
  return victim;
}

/* Is `place` still that of the key? Then *i is the number of its slot. */
static inline bool is_place (const Table *t, uint64_t place, const uint64_t *key, uint64_t who, uint64_t hash, uint64_t *i) {
  *i = place - t->layout - 1;
  if (*i >= t->count) return false;
  return t->tags[*i] == 0 || (t->tags[*i] == table_tag(hash) && table_same(t, table_slot(t, *i), key, who));
}

/* The number of the slot for a key, in any table: while it may still grow a free one always exists. */
static inline __attribute__((always_inline)) uint64_t place (const Table *t, const uint64_t *key, uint64_t who, uint64_t hash) {
  if (t->full) return place_of_least(t, key, who, hash);
  const uint8_t tag = table_tag(hash);
  uint64_t i = table_home(t, hash);
  while (t->tags[i] != 0 && !(t->tags[i] == tag && table_same(t, table_slot(t, i), key, who)))
    if (++i == t->count) i = 0;
  return i;
}

/* Returns the slot where an entry of the key is to be written: at `hinted`, if that is still its place. Counts it, and sets its tag. */
static inline __attribute__((always_inline)) uint64_t *claim (Table *t, const uint64_t *key, uint64_t who, uint64_t hash, uint64_t hinted) {
  uint64_t i;
  if (!is_place(t, hinted, key, who, hash, &i)) i = place(t, key, who, hash);
  uint64_t *slot = table_slot(t, i);
  bool other = t->tags[i] == 0;
  if (other) t->used++;
  else if (t->full && !table_same(t, slot, key, who)) {
    other = true;
    if (UNLIKELY(++t->counts.replaced >= t->worn_at)) t->grows_at = 0;  /* with the next entry */
  }
  if (UNLIKELY(t->beside) && other) memset(slot + t->stride - STATISTICS_WORDS, 0, STATISTICS_WORDS * sizeof *slot);
  t->tags[i] = table_tag(hash);
  return slot;
}

/* Puts an entry where it belongs; `what` is what a narrow slot says of it. Returns the slot. */
static inline __attribute__((always_inline)) uint64_t *put (Table *t, const uint64_t *key, uint64_t hash, const Entry *entry,
                                                            uint64_t what, uint64_t rest) {
  uint64_t *slot = claim(t, key, entry->who, hash, entry->place);
  slot[SLOT_KEY] = key[0];
  if (t->words > 1) slot[SLOT_KEY + 1] = key[1];
  for (int w = 2; w < t->words; w++) slot[SLOT_KEY + w] = key[w];
  if (t->wide) what = slot_widen(slot, t->words, entry);
  slot[SLOT_WHAT] = what | rest | (entry->move <= WIDE_MOVE ? (uint64_t)entry->move << ENTRY_MOVE_SHIFT : 0);
  return slot;
}

/* Several threads: see slot.h. */

bool table_read_shared (const Table *t, uint64_t i, const uint64_t *key, uint64_t who, Entry *entry) {
  uint64_t copy[SLOT_MOST_WORDS];
  if (!slot_copy(t, i, slot_lock_now(table_lock(t, i)), copy) || !table_same(t, copy, key, who)) return false;
  *entry = table_read(t, copy);
  return true;
}

/* Returns the lock of slot `i`, when no thread writes there, or when patience is over. */
static uint32_t await_lock (const Table *t, uint64_t i, int *patience) {
  uint32_t lock;
  do lock = slot_lock_now(table_lock(t, i)); while (lock & SLOT_LOCKED && --*patience > 0);
  return lock;
}

/* First the slot at `place`, which is taken only if it has the key; then those within reach. One that is being written is taken last. */
uint64_t table_place_shared (const Table *t, const uint64_t *key, uint64_t who, uint64_t hash, uint64_t place, SharedPlace *found,
                             int *patience) {
  uint64_t copy[SLOT_MOST_WORDS], i = place - t->layout - 1, home = table_home(t, hash), victim = home, least = UINT64_MAX;
  const uint8_t tag = table_tag(hash);
  const bool hinted = i < t->count;
  uint32_t lock = SLOT_LOCKED;
  for (uint64_t left = t->reach + hinted; left > 0; left--) {
    const bool hint = hinted && left > t->reach;
    if (!hint) i = home;
    if (!hint && ++home == t->count) home = 0;
    uint32_t now = slot_lock_now(table_lock(t, i));
    uint8_t its_tag = table_tag_at(t, i);
    if (patience && now & SLOT_LOCKED && (its_tag == 0 || its_tag == tag)) {
      now = await_lock(t, i, patience);
      its_tag = table_tag_at(t, i);
    }
    *found = (SharedPlace){now, its_tag == tag && slot_copy(t, i, now, copy) && table_same(t, copy, key, who)};
    if (found->own || (its_tag == 0 && !hint) || (patience && *patience <= 0)) return i;
    const uint64_t its_priority = now & SLOT_LOCKED ? UINT64_MAX : slot_priority(slot_load(table_slot(t, i)), t->generation);
    if (hint || its_priority >= least) continue;
    least = its_priority;
    victim = i;
    lock = now;
  }
  *found = (SharedPlace){lock, false};
  return victim;
}

/* Returns the slot; NULL: another thread was there. */
static uint64_t *put_shared (Table *t, const uint64_t *key, uint64_t hash, const Entry *entry, uint64_t what, uint64_t rest) {
  SharedPlace found;
  const uint64_t i = table_place_shared(t, key, entry->who, hash, entry->place, &found, NULL);
  uint64_t *slot = table_slot(t, i);
  if (!slot_lock(table_lock(t, i), found.lock)) return NULL;
  if (table_tag_at(t, i) == 0) t->used++;
  else if (!found.own) t->counts.replaced++;
  for (uint32_t w = t->stride - t->beside; !found.own && w < t->stride; w++) slot_store(&slot[w], 0);  /* the statistics */
  slot_write(slot, t->wide, key, t->words, entry, what, rest);
  slot_unlock(table_lock(t, i), found.lock, &t->tags[i], table_tag(hash));
  return slot;
}

static void store_shared (Table *t, const uint64_t *key, uint64_t hash, const Entry *entry, uint64_t rest) {
  uint64_t what = 0;
  if (t->wide || slot_narrow(entry, t->unit, &what)) put_shared(t, key, hash, entry, what, rest);
}

/* Growing. */

/* Returns the most slots that fit into its bytes, however many steps it has to take. */
static uint64_t all_slots (const Table *t) {
  const uint64_t each = table_slot_bytes(t);
  uint64_t most = t->locks ? t->bytes * LOCK_SLOTS / (each * LOCK_SLOTS + sizeof *t->locks) : t->bytes / each;
  if (most * each + table_lock_bytes(t, most) > t->bytes) most--;       /* the last lock has fewer slots */
  return most < 1 ? 1 : most;
}

static uint64_t most_slots (const Table *t) {
  const uint64_t most = all_slots(t) >> 2 * t->steps;
  return most < 1 ? 1 : most;
}

uint64_t table_limit (const Table *t) { return t->full ? t->count : most_slots(t); }

/* Sets the size of `t` to `count`, or to its full size if that is less than twice as large: then it no longer looks far for a free slot. */
static void resize (Table *t, uint64_t count) {
  const uint64_t most = most_slots(t);
  t->count = count > most / 2 ? most : count;
  t->full = t->count == most;
  t->reach = t->full && most > TABLE_REACH ? TABLE_REACH : t->count;
  t->layout += UINT64_C(1) << TABLE_LAYOUT_SHIFT;
  t->grows_at = t->full ? UINT64_MAX : t->count / 4 * 3;
  t->worn_at = t->full && t->steps > 0 ? t->counts.replaced + TABLE_WORN * t->count : UINT64_MAX;
}

/* Takes memory for `count` slots; false: there is none. */
static bool reserve (Table *t, uint64_t count) {
  t->reserved = count;
  t->slots = t->mapped ? pages_map(held_bytes(t)) : t->host->allocate(t->host, NULL, 0, held_bytes(t));
  return t->slots != NULL;
}

/* Takes memory for a table that was resized, for its full size if it is large; false: there is none. */
static bool allot (Table *t) {
  if (!(table_bytes(t) >= LARGE_BYTES && reserve(t, all_slots(t))) && !reserve(t, t->count)) return false;
  pages_enlarge(t->slots, held_bytes(t));
  const size_t of_locks = table_lock_bytes(t, t->reserved);
  unsigned char *beside = (unsigned char *)(t->slots + t->reserved * t->stride);
  t->tags = beside + of_locks;
  if (t->locks) t->locks = (uint32_t *)(void *)beside;
  if (!t->mapped) memset(beside, 0, of_locks + (size_t)t->count * sizeof *t->tags);
  return true;
}

static void move_entries (Table *to, const Table *from) {
  uint64_t what = 0;
  for (uint64_t i = 0; i < from->count; i++) {
    if (!table_has(from, i)) continue;
    const uint64_t *slot = table_slot(from, i), *key = slot + SLOT_KEY, hash = table_hash(key, from->words);
    if (to->stride == from->stride && to->wide == from->wide && !to->locks) {
      memcpy(claim(to, key, slot[SLOT_WHAT] & ENTRY_WHO, hash, 0), slot, to->stride * sizeof *slot);
      continue;
    }
    const uint64_t rest = slot[SLOT_WHAT] & (ENTRY_WORK | ENTRY_GENERATION);
    Entry entry = table_read(from, slot);
    if (!to->wide) slot_narrow(&entry, to->unit, &what);
    uint64_t *made = to->locks ? put_shared(to, key, hash, &entry, what, rest) : put(to, key, hash, &entry, what, rest);
    if (made && to->beside && from->beside)
      memcpy(made + to->stride - STATISTICS_WORDS, slot + from->stride - STATISTICS_WORDS, STATISTICS_WORDS * sizeof *slot);
  }
}

/*
** Becomes the table `other`, which is as *t but for its kind, with `count` slots or the most that it may have: all is moved there. False,
** and nothing is changed, without memory for it.
*/
static bool become (Table *t, Table other, uint64_t count) {
  other.stride = stride_of(&other);
  resize(&other, count);
  other.used = 0;
  if (!allot(&other)) return false;
  move_entries(&other, t);
  table_free(t);
  *t = other;
  return true;
}

/*
** Grows `t` to `grown` with `count` slots within its memory, the last chunk first: a home is now at least twice as far from the first slot,
** so it lies behind the chunk, or in the first chunk. What wraps around to that is moved with it again. False: there is no memory for it.
*/
static bool spread (Table *t, Table grown, uint64_t count) {
  const size_t bytes = CHUNK * table_slot_bytes(t), slot_bytes = t->stride * sizeof *t->slots;
  Table chunk = *t;
  resize(&grown, count);
  if (grown.count > t->reserved) return false;
  chunk.slots = t->host->allocate(t->host, NULL, 0, bytes);
  if (chunk.slots == NULL) return false;
  chunk.tags = (uint8_t *)(chunk.slots + CHUNK * t->stride);
  memset(t->tags + t->count, 0, grown.count - t->count);
  for (uint64_t end = t->count, first; end > 0; end = first) {
    first = (end - 1) / CHUNK * CHUNK;
    chunk.count = end - first;
    memcpy(chunk.slots, table_slot(t, first), chunk.count * slot_bytes);
    memcpy(chunk.tags, t->tags + first, chunk.count);
    memset(t->tags + first, 0, chunk.count);
    for (uint64_t i = 0; i < chunk.count; i++) grown.used -= chunk.tags[i] != 0;
    move_entries(&grown, &chunk);
  }
  t->host->allocate(t->host, chunk.slots, bytes, 0);
  *t = grown;
  return true;
}

/* Moves everything into a table of another size or width; false, and nothing is changed, without memory for it. */
static bool rebuild (Table *t, uint64_t count, bool wide) {
  Table other = *t;
  other.wide = wide;
  other.steps -= t->full && t->steps > 0;
  return (wide == t->wide && spread(t, other, count)) || become(t, other, count);
}

/* Writes the entry that is in a narrow slot anew, as slot_narrow has put it into `what`. */
static void rewrite (uint64_t *slot, const Entry *entry, uint64_t what) {
  *slot = what | (*slot & (ENTRY_WORK | ENTRY_GENERATION)) | (uint64_t)entry->move << ENTRY_MOVE_SHIFT;
}

void table_forget_estimates (Table *t) {
  for (uint64_t i = 0, what; i < t->count; i++) {
    if (!table_has(t, i)) continue;
    uint64_t *slot = table_slot(t, i);
    Entry entry = table_read(t, slot);
    entry.bounds = bounds_only(entry.bounds, bounds_solved(entry.bounds));
    if (t->wide) slot_widen(slot, t->words, &entry);
    else if (slot_narrow(&entry, t->unit, &what)) rewrite(slot, &entry, what);
  }
}

/* Changes a narrow table's unit to a smaller one; false, and nothing is changed: there is an entry that does not fit then. */
static bool change_unit (Table *t, Value unit) {
  uint64_t what = 0;
  for (int pass = 0; pass < 2; pass++) {
    for (uint64_t i = 0; i < t->count; i++) {
      if (!table_has(t, i)) continue;
      uint64_t *slot = table_slot(t, i);
      const Entry entry = table_read(t, slot);
      if (!slot_narrow(&entry, unit, &what)) return false;
      if (pass == 1) rewrite(slot, &entry, what);
    }
  }
  t->unit = unit;
  return true;
}

/* Makes a narrow table such that the entry fits: it is *what in the new unit; or the slots are wide. False: no memory. */
static __attribute__((noinline)) bool make_fit (Table *t, const Entry *entry, uint64_t *what) {
  Value unit = t->unit;
  while (unit > SLOT_UNIT && !slot_narrow(entry, unit, what)) unit /= 2;
  return (slot_narrow(entry, unit, what) && change_unit(t, unit)) || rebuild(t, t->count ? t->count : FIRST_SLOTS, true);
}

static uint64_t larger (const Table *t) {
  if (t->full) return UINT64_MAX;
  return t->count == 0 ? FIRST_SLOTS : t->count < QUICK_SLOTS ? 16 * t->count : 2 * t->count;
}

/* Without memory this is the full size. */
static void stop_growing (Table *t) {
  t->full = true;
  t->reach = t->count < TABLE_REACH ? t->count : TABLE_REACH;
  t->grows_at = t->worn_at = UINT64_MAX;
  t->layout += UINT64_C(1) << TABLE_LAYOUT_SHIFT;       /* a place may be beyond reach now */
}

/* Makes room for one more, if there is any to be had; false when there is no table at all. */
static inline bool make_room (Table *t) {
  if (UNLIKELY(t->used >= t->grows_at) && !rebuild(t, larger(t), t->wide)) stop_growing(t);
  return t->count > 0;
}

/* Returns the slot; NULL: there is no memory for it. */
static inline __attribute__((always_inline)) uint64_t *insert (Table *t, const uint64_t *key, uint64_t hash, const Entry *entry,
                                                               uint64_t rest) {
  uint64_t what = 0;
  if (!t->wide && UNLIKELY(!slot_narrow(entry, t->unit, &what)) && !make_fit(t, entry, &what)) return NULL;
  return make_room(t) ? put(t, key, hash, entry, what, rest) : NULL;
}

__attribute__((noinline)) uint64_t *table_insert (Table *t, const uint64_t *key, uint64_t hash, const Entry *entry, uint64_t rest) {
  if (t->locks) table_unshare(t);
  return insert(t, key, hash, entry, rest);
}

void table_store (Table *t, const uint64_t *key, uint64_t hash, const Entry *entry, uint64_t visits) {
  t->counts.stores++;
  if (t->locks) store_shared(t, key, hash, entry, t->generation | slot_work(visits));
  else insert(t, key, hash, entry, t->generation | slot_work(visits));
}

/* Beginning and ending to share. */

bool table_share (Table *t, bool mapped, bool wide) {
  static uint32_t any;
  if (t->locks && (t->mapped != 0) == mapped && (t->wide || !wide)) return true;
  table_unshare(t);
  Table other = *t;
  other.locks = &any;
  other.steps = 0;
  other.mapped = mapped ? (int)getpid() : 0;
  other.wide = t->wide || wide;
  return become(t, other, UINT64_MAX);
}

void table_unshare (Table *t) {
  if (!t->locks) return;
  Table other = *t;
  other.locks = NULL;
  other.mapped = 0;
  const bool ours = !t->mapped || t->mapped == (int)getpid();   /* what others still write to is left to them */
  uint64_t count = FIRST_SLOTS, entries = 0;
  for (uint64_t i = 0; ours && i < t->count; i++) entries += table_has(t, i);
  while (count / 4 * 3 <= entries) count *= 2;
  if (!ours || !become(t, other, count)) table_free(t);
}

void table_widen_by_statistics (Table *t) {
  if (t->beside) return;
  table_unshare(t);
  Table other = *t;
  other.beside = STATISTICS_WORDS;
  if (t->count > 0 && become(t, other, t->count)) return;
  table_free(t);
  t->beside = other.beside;
  t->stride = stride_of(t);
}
