#include "solve/set.h"

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
  if (rows > SET_MOST) host->fail(host, "more than %lu positions in one piece", (unsigned long)SET_MOST);
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
