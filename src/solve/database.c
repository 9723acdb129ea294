#include "solve/database.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "solve/directory.h"
#include "solve/set.h"

#define STRIDE 16               /* positions from one that is found at once to the next */
#define BUCKETS 32768

/* A block that is unpacked. */
struct Unpacked {
  Unpacked *newer, *older, *next;       /* by age; in its bucket */
  const Part *part;
  uint64_t block;
  size_t size;
  const unsigned char *at[COLUMNS];
  uint32_t marks;
  uint32_t *offset;             /* behind each marked position, in the column of keys */
  uint64_t *key;                /* of each marked position */
};

void database_open (Database *db, Host *host, int folder, const char *path, const char *game) {
  *db = (Database){.host = host, .directory = {.fd = folder, .path = path}, .limit = DATABASE_CACHE};
  memcpy(db->directory.game, game, sizeof db->directory.game);
}

static bool no_memory (Database *db) {
  snprintf(db->directory.wrong, sizeof db->directory.wrong, "not enough memory");
  return false;
}

/* Was Ctrl-C pressed? */
static bool is_interrupted (Database *db) {
  if (!db->host->interrupted || !*db->host->interrupted) return false;
  snprintf(db->directory.wrong, sizeof db->directory.wrong, DATABASE_INTERRUPTED);
  return true;
}

/* For plan_load: adds the parts of a tier, as far as the first that is damaged. */
static bool add_tier (void *to, const Tier *tier) {
  Database *db = to;
  for (Player player = MIN; player <= MAX; player++)
    for (uint32_t shard = 0; tier->count[player] > 0 && (shard == 0 || shard < db->directory.shards); shard++)
      if (is_interrupted(db) || !database_add(db, -1, (PartId){tier->tier, shard, player})) return false;
  return true;
}

bool database_load (Database *db) {
  PlanHead head;
  db->directory.wrong[0] = 0;
  const PlanFound found = plan_load(&db->directory, &head, NULL, NULL);
  if (found == PLAN_DAMAGED) return false;
  if (found == PLAN_NONE || !head.complete) {
    snprintf(db->directory.wrong, sizeof db->directory.wrong, "%s: there is no database in this folder, or one that is not finished",
             db->directory.path);
    return false;
  }
  db->directory.shards = head.shards;
  plan_load(&db->directory, &head, add_tier, db);
  return db->directory.wrong[0] == 0;
}

bool database_has_tiers (const Database *db) { return db->count > 0 && db->parts[0].head.tier != db->parts[db->count - 1].head.tier; }

/* The cache of unpacked blocks. */

static Unpacked **bucket_of (const Database *db, const Part *part, uint64_t block) {
  return &db->table[mix64((uint64_t)(part - db->parts) << 40 ^ block) % BUCKETS];
}

static void unlink_age (Database *db, Unpacked *u) {
  if (u->newer) u->newer->older = u->older;
  else db->newest = u->older;
  if (u->older) u->older->newer = u->newer;
  else db->oldest = u->newer;
}

static void link_newest (Database *db, Unpacked *u) {
  u->newer = NULL;
  u->older = db->newest;
  if (u->older) u->older->newer = u;
  else db->oldest = u;
  db->newest = u;
}

static void forget (Database *db, Unpacked *u) {
  Unpacked **at = bucket_of(db, u->part, u->block);
  while (*at != u) at = &(*at)->next;
  *at = u->next;
  unlink_age(db, u);
  db->held -= u->size;
  db->host->allocate(db->host, u, u->size, 0);
}

static void make_room (Database *db, size_t size) {
  while (db->oldest && db->held + size > db->limit) forget(db, db->oldest);
}

void database_set_cache (Database *db, size_t bytes) {
  db->limit = bytes;
  make_room(db, 0);
}

void database_empty (Database *db) {
  while (db->newest) forget(db, db->newest);
  for (int i = 0; i < db->count; i++) part_close(&db->parts[i]);
  db->count = 0;
}

bool database_add (Database *db, int file, PartId id) {
  while (db->newest) forget(db, db->newest);    /* they know their parts by where those are */
  if (db->count == db->room) {
    enum { FIRST = 16 };
    const int room = db->room ? 2 * db->room : FIRST;
    Part *parts = db->host->allocate(db->host, db->parts, (size_t)db->room * sizeof *parts, (size_t)room * sizeof *parts);
    if (!parts) return no_memory(db);
    db->parts = parts;
    db->room = room;
  }
  if (!part_open(&db->parts[db->count], &db->directory, file, id, false)) return false;
  db->count++;
  return true;
}

/* Notes where every STRIDE-th key is. False: there are less keys than positions. */
static bool mark (Unpacked *u) {
  const int words = (int)u->part->head.key_words;
  const uint64_t count = part_block_count(&u->part->head, u->block);
  const unsigned char *at = u->at[COLUMN_KEYS], *end = u->at[COLUMN_EXTRA];
  uint64_t key[MOST_WORDS];
  memcpy(key, part_first_key(u->part, u->block), (size_t)words * sizeof *key);
  for (uint64_t i = 0; i < count; i++) {
    if (!differences_next(&at, end, key, words)) return false;
    if (i % STRIDE != 0) continue;
    memcpy(u->key + i / STRIDE * (uint64_t)words, key, (size_t)words * sizeof *key);
    u->offset[i / STRIDE] = (uint32_t)(at - u->at[COLUMN_KEYS]);
  }
  return true;
}

