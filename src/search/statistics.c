/*
** Where several threads count, a slot is locked from the lookup to the end of the change. A thread waits for another one, which has
** a few words to write, but not for long: that may have to wait itself, or have been ended.
*/
#include "search/statistics.h"

#include "search/slot.h"

#define PATIENCE 1000

/* Copies slot `i` of a table that several threads use; NULL: it is not that of the key. */
static __attribute__((noinline)) const uint64_t *read_shared (const Table *t, uint64_t i, const uint64_t *key, uint64_t who,
                                                              uint64_t *copy) {
  return slot_copy(t, i, slot_lock_now(table_lock(t, i)), copy) && table_same(t, copy, key, who) ? copy : NULL;
}

/* Slot `i`, or a copy of it in `copy` where several threads use the table; NULL: it is not that of the key. */
static inline const uint64_t *read_slot (const Table *t, uint64_t i, const uint64_t *key, uint64_t who, uint64_t hash, uint64_t *copy) {
  if (table_tag_at(t, i) != table_tag(hash)) return NULL;
  if (t->locks) return read_shared(t, i, key, who, copy);
  return table_same(t, table_slot(t, i), key, who) ? table_slot(t, i) : NULL;
}

/* The slot of a key, or a copy; NULL: none. */
static const uint64_t *find_slot (const Table *t, const uint64_t *key, uint64_t who, uint64_t hash, uint64_t *place, uint64_t *copy) {
  uint64_t i = *place - t->layout - 1;
  const uint64_t *slot = i < t->count ? read_slot(t, i, key, who, hash, copy) : NULL;
  if (slot || t->count == 0) return slot;
  i = table_home(t, hash);
  for (uint64_t left = t->reach; left > 0 && table_tag_at(t, i) != 0; left--) {
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

bool statistics_look (Table *t, const uint64_t *key, uint64_t hash, uint64_t *place, Entry *entry, Statistics *statistics) {
  uint64_t copy[SLOT_MOST_WORDS];
  const uint64_t *slot = find_slot(t, key, entry->who, hash, place, copy);
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
  slot_store(&words[0], (uint64_t)s->kind << 32 | s->visits);
  slot_store(&words[1], slot_word(s->sum));
}

/* Narrows the bounds of *entry to those of `now`, as far as they are proved. False: they are no news. */
static bool narrow_bounds (Entry *entry, const Entry *now) {
  const Bounds before = bounds_only(entry->bounds, entry->depth <= now->depth ? bounds_solved(entry->bounds) : 0);
  const Bounds both = bounds_and(before, bounds_only(now->bounds, bounds_solved(now->bounds)));
  const bool news = bounds_lower(both) > bounds_lower(before) || bounds_upper(both) < bounds_upper(before);
  if (!news || bounds_lower(both) > bounds_upper(both)) return false;
  *entry = (Entry){both, entry->who, entry->move, now->depth, 0};
  return true;
}

/* Generation and work of an entry that says `what` now, in their places. */
static uint64_t rest_of (const Table *t, uint64_t what, uint32_t visits) {
  const uint64_t work = slot_work(visits), before = (what & ENTRY_GENERATION) == t->generation ? what & ENTRY_WORK : 0;
  return t->generation | (work > before ? work : before);
}

static Entry nothing_proved (const Entry *entry) { return (Entry){bounds_open(), entry->who, 0, 0, 0}; }

static bool count_alone (Table *t, const uint64_t *key, uint64_t hash, uint64_t *place, const Entry *entry, Statistics more,
                         Statistics *known) {
  uint64_t *slot = (uint64_t *)(uintptr_t)find_slot(t, key, entry->who, hash, place, NULL);
  const uint64_t what = slot ? slot[SLOT_WHAT] : t->generation;
  Entry its = slot ? table_read(t, slot) : nothing_proved(entry);
  add_statistics(slot ? unpack(slot + t->stride - STATISTICS_WORDS) : (Statistics){0}, more, known);
  const uint64_t rest = rest_of(t, what, known->visits);
  const bool news = narrow_bounds(&its, entry);
  if (slot && !news) slot[SLOT_WHAT] = (what & ~(ENTRY_WORK | ENTRY_GENERATION)) | rest;
  else {
    its.place = *place;
    slot = table_insert(t, key, hash, &its, rest);
  }
  if (slot == NULL) return false;
  pack(known, slot + t->stride - STATISTICS_WORDS);
  *place = table_place(t, (uint64_t)(slot - t->slots) / t->stride);
  return true;
}

/* Counts in slot `i`, which is locked. */
static void count_locked (Table *t, uint64_t i, bool own, const uint64_t *key, const Entry *entry, Statistics more, Statistics *known) {
  uint64_t *slot = table_slot(t, i), copy[SLOT_MOST_WORDS] = {0}, what = 0;
  for (uint32_t w = 0; w < t->stride; w++) copy[w] = slot_load(&slot[w]);
  Entry its = own ? table_read(t, copy) : nothing_proved(entry);
  add_statistics(own ? unpack(copy + t->stride - STATISTICS_WORDS) : (Statistics){0}, more, known);
  const uint64_t rest = rest_of(t, own ? copy[SLOT_WHAT] : t->generation, known->visits);
  const Entry before = its;
  if (narrow_bounds(&its, entry) && !t->wide && !slot_narrow(&its, t->unit, &what)) its = before;     /* it does not fit */
  if (!t->wide) slot_narrow(&its, t->unit, &what);
  slot_write(slot, t->wide, key, t->words, &its, what, rest);
  pack(known, slot + t->stride - STATISTICS_WORDS);
}

static bool count_shared (Table *t, const uint64_t *key, uint64_t hash, uint64_t *place, const Entry *entry, Statistics more,
                          Statistics *known) {
  int patience = PATIENCE;
  SharedPlace found;
  while (--patience > 0) {
    const uint64_t i = table_place_shared(t, key, entry->who, hash, *place, &found, &patience);
    if (!slot_lock(table_lock(t, i), found.lock)) continue;
    if (table_tag_at(t, i) == 0) t->used++;
    else if (!found.own) t->counts.replaced++;
    count_locked(t, i, found.own, key, entry, more, known);
    slot_unlock(table_lock(t, i), found.lock, &t->tags[i], table_tag(hash));
    *place = table_place(t, i);
    return true;
  }
  add_statistics((Statistics){0}, more, known);
  return false;
}

bool statistics_count (Table *t, const uint64_t *key, uint64_t hash, uint64_t *place, const Entry *entry, Statistics more,
                       Statistics *known) {
  t->counts.stores++;
  return t->locks ? count_shared(t, key, hash, place, entry, more, known) : count_alone(t, key, hash, place, entry, more, known);
}
