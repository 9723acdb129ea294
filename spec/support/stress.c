/*
** Many threads at one small table: what each reads must be what somebody has stored, whole.
**
**     stress THREADS PROBES SLOTS WORDS narrow|wide
**
** prints how many probes there were, how many found something, and how many of these entries nobody has made. With 0 threads the table is
** that of one thread, and grows: an entry must be what was stored last for its key, and must be there until one has been replaced.
*/
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "search/slot.h"
#include "search/table.h"

enum { MOST_THREADS = 64, KEYS = 3 };

typedef struct Prober {
  pthread_t thread;
  Table table;          /* a head of its own */
  uint64_t seed, probes, wrong;
  bool wide;
} Prober;

static void *allocate (Host *host, void *block, size_t old_size, size_t new_size) {
  (void)host;
  (void)old_size;
  if (new_size == 0) free(block);
  void *made = new_size > 0 ? realloc(block, new_size) : NULL;
  return made && !block ? memset(made, 0xA5, new_size) : made;
}

/* Of a key all words follow from its number, and of an entry all else from its key and a number that is drawn. */
static void make_key (uint64_t number, int words, uint64_t *key) {
  for (int w = 0; w < words; w++) key[w] = mix64(number * 64 + (uint64_t)w);
}

static Entry make_entry (uint64_t number, uint64_t drawn, bool wide) {
  const Value step = wide ? 1.0 / 3 : 1;
  const int64_t lower = (int64_t)(drawn % 1000);
  return (Entry){.bounds = bounds_figures(step * (Value)lower, step * (Value)(lower + (int64_t)(number % 1000)), 0), .who = ENTRY_FULL,
                 .move = (int64_t)((drawn + number) % 500), .depth = (int)(drawn % 1000)};
}

static bool is_made (const Entry *entry, uint64_t number, bool wide) {
  const uint64_t drawn = (uint64_t)entry->depth;
  const Entry whole = make_entry(number, drawn, wide);
  return entry->depth < 1000 && bounds_lower(entry->bounds) == bounds_lower(whole.bounds) &&
         bounds_upper(entry->bounds) == bounds_upper(whole.bounds) && entry->move == whole.move;
}

static void *probe (void *of) {
  Prober *p = of;
  uint64_t key[MOST_WORDS];
  Entry entry;
  for (uint64_t i = 0; i < p->probes; i++) {
    const uint64_t drawn = mix64(p->seed + i), number = drawn % KEYS;
    make_key(number, p->table.words, key);
    const uint64_t hash = table_hash(key, p->table.words);
    if (drawn >> 40 & 1) {
      entry = make_entry(number, (drawn >> 20) % 1000, p->wide);
      table_store(&p->table, key, hash, &entry, drawn >> 50);
    } else if (table_look(&p->table, key, hash, ENTRY_FULL, &entry)) p->wrong += !is_made(&entry, number, p->wide);
  }
  return NULL;
}

/* Returns how many lookups in a table that one thread uses are not as in a map; UINT64_MAX: no memory, or its count of entries is wrong. */
static uint64_t count_unlike (Table *table, uint64_t probes, uint64_t keys, bool wide) {
  uint16_t *map = calloc((size_t)keys, sizeof *map);    /* the depth of each entry, plus 1 */
  uint64_t key[MOST_WORDS], wrong = map ? 0 : UINT64_MAX;
  Entry entry;
  for (uint64_t i = 0; map && i < probes; i++) {
    const uint64_t drawn = mix64(i), number = drawn % keys;
    make_key(number, table->words, key);
    const uint64_t hash = table_hash(key, table->words);
    const bool found = table_look(table, key, hash, ENTRY_FULL, &entry);
    if (found) wrong += entry.depth + 1 != map[number] || !is_made(&entry, number, wide);
    else wrong += map[number] != 0 && table->counts.replaced == 0;
    if (i % 2 == 0) continue;
    const uint64_t place = i % 4 == 1 ? entry.place : 0;
    entry = make_entry(number, mix64(drawn) % 1000, wide);
    entry.place = place;
    map[number] = (uint16_t)(entry.depth + 1);
    table_store(table, key, hash, &entry, drawn >> 50);
  }
  free(map);
  uint64_t used = 0;
  for (uint64_t i = 0; i < table->count; i++) used += table_has(table, i);
  return used == table->used ? wrong : UINT64_MAX;
}

/* What a narrow slot cannot hold is not kept: is it found all the same? */
static bool keeps_fractions (Table *table) {
  uint64_t key[MOST_WORDS];
  Entry entry = {.bounds = bounds_figures(0.25, 0.5, 0), .who = ENTRY_FULL, .depth = 1};
  make_key(KEYS, table->words, key);
  const uint64_t hash = table_hash(key, table->words);
  table_store(table, key, hash, &entry, 1);
  return table_look(table, key, hash, ENTRY_FULL, &entry);
}

/* Is a slot copied although a thread has written there since its lock was looked at? */
static bool copies_late (void) {
  uint64_t slot = 1, copy;
  uint32_t now = 2 * SLOT_LOCK_STEP;
  const Table table = {.slots = &slot, .locks = &now, .stride = 1};
  return slot_copy(&table, 0, SLOT_LOCK_STEP, &copy);
}

int main (int count, char **arguments) {
  static Prober probers[MOST_THREADS];
  Host host = {.allocate = allocate};
  Table table;
  if (count != 6) return 2;
  const int threads = atoi(arguments[1]), words = atoi(arguments[4]);
  const uint64_t probes = strtoull(arguments[2], NULL, 10), slots = strtoull(arguments[3], NULL, 10);
  const bool wide = strcmp(arguments[5], "wide") == 0;
  if (threads < 0 || threads > MOST_THREADS || words < 1 || words > MOST_WORDS) return 2;
  table_init(&table, &host, words, (size_t)slots * (((size_t)words + (wide ? 3 : 1)) * sizeof(uint64_t) + sizeof(uint32_t)));
  uint64_t hits = 0, made = probes, wrong = copies_late();
  if (threads == 0) {
    wrong += count_unlike(&table, probes, 2 * slots, wide);
    hits = table.counts.hits;
  } else {
    if (!table_share(&table, false, wide)) return 1;
    wrong += !wide && keeps_fractions(&table);
    made = 0;
  }
  for (int i = 0; i < threads; i++) {
    probers[i] = (Prober){.table = table, .seed = mix64((uint64_t)i + 1), .probes = probes / (uint64_t)threads, .wide = wide};
    if (pthread_create(&probers[i].thread, NULL, probe, &probers[i]) != 0) return 1;
  }
  for (int i = 0; i < threads; i++) {
    pthread_join(probers[i].thread, NULL);
    hits += probers[i].table.counts.hits;
    made += probers[i].probes;
    wrong += probers[i].wrong;
  }
  printf("%llu probes, %llu hits, %llu wrong\n", (unsigned long long)made, (unsigned long long)hits, (unsigned long long)wrong);
  table_free(&table);
  return wrong != 0;
}