/* A block, unpacked; NULL, with directory.wrong, if that cannot be. */
static const Unpacked *unpack (Database *db, const Part *part, uint64_t block) {
  Host *host = db->host;
  if (!db->table) {
    db->table = host->allocate(host, NULL, 0, BUCKETS * sizeof *db->table);
    if (!db->table) return no_memory(db), NULL;
    memset(db->table, 0, BUCKETS * sizeof *db->table);
  }
  Unpacked **bucket = bucket_of(db, part, block);
  for (Unpacked *u = *bucket; u; u = u->next)
    if (u->part == part && u->block == block) {
      if (db->newest == u) return u;
      unlink_age(db, u);
      link_newest(db, u);
      return u;
    }
  const size_t bytes = (part_unpacked(part, block) + 7) & ~(size_t)7, words = part->head.key_words;
  const uint32_t marks = (uint32_t)((part_block_count(&part->head, block) + STRIDE - 1) / STRIDE);
  const size_t size = sizeof(Unpacked) + bytes + marks * (words * sizeof(uint64_t) + sizeof(uint32_t));
  make_room(db, size);
  Unpacked *u = host->allocate(host, NULL, 0, size);
  if (!u) return no_memory(db), NULL;
  *u = (Unpacked){.part = part, .block = block, .size = size, .marks = marks};
  u->key = (uint64_t *)(void *)((unsigned char *)(u + 1) + bytes);
  u->offset = (uint32_t *)(void *)(u->key + marks * words);
  const bool whole = part_unpack(part, block, (unsigned char *)(u + 1), u->at);
  if (!whole || !mark(u)) {
    if (whole) snprintf(db->directory.wrong, sizeof db->directory.wrong, "a block has less keys than positions");
    host->allocate(host, u, size, 0);
    return NULL;
  }
  u->next = *bucket;
  *bucket = u;
  link_newest(db, u);
  db->held += size;
  return u;
}

/* The last of `count` ascending keys, `stride` words apart, that is not behind `key`; there is one, the first. */
static uint64_t last_before (const uint64_t *keys, uint64_t count, size_t stride, const uint64_t *key, int words) {
  uint64_t low = 0;
  while (count > 1) {
    const uint64_t half = count / 2;
    if (sort_compare(keys + (low + half) * stride, key, words) <= 0) low += half;
    count -= half;
  }
  return low;
}

/* The number of a key in its block; UINT64_MAX: it is not there. */
static uint64_t find_in (const Unpacked *u, const uint64_t *key) {
  const int words = (int)u->part->head.key_words;
  const uint64_t mark_of = last_before(u->key, u->marks, (size_t)words, key, words);
  const uint64_t count = part_block_count(&u->part->head, u->block);
  const unsigned char *at = u->at[COLUMN_KEYS] + u->offset[mark_of], *end = u->at[COLUMN_EXTRA];
  uint64_t here[MOST_WORDS], i = mark_of * STRIDE;
  memcpy(here, u->key + mark_of * (uint64_t)words, (size_t)words * sizeof *here);
  for (;;) {
    const int order = sort_compare(here, key, words);
    if (order == 0) return i;
    if (order > 0 || ++i == count || i % STRIDE == 0 || !differences_next(&at, end, here, words)) return UINT64_MAX;
  }
}

Finding database_look (Database *db, const Part *part, const uint64_t *key, Known *known) {
  const PartHead *head = &part->head;
  const int words = (int)head->key_words;
  if (head->blocks == 0 || sort_compare(part_first_key(part, 0), key, words) > 0) return NOT_FOUND;
  const uint64_t block = last_before(part->index, head->blocks, part_entry_words(head), key, words);
  const Unpacked *u = unpack(db, part, block);
  if (!u) return DAMAGED;
  const uint64_t i = find_in(u, key);
  if (i == UINT64_MAX) return NOT_FOUND;
  const Result result = part_result(head, u->at, i, part_block_count(head, block));
  if (result.value < 1 || result.value > head->values) {
    snprintf(db->directory.wrong, sizeof db->directory.wrong, "a value that is not in the list of values");
    return DAMAGED;
  }
  known->value = part->values[result.value - 1];
  known->plies = (int64_t)result.plies - 1;
  return FOUND;
}

bool database_count (Database *db, const Part *part, uint64_t *counts) {
  const PartHead *head = &part->head;
  memset(counts, 0, (size_t)head->values * sizeof *counts);
  for (uint64_t b = 0; b < head->blocks; b++) {
    const Unpacked *u = is_interrupted(db) ? NULL : unpack(db, part, b);
    if (!u) return false;
    const uint64_t count = part_block_count(head, b);
    for (uint64_t i = 0; i < count; i++) {
      const uint32_t number = part_result(head, u->at, i, count).value;
      if (number >= 1 && number <= head->values) counts[number - 1]++;
    }
  }
  return true;
}

bool database_check (Database *db) {
  while (db->newest) forget(db, db->newest);    /* what was unpacked before says nothing of the bytes as they are now */
  for (int i = 0; i < db->count; i++)
    for (uint64_t b = 0; b < db->parts[i].head.blocks; b++) {
      const Unpacked *u = is_interrupted(db) ? NULL : unpack(db, &db->parts[i], b);
      if (!u) return false;
      forget(db, (Unpacked *)(uintptr_t)u);
    }
  return true;
}

void database_close (Database *db) {
  database_empty(db);
  if (db->table) db->host->allocate(db->host, db->table, BUCKETS * sizeof *db->table, 0);
  if (db->parts) db->host->allocate(db->host, db->parts, (size_t)db->room * sizeof *db->parts, 0);
  directory_close(&db->directory);
  if (db->directory.fd >= 0) close(db->directory.fd);
  *db = (Database){.host = db->host, .directory = {.fd = -1}};
}
