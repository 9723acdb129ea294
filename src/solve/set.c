#include "solve/set.h"

#include <stddef.h>
#include <string.h>

#define LEAST_ROOM 1024

void set_open (Set *set, Store *store, int key_words, int width) {
  *set = (Set){.store = store, .key_words = key_words, .width = width};
}

void set_forget_slots (Set *set) {
  store_give(set->store, set->slots);
  set->slots = NULL;
}

void set_close (Set *set) {
  set_forget_slots(set);
  store_give(set->store, set->rows);
  set_open(set, set->store, set->key_words, set->width);
}

static uint64_t room_for (const Set *set, uint64_t rows) {
  if (set->room == 0 && rows > LEAST_ROOM) return rows;         /* it is known how many there are */
  uint64_t room = set->room ? set->room : LEAST_ROOM;
  while (room < rows) room += room / 2;
  return room;
}

/* Number of slots for `rows` rows: at most two of three are used. */
static uint64_t slots_for (uint64_t rows) {
  uint64_t slots = 2 * LEAST_ROOM;
  while (slots / 3 * 2 < rows) slots *= 2;
  return slots;
}

static size_t bytes_of_rows (const Set *set, uint64_t rows) { return (size_t)rows * (size_t)set->width * sizeof *set->rows; }

size_t set_growth (const Set *set, uint64_t more) {
  const uint64_t rows = set->count + more;
  size_t bytes = 0;
  if (rows > set->room) bytes += bytes_of_rows(set, room_for(set, rows)) - bytes_of_rows(set, set->room);
  if (set->slots == NULL || slots_for(rows) > set->mask + 1) bytes += slots_for(rows) * sizeof *set->slots;
  return bytes;
}

static void make_slots (Set *set, uint64_t slots) {
  enum { AHEAD = 16 };
  set_forget_slots(set);
  set->slots = store_take(set->store, slots * sizeof *set->slots);
  memset(set->slots, 0, slots * sizeof *set->slots);
  set->mask = slots - 1;
  uint64_t hashes[AHEAD];
  for (uint64_t i = 0; i < set->count + AHEAD; i++) {
    if (i >= AHEAD) {
      const uint64_t hash = hashes[i % AHEAD];
      uint64_t at = hash >> 20 & set->mask;
      while (set->slots[at] != 0) at = (at + 1) & set->mask;
      set->slots[at] = set_tag(hash) | (i - AHEAD + 1);
    }
    if (i < set->count) set_will_find(set, hashes[i % AHEAD] = set_hash(set, set_row(set, i)));
  }
}

void set_make_slots (Set *set) { make_slots(set, slots_for(set->count)); }

void set_make_room (Set *set, uint64_t more) {
  Host *host = set->store->host;
  const uint64_t rows = set->count + more;
  if (rows > SET_MOST) host_lack(host, "more than %lu positions in one piece", (unsigned long)SET_MOST);
  if (rows > set->room) {
    const uint64_t room = room_for(set, rows);
    set->rows = store_resize(set->store, set->rows, bytes_of_rows(set, room));
    set->room = room;
  }
}

void set_reserve (Set *set, uint64_t more) {
  const uint64_t rows = set->count + more;
  set_make_room(set, more);
  if (set->slots == NULL || slots_for(rows) > set->mask + 1) make_slots(set, slots_for(rows));
}

uint64_t set_seek (const Set *set, const uint64_t *key) { return set_find(set, key, set_hash(set, key)); }

uint64_t set_number (Set *set, const uint64_t *row) {
  const uint64_t at = set_seek(set, row);
  if (at != SET_ABSENT) return at;
  set_reserve(set, 1);
  set_add(set, row, set_hash(set, row));
  return set->count - 1;
}

/*
** American flag sort (McIlroy, Bostic & McIlroy, "Engineering radix sort", Computing Systems 6, 1993): byte by byte from the highest,
** each row is put where its bucket is, and what lay there goes on. It takes no memory beside the rows.
*/
#define BUCKETS 256
#define FEW 24                  /* rows that are sorted by insertion */
#define MOST_WIDTH 40

static void move_row (uint64_t *to, const uint64_t *from, int width) {
  if (width == 1) *to = *from;
  else memcpy(to, from, (size_t)width * sizeof *to);
}

static void insert_rows (uint64_t *rows, uint64_t count, int width, int keys) {
  uint64_t held[MOST_WIDTH];
  for (uint64_t i = 1; i < count; i++) {
    uint64_t at = i;
    move_row(held, rows + i * (uint64_t)width, width);
    for (; at > 0 && sort_compare(rows + (at - 1) * (uint64_t)width, held, keys) > 0; at--)
      move_row(rows + at * (uint64_t)width, rows + (at - 1) * (uint64_t)width, width);
    move_row(rows + at * (uint64_t)width, held, width);
  }
}

static unsigned byte_at (const uint64_t *row, int byte) { return (unsigned)(row[byte / 8] >> (56 - byte % 8 * 8) & 0xff); }

/* Puts every row into its bucket. `next` and `end`: where the free part of each begins, and where it ends. */
static void permute (uint64_t *rows, int width, int byte, uint64_t *next, const uint64_t *end) {
  uint64_t held[MOST_WIDTH], other[MOST_WIDTH];
  for (unsigned bucket = 0; bucket < BUCKETS; bucket++)
    while (next[bucket] < end[bucket]) {
      uint64_t *hole = rows + next[bucket] * (uint64_t)width;
      unsigned goes;
      move_row(held, hole, width);
      while ((goes = byte_at(held, byte)) != bucket) {
        uint64_t *to = rows + next[goes]++ * (uint64_t)width;
        move_row(other, to, width);
        move_row(to, held, width);
        move_row(held, other, width);
      }
      move_row(hole, held, width);
      next[bucket]++;
    }
}

/* The first byte behind `byte` in which not all rows are the same. */
static int next_byte (const uint64_t *rows, uint64_t count, int width, int keys, int byte) {
  for (byte++; byte < keys * 8; byte = byte / 8 * 8 + 8) {
    uint64_t differ = 0;
    for (uint64_t i = 1; i < count; i++) differ |= rows[i * (uint64_t)width + (uint64_t)byte / 8] ^ rows[byte / 8];
    differ &= UINT64_MAX >> byte % 8 * 8;
    if (differ != 0) return byte / 8 * 8 + __builtin_clzll(differ) / 8;
  }
  return byte;
}

static void sort_from (uint64_t *rows, uint64_t count, int width, int keys, int byte) {
  uint64_t next[BUCKETS], end[BUCKETS];
  for (; count > FEW && byte < keys * 8; byte = next_byte(rows, count, width, keys, byte)) {
    uint64_t sizes[BUCKETS] = {0};
    for (uint64_t i = 0; i < count; i++) sizes[byte_at(rows + i * (uint64_t)width, byte)]++;
    if (sizes[byte_at(rows, byte)] == count) continue;  /* all have the same */
    uint64_t at = 0;
    for (int b = 0; b < BUCKETS; b++) {
      next[b] = at;
      end[b] = at += sizes[b];
    }
    permute(rows, width, byte, next, end);
    for (int b = 0; b < BUCKETS; b++)
      if (sizes[b] > 1) sort_from(rows + (end[b] - sizes[b]) * (uint64_t)width, sizes[b], width, keys, byte + 1);
    return;
  }
  if (byte < keys * 8) insert_rows(rows, count, width, keys);
}

void sort_rows (uint64_t *rows, uint64_t count, int width, int keys) { sort_from(rows, count, width, keys, 0); }
