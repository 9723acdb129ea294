#include "search/table.h"

#include <string.h>
#include <unistd.h>

#include "base/arena.h"

#define FIRST_SLOTS 1024
#define QUICK_SLOTS (1 << 18)   /* up to here a table grows sixteenfold, then twofold */

void table_init (Table *t, Host *host, int words, size_t bytes) {
  *t = (Table){.host = host, .words = words, .stride = (uint32_t)words + 1, .bytes = bytes};
}

static uint32_t stride_of (const Table *t) { return (uint32_t)t->words + (t->wide ? 3 : 1) + t->beside; }

void table_free (Table *t) {
  if (t->mapped) pages_unmap(t->slots, table_bytes(t));
  else if (t->slots) t->host->allocate(t->host, t->slots, table_bytes(t), 0);
  t->slots = NULL;
  t->tags = NULL;
  t->locks = NULL;
  t->mapped = 0;
  t->count = t->used = t->grows_at = 0;
  t->full = false;
}

void table_age (Table *t) {
  t->generation = (t->generation + (UINT64_C(1) << ENTRY_GENERATION_SHIFT)) & ENTRY_GENERATION;
}

/* Returns the replacement priority of an entry, the least to be replaced first: entries of other searches, then those of little work. */
static uint64_t priority (const Table *t, uint64_t what) {
  return ((what & ENTRY_GENERATION) == t->generation ? ENTRY_WORK + 1 : 0) + (what & ENTRY_WORK);
}

