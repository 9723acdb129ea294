#include "search/table.h"

#include <string.h>

#define FIRST_SLOTS 1024
#define QUICK_SLOTS (1 << 16)   /* up to here a table grows fourfold, then twofold */

void table_init (Table *t, Host *host, int words, size_t bytes) {
  *t = (Table){.host = host, .words = words, .stride = (uint32_t)words + 1, .bytes = bytes};
}

void table_free (Table *t) {
  if (t->slots) t->host->allocate(t->host, t->slots, table_bytes(t), 0);
  t->slots = NULL;
  t->count = t->used = 0;
  t->full = false;
}

void table_age (Table *t) {
  t->generation = (t->generation + (UINT64_C(1) << ENTRY_GENERATION_SHIFT)) & ENTRY_GENERATION;
}

/* What it would cost to lose an entry: those of other searches come first, then those of little work. */
static uint64_t worth (const Table *t, uint64_t what) {
  return ((what & ENTRY_GENERATION) == t->generation ? ENTRY_WORK + 1 : 0) + (what & ENTRY_WORK);
}

/*
** The slot for a key: its own; else a free one; else, at the full size, the least worthy within reach. While the table may
** still grow there always is a free one.
*/
static uint64_t *place (Table *t, const Key *key, uint64_t who) {
  uint64_t i = table_home(t, table_hash(key, t->words));
  uint64_t *victim = NULL;
  for (uint64_t left = t->reach; left > 0; left--) {
    uint64_t *slot = table_slot(t, i);
    if (slot[SLOT_WHAT] == 0 || table_same(t, slot, key, who)) return slot;
    if (victim == NULL || worth(t, slot[SLOT_WHAT]) < worth(t, victim[SLOT_WHAT])) victim = slot;
    if (++i == t->count) i = 0;
  }
  return victim;
}

/* Packing. `rest` is work and generation, in their places. */

static bool fits (Value value) {
  return isinf(value) || (value > INT16_MIN && value < INT16_MAX && value == (Value)(int16_t)value);
}

/* Can a narrow slot hold the entry? */
static bool is_narrow (const Entry *entry) {
  return fits(entry->lower) && fits(entry->upper) && (entry->depth < NARROW_DEPTH || entry->depth == NO_HORIZON) &&
         (entry->move <= NARROW_MOVE || entry->move > WIDE_MOVE);
}

static uint64_t pack_value (Value value) {
  return (uint16_t)(isinf(value) ? value < 0 ? INT16_MIN : INT16_MAX : (int16_t)value);
}

static uint64_t word_of (Value value) {
  uint64_t word;
  memcpy(&word, &value, sizeof word);
  return word;
}

static void pack (const Table *t, uint64_t *slot, const Key *key, const Entry *entry, uint64_t rest) {
  uint64_t move = entry->move <= WIDE_MOVE ? (uint64_t)entry->move : 0;
  uint64_t what = entry->flags | rest | move << ENTRY_MOVE_SHIFT;
  memcpy(slot + SLOT_KEY, key->word, (size_t)t->words * sizeof key->word[0]);
  if (t->wide) {
    what |= (uint64_t)entry->depth << WIDE_DEPTH_SHIFT;
    slot[SLOT_KEY + t->words] = word_of(entry->lower);
    slot[SLOT_KEY + t->words + 1] = word_of(entry->upper);
  } else {
    what |= (uint64_t)(entry->depth == NO_HORIZON ? NARROW_DEPTH : entry->depth) << NARROW_DEPTH_SHIFT;
    what |= pack_value(entry->lower) << NARROW_LOWER_SHIFT | pack_value(entry->upper) << NARROW_UPPER_SHIFT;
  }
  slot[SLOT_WHAT] = what;
}

static void put (Table *t, const Key *key, const Entry *entry, uint64_t rest) {
  uint64_t *slot = place(t, key, entry->flags & ENTRY_WHO);
  if (slot[SLOT_WHAT] == 0) t->used++;
  else if (!table_same(t, slot, key, entry->flags & ENTRY_WHO)) t->counts.replaced++;
  pack(t, slot, key, entry, rest);
}

/* Growing. */

static uint64_t most_slots (const Table *t) {
  uint64_t most = t->bytes / (t->stride * sizeof(uint64_t));
  return most < 1 ? 1 : most;
}

uint64_t table_limit (const Table *t) { return t->full ? t->count : most_slots(t); }

/* Gives `t` the size `count`, of slots as wide as it says. At its full size it no longer looks far for a free slot. */
static bool allot (Table *t, uint64_t count) {
  t->count = count;
  t->full = count == most_slots(t);
  t->reach = t->full && count > TABLE_REACH ? TABLE_REACH : count;
  t->used = 0;
  t->slots = t->host->allocate(t->host, NULL, 0, table_bytes(t));
  if (t->slots) memset(t->slots, 0, table_bytes(t));
  return t->slots != NULL;
}

static void move_entries (Table *to, const Table *from) {
  Key key;
  for (uint64_t i = 0; i < from->count; i++) {
    const uint64_t *slot = table_slot(from, i);
    if (slot[SLOT_WHAT] == 0) continue;
    Entry entry = table_read(from, slot);
    memcpy(key.word, slot + SLOT_KEY, (size_t)from->words * sizeof key.word[0]);
    put(to, &key, &entry, slot[SLOT_WHAT] & (ENTRY_WORK | ENTRY_GENERATION));
  }
}

/* Moves everything into a table of another size or width; false, and nothing is changed, without memory for it. */
static bool rebuild (Table *t, uint64_t count, bool wide) {
  Table other = *t;
  other.wide = wide;
  other.stride = (uint32_t)t->words + (wide ? 3 : 1);
  uint64_t most = most_slots(&other);
  if (count > most / 2) count = most;
  if (!allot(&other, count)) return false;
  move_entries(&other, t);
  table_free(t);
  *t = other;
  return true;
}

static uint64_t larger (const Table *t) {
  return t->count == 0 ? FIRST_SLOTS : t->count < QUICK_SLOTS ? 4 * t->count : 2 * t->count;
}

/* Without memory this is the full size. */
static void stop_growing (Table *t) {
  t->full = true;
  t->reach = t->count < TABLE_REACH ? t->count : TABLE_REACH;
}

/* Makes room for one more entry, if there is any to be had; false when the entry cannot be stored at all. */
static bool make_room (Table *t, const Entry *entry) {
  if (!t->wide && !is_narrow(entry) && !rebuild(t, t->count ? t->count : FIRST_SLOTS, true)) return false;
  if (!t->full && t->used >= t->count / 8 * 5 && !rebuild(t, larger(t), t->wide)) stop_growing(t);
  return t->count > 0;
}

void table_insert (Table *t, const Key *key, const Entry *entry, uint64_t rest) {
  if (make_room(t, entry)) put(t, key, entry, rest);
}

/* The logarithm of the work, rounded down, in its place. */
static uint64_t work_of (uint64_t visits) {
  return visits < 2 ? 0 : visits >> 31 ? ENTRY_WORK : (uint64_t)(63 - __builtin_clzll(visits)) << ENTRY_WORK_SHIFT;
}

void table_store (Table *t, const Key *key, const Entry *entry, uint64_t visits) {
  t->counts.stores++;
  table_insert(t, key, entry, t->generation | work_of(visits));
}