/* The number of the slot for a key in a table that is full: its own; else a free one; else that of the least priority within reach. */
static uint64_t place_of_least (const Table *t, const uint64_t *key, uint64_t who, uint64_t hash) {
  uint64_t i = table_home(t, hash), victim = i;
  const uint8_t tag = table_tag(hash);
  for (uint64_t left = t->reach; left > 0; left--) {
    if (t->tags[i] == 0 || (t->tags[i] == tag && table_same(t, table_slot(t, i), key, who))) return i;
    if (priority(t, *table_slot(t, i)) < priority(t, *table_slot(t, victim))) victim = i;
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

/*
** The number of the slot for a key, in any table: while it may still grow a free one always exists.
*/
static inline uint64_t place (const Table *t, const uint64_t *key, uint64_t who, uint64_t hash) {
  if (t->full) return place_of_least(t, key, who, hash);
  const uint8_t tag = table_tag(hash);
  uint64_t i = table_home(t, hash);
  while (t->tags[i] != 0 && !(t->tags[i] == tag && table_same(t, table_slot(t, i), key, who)))
    if (++i == t->count) i = 0;
  return i;
}

/* Packing. `rest` is work and generation, in their places. */

/* A value as 16 bits; false if it does not fit. */
static inline bool narrow_value (Value value, uint64_t *bits) {
  const Value least = INT16_MIN, most = INT16_MAX;
  const int small = (int)(value > most ? most : value < least ? least : value);
  *bits = (uint16_t)small;
  return (small > INT16_MIN && small < INT16_MAX) ? (Value)small == value : isinf(value) != 0;
}

/* Packs an entry into a narrow slot, but for `rest`; returns false if it does not fit. */
static inline bool narrow_entry (const Entry *entry, uint64_t *what) {
  uint64_t lower, upper, depth = (uint64_t)entry->depth;
  *what = entry->flags;
  if (!narrow_value(entry->lower, &lower) || !narrow_value(entry->upper, &upper)) return false;
  if (depth >= NARROW_DEPTH) {
    if (entry->depth != NO_HORIZON) return false;
    depth = NARROW_DEPTH;
  }
  if (entry->move > NARROW_MOVE && entry->move <= WIDE_MOVE) return false;
  *what |= lower << NARROW_LOWER_SHIFT | upper << NARROW_UPPER_SHIFT | depth << NARROW_DEPTH_SHIFT;
  return true;
}

static uint64_t word_of (Value value) {
  uint64_t word;
  memcpy(&word, &value, sizeof word);
  return word;
}

/* Writes the bounds of a wide slot, behind the key. Returns its first word. */
static uint64_t widen_entry (const Table *t, uint64_t *slot, const Entry *entry) {
  slot[SLOT_KEY + t->words] = word_of(entry->lower);
  slot[SLOT_KEY + t->words + 1] = word_of(entry->upper);
  return entry->flags | (uint64_t)entry->depth << WIDE_DEPTH_SHIFT;
}

/* Puts an entry where it belongs; `what` is what a narrow slot says of it. Returns the slot. */
static inline __attribute__((always_inline)) uint64_t *put (Table *t, const uint64_t *key, uint64_t hash, const Entry *entry, uint64_t what, uint64_t rest) {
  const uint64_t who = entry->flags & ENTRY_WHO;
  uint64_t i;
  if (!is_place(t, entry->place, key, who, hash, &i)) i = place(t, key, who, hash);
  uint64_t *slot = table_slot(t, i);
  bool other = t->tags[i] == 0;
  if (other) t->used++;
  else if (t->full && !table_same(t, slot, key, who)) {
    other = true;
    t->counts.replaced++;
  }
  if (UNLIKELY(t->beside) && other) memset(slot + t->stride - STATISTICS_WORDS, 0, STATISTICS_WORDS * sizeof *slot);
  t->tags[i] = table_tag(hash);
  slot[SLOT_KEY] = key[0];
  if (t->words > 1) slot[SLOT_KEY + 1] = key[1];
  for (int w = 2; w < t->words; w++) slot[SLOT_KEY + w] = key[w];
  if (t->wide) what = widen_entry(t, slot, entry);
  slot[SLOT_WHAT] = what | rest | (entry->move <= WIDE_MOVE ? (uint64_t)entry->move << ENTRY_MOVE_SHIFT : 0);
  return slot;
}

/*
** Several threads. Each slot has a lock in the place of its tag: a word with the tag, a bit that
** says that a thread writes, and the number of writes so far. A reader copies the slot, and then
** compares the word with what it was before; if it has changed the copy is discarded, and nothing
** is known of the key. A writer sets the bit, unless it is set; then it does not store. So no
** thread ever waits, and no half-written entry is believed. (A sequence lock: Lameter, "Effective
** synchronization on Linux/NUMA systems", 2005. Two words that are tied by exclusive-or, as in
** Hyatt & Mann, "A lockless transposition-table implementation for parallel search", 2002, do not
** do for keys of two words and more.)
*/

#define LOCKED TABLE_LOCKED
#define LOCK_STEP UINT32_C(0x200)
#define MOST_STRIDE (SLOT_KEY + MOST_WORDS + 2 + STATISTICS_WORDS)

static inline uint64_t load (const uint64_t *word) { return __atomic_load_n(word, __ATOMIC_ACQUIRE); }
static inline void store (uint64_t *word, uint64_t value) { __atomic_store_n(word, value, __ATOMIC_RELEASE); }

/* Copies a slot; false if a thread has written there since its lock was `lock`. */
static inline bool copy_slot (const Table *t, uint64_t i, uint32_t lock, uint64_t *copy) {
  const uint64_t *slot = table_slot(t, i);
  for (uint32_t w = 0; w < t->stride; w++) copy[w] = load(&slot[w]);
  return __atomic_load_n(&t->locks[i], __ATOMIC_RELAXED) == lock;
}

bool table_look_shared (Table *t, const uint64_t *key, uint64_t hash, uint64_t who, Entry *entry) {
  uint64_t copy[MOST_STRIDE], i = table_home(t, hash);
  const uint8_t tag = table_tag(hash);
  t->counts.probes++;
  will_read(table_slot(t, i));
  for (uint64_t left = t->reach; left > 0; left--) {
    const uint32_t lock = __atomic_load_n(&t->locks[i], __ATOMIC_ACQUIRE);
    if (lock == 0) break;
    if ((lock & (LOCKED | UINT8_MAX)) == tag && copy_slot(t, i, lock, copy) && table_same(t, copy, key, who)) {
      t->counts.hits++;
      *entry = table_read(t, copy);
      return true;
    }
    if (++i == t->count) i = 0;
  }
  return false;
}

/*
** Like place_of_least, in a shared table; puts the lock that the slot had into *lock. A slot that
** is being written is taken last. *own: it is free, or has the key.
*/
static uint64_t place_shared (const Table *t, const uint64_t *key, uint64_t who, uint64_t hash, uint32_t *lock, bool *own) {
  uint64_t copy[MOST_STRIDE], i = table_home(t, hash), victim = i, least = UINT64_MAX;
  const uint8_t tag = table_tag(hash);
  *lock = LOCKED;
  *own = true;
  for (uint64_t left = t->reach; left > 0; left--) {
    const uint32_t now = __atomic_load_n(&t->locks[i], __ATOMIC_ACQUIRE);
    if (now == 0 || ((now & (LOCKED | UINT8_MAX)) == tag && copy_slot(t, i, now, copy) && table_same(t, copy, key, who))) {
      *lock = now;
      return i;
    }
    const uint64_t its_priority = now & LOCKED ? UINT64_MAX : priority(t, load(table_slot(t, i)));
    if (its_priority < least) {
      least = its_priority;
      victim = i;
      *lock = now;
    }
    if (++i == t->count) i = 0;
  }
  *own = false;
  return victim;
}

/* Locks slot `i`, whose lock is `lock`. False: another thread has been there. */
static bool lock_slot (const Table *t, uint64_t i, uint32_t lock) {
  return !(lock & LOCKED) && __atomic_compare_exchange_n(&t->locks[i], &lock, lock | LOCKED, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

/* The slot, whose lock was `lock`, is written. */
static void unlock_slot (const Table *t, uint64_t i, uint32_t lock, uint64_t hash) {
  __atomic_store_n(&t->locks[i], ((lock & ~(LOCKED | UINT8_MAX)) + LOCK_STEP) | table_tag(hash), __ATOMIC_RELEASE);
}

/* Writes an entry into a slot that is locked. */
static void write_slot (const Table *t, uint64_t *slot, const uint64_t *key, const Entry *entry, uint64_t what, uint64_t rest) {
  uint64_t bounds[MOST_STRIDE];
  for (int w = 0; w < t->words; w++) store(&slot[SLOT_KEY + w], key[w]);
  if (t->wide) {
    what = widen_entry(t, bounds, entry);
    store(&slot[SLOT_KEY + t->words], bounds[SLOT_KEY + t->words]);
    store(&slot[SLOT_KEY + t->words + 1], bounds[SLOT_KEY + t->words + 1]);
  }
  store(&slot[SLOT_WHAT], what | rest | (entry->move <= WIDE_MOVE ? (uint64_t)entry->move << ENTRY_MOVE_SHIFT : 0));
}

static void clear_statistics (const Table *t, uint64_t *slot) {
  for (uint32_t w = t->stride - t->beside; w < t->stride; w++) store(&slot[w], 0);
}

/* Returns the slot; NULL: another thread was there. */
static uint64_t *put_shared (Table *t, const uint64_t *key, uint64_t hash, const Entry *entry, uint64_t what, uint64_t rest) {
  uint32_t lock;
  bool own;
  const uint64_t i = place_shared(t, key, entry->flags & ENTRY_WHO, hash, &lock, &own);
  uint64_t *slot = table_slot(t, i);
  if (!lock_slot(t, i, lock)) return NULL;
  if (lock == 0) t->used++;
  else if (!own) t->counts.replaced++;
  if (lock == 0 || !own) clear_statistics(t, slot);
  write_slot(t, slot, key, entry, what, rest);
  unlock_slot(t, i, lock, hash);
  return slot;
}

static void store_shared (Table *t, const uint64_t *key, uint64_t hash, const Entry *entry, uint64_t rest) {
  uint64_t what = 0;
  if (t->wide || narrow_entry(entry, &what)) put_shared(t, key, hash, entry, what, rest);
}

/* Growing. */

static uint64_t most_slots (const Table *t) {
  uint64_t most = t->bytes / table_slot_bytes(t);
  return most < 1 ? 1 : most;
}

uint64_t table_limit (const Table *t) { return t->full ? t->count : most_slots(t); }

/* Gives `t` the size `count`, of slots as wide as it says. At its full size it no longer looks far for a free slot. */
static bool allot (Table *t, uint64_t count) {
  t->count = count;
  t->full = count == most_slots(t);
  t->reach = t->full && count > TABLE_REACH ? TABLE_REACH : count;
  t->used = 0;
  t->layout += UINT64_C(1) << TABLE_LAYOUT_SHIFT;
  t->grows_at = t->full ? UINT64_MAX : count / 4 * 3;
  t->slots = t->mapped ? pages_map(table_bytes(t)) : t->host->allocate(t->host, NULL, 0, table_bytes(t));
  if (t->slots == NULL) return false;
  pages_enlarge(t->slots, table_bytes(t));
  void *beside = t->slots + count * t->stride;
  t->tags = t->locks ? NULL : beside;
  t->locks = t->locks ? beside : NULL;
  if (!t->mapped) memset(beside, 0, (size_t)count * (t->locks ? sizeof *t->locks : sizeof *t->tags));
  return true;
}

static void move_entries (Table *to, const Table *from) {
  uint64_t what = 0;
  for (uint64_t i = 0; i < from->count; i++) {
    if (!table_has(from, i)) continue;
    const uint64_t *slot = table_slot(from, i), *key = slot + SLOT_KEY, hash = table_hash(key, from->words);
    const uint64_t rest = slot[SLOT_WHAT] & (ENTRY_WORK | ENTRY_GENERATION);
    Entry entry = table_read(from, slot);
    if (!to->wide) narrow_entry(&entry, &what);
    uint64_t *made = to->locks ? put_shared(to, key, hash, &entry, what, rest) : put(to, key, hash, &entry, what, rest);
    if (made && to->beside && from->beside)
      memcpy(made + to->stride - STATISTICS_WORDS, slot + from->stride - STATISTICS_WORDS, STATISTICS_WORDS * sizeof *slot);
  }
}

/* Moves everything into a table of another size or width; false, and nothing is changed, without memory for it. */
static bool rebuild (Table *t, uint64_t count, bool wide) {
  Table other = *t;
  other.wide = wide;
  other.stride = stride_of(&other);
  uint64_t most = most_slots(&other);
  if (count > most / 2) count = most;
  if (!allot(&other, count)) return false;
  move_entries(&other, t);
  table_free(t);
  *t = other;
  return true;
}

static uint64_t larger (const Table *t) {
  return t->count == 0 ? FIRST_SLOTS : t->count < QUICK_SLOTS ? 16 * t->count : 2 * t->count;
}

/* Without memory this is the full size. */
static void stop_growing (Table *t) {
  t->full = true;
  t->reach = t->count < TABLE_REACH ? t->count : TABLE_REACH;
  t->grows_at = UINT64_MAX;
  t->layout += UINT64_C(1) << TABLE_LAYOUT_SHIFT;       /* a place may be beyond reach now */
}

/* Makes room for one more, if there is any to be had; false when there is no table at all. */
static inline bool make_room (Table *t) {
  if (UNLIKELY(t->used >= t->grows_at) && !rebuild(t, larger(t), t->wide)) stop_growing(t);
  return t->count > 0;
}

/* Returns the slot; NULL: there is no memory for it. */
static inline __attribute__((always_inline)) uint64_t *insert (Table *t, const uint64_t *key, uint64_t hash, const Entry *entry, uint64_t rest) {
  uint64_t what = 0;
  if (!t->wide && UNLIKELY(!narrow_entry(entry, &what)) && !rebuild(t, t->count ? t->count : FIRST_SLOTS, true)) return NULL;
  return make_room(t) ? put(t, key, hash, entry, what, rest) : NULL;
}

__attribute__((noinline)) void table_insert (Table *t, const uint64_t *key, const Entry *entry, uint64_t rest) {
  if (t->locks) table_unshare(t);
  insert(t, key, table_hash(key, t->words), entry, rest);
}

/* The logarithm of the work, rounded down, in its place. */
static uint64_t work_of (uint64_t visits) {
  return visits < 2 ? 0 : visits >> 31 ? ENTRY_WORK : (uint64_t)(63 - __builtin_clzll(visits)) << ENTRY_WORK_SHIFT;
}

void table_store (Table *t, const uint64_t *key, uint64_t hash, const Entry *entry, uint64_t visits) {
  t->counts.stores++;
  if (t->locks) store_shared(t, key, hash, entry, t->generation | work_of(visits));
  else insert(t, key, hash, entry, t->generation | work_of(visits));
}

/* Beginning and ending to share. */

bool table_share (Table *t, bool mapped, bool wide) {
  static uint32_t any;
  if (t->locks && (t->mapped != 0) == mapped && (t->wide || !wide)) return true;
  table_unshare(t);
  Table other = *t;
  other.locks = &any;
  other.mapped = mapped ? (int)getpid() : 0;
  other.wide = t->wide || wide;
  other.stride = stride_of(&other);
  if (!allot(&other, most_slots(&other))) return false;
  move_entries(&other, t);
  table_free(t);
  *t = other;
  return true;
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
  const uint64_t most = most_slots(&other);
  if (count > most / 2) count = most;
  if (ours && allot(&other, count)) move_entries(&other, t);
  else {
    other.slots = NULL;
    other.tags = NULL;
    other.count = other.used = other.grows_at = 0;
    other.full = false;
  }
  table_free(t);
  *t = other;
}

/*
** Statistics. Where several threads count, a slot is locked from the lookup to the end of the change. A thread waits for another one,
** which has a few words to write, but not for long: that may have to wait itself, or have been ended.
*/

#define PATIENCE 1000

void table_widen_by_statistics (Table *t) {
  if (t->beside) return;
  table_unshare(t);
  Table other = *t;
  other.beside = STATISTICS_WORDS;
  other.stride = stride_of(&other);
  if (t->count > 0 && allot(&other, t->count > most_slots(&other) / 2 ? most_slots(&other) : t->count)) {
    move_entries(&other, t);
    table_free(t);
    *t = other;
    return;
  }
  table_free(t);
  t->beside = other.beside;
  t->stride = other.stride;
}

static bool is_free (const Table *t, uint64_t i) {
  return t->locks ? __atomic_load_n(&t->locks[i], __ATOMIC_ACQUIRE) == 0 : t->tags[i] == 0;
}

/* Slot `i`, or a copy of it in `copy` where several threads use the table; NULL: it is not that of the key. */
static const uint64_t *read_slot (const Table *t, uint64_t i, const uint64_t *key, uint64_t who, uint64_t hash, uint64_t *copy) {
  if (!t->locks) return t->tags[i] == table_tag(hash) && table_same(t, table_slot(t, i), key, who) ? table_slot(t, i) : NULL;
  const uint32_t lock = __atomic_load_n(&t->locks[i], __ATOMIC_ACQUIRE);
  if ((lock & (LOCKED | UINT8_MAX)) != table_tag(hash) || !copy_slot(t, i, lock, copy)) return NULL;
  return table_same(t, copy, key, who) ? copy : NULL;
}

/* The slot of a key, or a copy; NULL: none. */
static const uint64_t *find_slot (const Table *t, const uint64_t *key, uint64_t who, uint64_t hash, uint64_t *place, uint64_t *copy) {
  uint64_t i = *place - t->layout - 1;
  const uint64_t *slot = i < t->count ? read_slot(t, i, key, who, hash, copy) : NULL;
  if (slot || t->count == 0) return slot;
  i = table_home(t, hash);
  for (uint64_t left = t->reach; left > 0 && !is_free(t, i); left--) {
    slot = read_slot(t, i, key, who, hash, copy);
    *place = table_place(t, i);
    if (slot) return slot;
    if (++i == t->count) i = 0;
  }
  *place = 0;
  return NULL;
}

static Statistics unpack (const uint64_t *words) {
  Statistics s = {.visits = (uint32_t)words[0], .kind = (uint32_t)(words[0] >> 32)};
  memcpy(&s.sum, &words[1], sizeof s.sum);
  return s;
}

bool table_look_statistics (Table *t, const uint64_t *key, uint64_t hash, uint64_t *place, Entry *entry, Statistics *statistics) {
  uint64_t copy[MOST_STRIDE];
  const uint64_t *slot = find_slot(t, key, entry->flags & ENTRY_WHO, hash, place, copy);
  if (slot == NULL) return false;
  *entry = table_read(t, slot);
  *statistics = unpack(slot + t->stride - STATISTICS_WORDS);
  return true;
}

/* What statistics are after one more result, or several. */
static void add_statistics (Statistics before, Statistics more, Statistics *known) {
  if (before.kind == more.kind && before.visits > 0) *known = before;
  known->kind = more.kind;
  known->visits = known->visits < UINT32_MAX - more.visits ? known->visits + more.visits : UINT32_MAX;
  known->sum += more.sum;
}

static void pack (const Statistics *s, uint64_t *words) {
  store(&words[0], (uint64_t)s->kind << 32 | s->visits);
  store(&words[1], word_of(s->sum));
}

/* Narrows the bounds of *entry to those of `now`, as far as they are proved. False: they are no news. */
static bool narrow_bounds (Entry *entry, const Entry *now) {
  const uint64_t solved = entry->depth <= now->depth ? entry->flags & ENTRY_SOLVED : 0;
  Entry both = {.lower = solved & ENTRY_LOWER_SOLVED ? entry->lower : -INFINITY,
                .upper = solved & ENTRY_UPPER_SOLVED ? entry->upper : INFINITY,
                .flags = (entry->flags & ENTRY_WHO) | solved, .move = entry->move, .depth = now->depth};
  bool news = false;
  if (now->flags & ENTRY_LOWER_SOLVED && now->lower > both.lower) {
    both.lower = now->lower;
    both.flags |= ENTRY_LOWER_SOLVED;
    news = true;
  }
  if (now->flags & ENTRY_UPPER_SOLVED && now->upper < both.upper) {
    both.upper = now->upper;
    both.flags |= ENTRY_UPPER_SOLVED;
    news = true;
  }
  if (!news || both.lower > both.upper) return false;
  *entry = both;
  return true;
}

/* Generation and work of an entry that says `what` now, in their places. */
static uint64_t rest_of (const Table *t, uint64_t what, uint32_t visits) {
  const uint64_t work = work_of(visits), before = (what & ENTRY_GENERATION) == t->generation ? what & ENTRY_WORK : 0;
  return t->generation | (work > before ? work : before);
}

static Entry nothing_proved (const Entry *entry) { return (Entry){-INFINITY, INFINITY, entry->flags & ENTRY_WHO, 0, 0, 0}; }

static bool count_alone (Table *t, const uint64_t *key, uint64_t hash, uint64_t *place, const Entry *entry, Statistics more,
                         Statistics *known) {
  uint64_t *slot = (uint64_t *)(uintptr_t)find_slot(t, key, entry->flags & ENTRY_WHO, hash, place, NULL);
  const uint64_t what = slot ? slot[SLOT_WHAT] : t->generation;
  Entry its = slot ? table_read(t, slot) : nothing_proved(entry);
  add_statistics(slot ? unpack(slot + t->stride - STATISTICS_WORDS) : (Statistics){0}, more, known);
  const uint64_t rest = rest_of(t, what, known->visits);
  const bool news = narrow_bounds(&its, entry);
  if (slot && !news) slot[SLOT_WHAT] = (what & ~(ENTRY_WORK | ENTRY_GENERATION)) | rest;
  else {
    its.place = *place;
    slot = insert(t, key, hash, &its, rest);
  }
  if (slot == NULL) return false;
  pack(known, slot + t->stride - STATISTICS_WORDS);
  *place = table_place(t, (uint64_t)(slot - t->slots) / t->stride);
  return true;
}

/* Returns the lock of slot `i`, when no thread writes there, or when patience is over. */
static uint32_t await_lock (const Table *t, uint64_t i, int *patience) {
  uint32_t lock;
  do lock = __atomic_load_n(&t->locks[i], __ATOMIC_ACQUIRE); while (lock & LOCKED && --*patience > 0);
  return lock;
}

/*
** The number of the slot of a key, or of that which it may take, and its lock. *own: it has the key. A slot that may be about to get
** the key is awaited.
*/
static uint64_t place_to_count (const Table *t, const uint64_t *key, uint64_t who, uint64_t hash, uint64_t place, uint32_t *lock,
                                bool *own, int *patience) {
  uint64_t copy[MOST_STRIDE], i = place - t->layout - 1, victim = 0, least = UINT64_MAX;
  const uint8_t tag = table_tag(hash);
  const bool hinted = i < t->count;
  *own = true;
  for (uint64_t left = hinted ? t->reach + 1 : t->reach, home = table_home(t, hash); left > 0; left--) {
    if (!hinted || left <= t->reach) {
      i = home;
      if (++home == t->count) home = 0;
    }
    uint32_t now = __atomic_load_n(&t->locks[i], __ATOMIC_ACQUIRE);
    if (now & LOCKED && ((now & UINT8_MAX) == 0 || (now & UINT8_MAX) == tag)) now = await_lock(t, i, patience);
    *lock = now;
    if (*patience <= 0) return i;
    if ((now & (LOCKED | UINT8_MAX)) == tag && copy_slot(t, i, now, copy) && table_same(t, copy, key, who)) return i;
    if (hinted && left > t->reach) continue;
    if (now == 0) {
      *own = false;
      return i;
    }
    const uint64_t its_priority = now & LOCKED ? UINT64_MAX : priority(t, load(table_slot(t, i)));
    if (its_priority >= least) continue;
    least = its_priority;
    victim = i;
  }
  *own = false;
  *lock = least == UINT64_MAX ? LOCKED : __atomic_load_n(&t->locks[victim], __ATOMIC_ACQUIRE);
  return victim;
}

/* Counts in slot `i`, which is locked. */
static void count_locked (Table *t, uint64_t i, bool own, const uint64_t *key, const Entry *entry, Statistics more, Statistics *known) {
  uint64_t *slot = table_slot(t, i), copy[MOST_STRIDE] = {0}, what = 0;
  for (uint32_t w = 0; w < t->stride; w++) copy[w] = load(&slot[w]);
  Entry its = own ? table_read(t, copy) : nothing_proved(entry);
  add_statistics(own ? unpack(copy + t->stride - STATISTICS_WORDS) : (Statistics){0}, more, known);
  const uint64_t rest = rest_of(t, own ? copy[SLOT_WHAT] : t->generation, known->visits);
  const Entry before = its;
  if (narrow_bounds(&its, entry) && !t->wide && !narrow_entry(&its, &what)) its = before;     /* it does not fit */
  if (!t->wide) narrow_entry(&its, &what);
  write_slot(t, slot, key, &its, what, rest);
  pack(known, slot + t->stride - STATISTICS_WORDS);
}

static bool count_shared (Table *t, const uint64_t *key, uint64_t hash, uint64_t *place, const Entry *entry, Statistics more,
                          Statistics *known) {
  int patience = PATIENCE;
  uint32_t lock;
  bool own;
  while (patience-- > 0) {
    const uint64_t i = place_to_count(t, key, entry->flags & ENTRY_WHO, hash, *place, &lock, &own, &patience);
    if (!lock_slot(t, i, lock)) continue;
    if (lock == 0) t->used++;
    else if (!own) t->counts.replaced++;
    count_locked(t, i, own, key, entry, more, known);
    unlock_slot(t, i, lock, hash);
    *place = table_place(t, i);
    return true;
  }
  add_statistics((Statistics){0}, more, known);
  return false;
}

bool table_count (Table *t, const uint64_t *key, uint64_t hash, uint64_t *place, const Entry *entry, Statistics more,
                  Statistics *known) {
  t->counts.stores++;
  return t->locks ? count_shared(t, key, hash, place, entry, more, known) : count_alone(t, key, hash, place, entry, more, known);
}
