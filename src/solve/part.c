#include "solve/part.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef HAVE_ZSTD
#include <zstd.h>
#endif

#include "base/file.h"
#include "solve/set.h"

void part_name (char name[PART_NAME], const Directory *directory, PartId id, bool open) {
  char shard[16] = "";
  if (directory->shards > 0) snprintf(shard, sizeof shard, "-%03u", (unsigned)id.shard);
  snprintf(name, PART_NAME, "tier-%lld-%s%s.%s", (long long)id.tier, id.player == MAX ? "max" : "min", shard, open ? "open" : "gts");
}

bool part_refuse (Directory *directory, const PartHead *head, const char *why) {
  char name[PART_NAME];
  part_name(name, directory, part_id(head), !head->solved);
  const char *path = directory->path ? directory->path : "";
  const bool again = directory->begun && strstr(why, "damaged") != NULL;
  snprintf(directory->wrong, sizeof directory->wrong, "%s%s%s: %s%s", path, directory->path ? "/" : "", name, why,
           again ? "; remove it, and ask again: then its tier is made again" : "");
  return false;
}

bool part_exists (const Directory *directory, PartId id, bool open) {
  char name[PART_NAME];
  part_name(name, directory, id, open);
  return directory->fd >= 0 && faccessat(directory->fd, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
}

size_t part_front_bytes (const PartHead *head) {
  return sizeof *head + head->values * sizeof(Value) + head->index_room * part_entry_words(head) * sizeof(uint64_t);
}

void part_front_check (const PartHead *head, const void *rest, uint64_t check[2]) {
  PartHead bare = *head;
  uint64_t sums[4];
  memset(bare.check, 0, sizeof bare.check);
  hash_bytes(&bare, sizeof bare, sums);
  hash_bytes(rest, part_front_bytes(head) - sizeof bare, sums + 2);
  hash_bytes(sums, sizeof sums, check);
}

/* Reading. */

/* What an entry says; in format 1 as it is. */
typedef struct Columns {
  uint64_t offset, stored[COLUMNS], raw[COLUMNS], check[2];
} Columns;

static Columns entry_of (const Part *part, uint64_t block) {
  const PartHead *head = &part->head;
  const uint64_t *at = part_first_key(part, block) + head->key_words, count = part_block_count(head, block);
  PartEntry entry;
  if (head->version == 1) {
    Columns columns;
    memcpy(&columns, at, sizeof columns);
    return columns;
  }
  memcpy(&entry, at, sizeof entry);
  Columns columns = {entry.offset, .raw = {entry.raw_keys, count * head->extra * sizeof(uint64_t), count * head->result_bytes}};
  for (int c = 0; c < COLUMN_DISTANCES; c++) columns.stored[c] = entry.stored[c];
  memcpy(columns.check, entry.check, sizeof columns.check);
  return columns;
}

static uint64_t sum (const uint64_t *sizes) { return sizes[0] + sizes[1] + sizes[2] + sizes[3]; }

/* Do the sizes of the head fit together, so that everything it speaks of may be looked at? */
static bool head_fits (const PartHead *head, uint64_t size) {
  const uint64_t most = UINT64_C(1) << 40;
  return memcmp(head->magic, PART_MAGIC, sizeof head->magic) == 0 && head->byte_order == PART_BYTE_ORDER && (head->version == PART_FORMAT || head->version == 1) &&
         head->key_words >= 1 && head->key_words <= MOST_WORDS && head->extra <= MOST_WORDS && head->result_bytes <= 8 &&
         (head->version == 1 ? head->result_bytes <= 4 && head->distances <= 4 : head->distances > 0) && head->count < most && head->values < most && head->index_room < most &&
         head->blocks == (head->count + part_block(head) - 1) / part_block(head) && head->blocks <= head->index_room && head->size == size &&
         part_front_bytes(head) <= size;
}

/* Do its blocks lie where they should, one behind the other to the end? */
static bool index_fits (const Part *part) {
  uint64_t at = part_front_bytes(&part->head);
  for (uint64_t b = 0; b < part->head.blocks; b++) {
    const Columns entry = entry_of(part, b);
    for (int c = 0; c < COLUMNS; c++)
      if (entry.stored[c] > entry.raw[c] || entry.raw[c] > part_block(&part->head) * (MOST_WORDS + 1) * 10) return false;
    if (entry.offset != at) return false;
    at += sum(entry.stored);
  }
  return at == part->head.size;
}

/* What is wrong with what stands before the first block, which is at part->bytes; NULL: nothing. */
static const char *look_at (Part *part, const Directory *directory, const PartHead *expected) {
  const PartHead *head = &part->head;
  if (memcmp(head, part->bytes, sizeof *head) != 0) return "it changes while it is read";
  part->values = (const Value *)(const void *)(part->bytes + sizeof *head);
  part->index = (const uint64_t *)(const void *)(part->values + head->values);
  uint64_t check[2];
  part_front_check(head, part->values, check);
  if (memcmp(check, head->check, sizeof check) != 0) return "it is damaged before its first block";
  if (memcmp(head->game, directory->game, sizeof head->game) != 0) return "it belongs to another game, or to other rules of it";
  if (head->tier != expected->tier || head->player != expected->player || head->shard != expected->shard ||
      head->solved != expected->solved)
    return "it is another part than its name says";
  return index_fits(part) ? NULL : "its index is damaged";
}

/* Is a file of holes, which takes no room on the disk, and would take `front` bytes of memory? Indices do not compress so well. */
static bool is_hollow (const struct stat *about, size_t front) {
  enum { LARGE = 1 << 20, MOST_RATIO = 16, UNIT = 512 };
  return front > LARGE && about->st_blocks > 0 && (uint64_t)about->st_blocks * UNIT < front / MOST_RATIO;
}

/*
** Takes what is to be at hand of a file: of one that is ours alone, without a name, all is mapped;
** of one in a folder what stands before the first block is read, and blocks when they are wanted.
*/
static const char *take (Part *part, int file, bool named) {
  static const char damaged[] = "it is damaged, or no part of a database";
  PartHead *head = &part->head;
  struct stat about;
  if (fstat(file, &about) != 0) return strerror(errno);
  if (!file_read_at(file, head, sizeof *head, 0)) return errno ? strerror(errno) : damaged;
  if (memcmp(head->magic, PART_MAGIC, sizeof head->magic) == 0 && head->byte_order == PART_BYTE_ORDER && head->version > PART_FORMAT)
    return "it is of another format than this gts reads";
  if (!head_fits(head, (uint64_t)about.st_size) || (named && is_hollow(&about, part_front_bytes(head)))) return damaged;
  const size_t size = named ? part_front_bytes(head) : (size_t)head->size;
  void *bytes = named ? mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) :
                        mmap(NULL, size, PROT_READ, MAP_SHARED, file, 0);
  if (bytes == MAP_FAILED) return strerror(errno);
  part->bytes = bytes;
  part->at_hand = size;
  return !named || file_read_at(file, bytes, size, 0) ? NULL : errno ? strerror(errno) : damaged;
}

bool part_open (Part *part, Directory *directory, int file, PartId id, bool open) {
  const PartHead expected = {.tier = id.tier, .player = (uint16_t)id.player, .shard = (uint16_t)id.shard, .solved = !open};
  const bool named = directory->fd >= 0;
  const char *wrong;
  char name[PART_NAME];
  *part = (Part){.directory = directory};
  part_name(name, directory, id, open);
  if (named) file = file_open(directory->fd, name, O_RDONLY | O_NOFOLLOW, &wrong);
  if (file < 0) return part_refuse(directory, &expected, wrong);
  wrong = take(part, file, named);
  close(file);                                  /* there are more parts than files may be open */
  if (wrong == NULL) wrong = look_at(part, directory, &expected);
  if (wrong == NULL) return true;
  part_close(part);
  return part_refuse(directory, &expected, wrong);
}

void part_close (Part *part) {
  if (part->bytes) munmap((void *)(uintptr_t)part->bytes, part->at_hand);
  part->bytes = NULL;
}

void part_close_all (void *parts, size_t size) {
  for (size_t i = 0; i < size / sizeof(Part); i++) part_close((Part *)parts + i);
}

Part *part_room (Store *store, uint64_t count) {
  Part *parts = memset(store_take(store, (size_t)count * sizeof *parts + 1), 0, (size_t)count * sizeof *parts);
  store_closes(parts, part_close_all);
  return parts;
}

size_t part_unpacked (const Part *part, uint64_t block) {
  const Columns entry = entry_of(part, block);
  return (size_t)sum(entry.raw);
}

static bool refuse_block (const Part *part, uint64_t block, const char *why) {
  char text[100];
  snprintf(text, sizeof text, "block %llu of %llu %s", (unsigned long long)block + 1, (unsigned long long)part->head.blocks, why);
  return part_refuse(part->directory, &part->head, text);
}

/* Unpacks a column. False: it is damaged. */
static bool unpack_column (Directory *directory, const unsigned char *from, size_t stored, unsigned char *to, size_t raw) {
  if (stored == raw) {
    memcpy(to, from, raw);
    return true;
  }
#ifdef HAVE_ZSTD
  if (!directory->unpacker) directory->unpacker = ZSTD_createDCtx();
  return directory->unpacker && ZSTD_decompressDCtx(directory->unpacker, to, raw, from, stored) == raw;
#else
  (void)directory;
  return false;
#endif
}

/* The bytes of a block, good until others are wanted; NULL, and in *wrong why. */
static const unsigned char *bytes_of (const Part *part, const Columns *entry, const char **wrong) {
  char name[PART_NAME];
  if (part->directory->fd < 0) return part->bytes + entry->offset;
  part_name(name, part->directory, part_id(&part->head), !part->head.solved);
  return directory_read(part->directory, name, entry->offset, (size_t)sum(entry->stored), wrong);
}

bool part_unpack (const Part *part, uint64_t block, unsigned char *to, const unsigned char *at[COLUMNS]) {
  const Columns entry = entry_of(part, block);
  const char *wrong;
  const unsigned char *from = bytes_of(part, &entry, &wrong);
  uint64_t check[2];
  if (!from) return refuse_block(part, block, wrong);
  hash_bytes(from, (size_t)sum(entry.stored), check);
  if (memcmp(check, entry.check, sizeof check) != 0) return refuse_block(part, block, "is damaged");
  for (int c = 0; c < COLUMNS; c++) {
    at[c] = to;
    if (!unpack_column(part->directory, from, (size_t)entry.stored[c], to, (size_t)entry.raw[c]))
#ifdef HAVE_ZSTD
      return refuse_block(part, block, "cannot be unpacked");
#else
      return refuse_block(part, block, "is compressed by zstd, without which this gts was built");
#endif
    from += entry.stored[c];
    to += entry.raw[c];
  }
  const PartHead *head = &part->head;
  const uint64_t count = part_block_count(head, block);
  if (head->version != 1 || (entry.raw[COLUMN_EXTRA] == count * head->extra * sizeof(uint64_t) &&
                             entry.raw[COLUMN_RESULTS] == count * head->result_bytes && entry.raw[COLUMN_DISTANCES] == count * head->distances))
    return true;
  return refuse_block(part, block, "has columns of other lengths than its positions");
}

Result part_result_1 (const PartHead *head, const unsigned char *const at[COLUMNS], uint64_t i) {
  Result result = {0, 0};
  for (uint32_t b = 0; b < head->result_bytes; b++) result.value |= (uint32_t)at[COLUMN_RESULTS][i * head->result_bytes + b] << 8 * b;
  for (uint32_t b = 0; b < head->distances; b++) result.plies |= (uint32_t)at[COLUMN_DISTANCES][i * head->distances + b] << 8 * b;
  return result;
}

/* Walks. */

void part_read_from (PartReader *r, const Part *part, Store *store) {
  const PartHead *head = &part->head;
  size_t most = 0;
  for (uint64_t b = 0; b < head->blocks; b++) {
    const size_t size = part_unpacked(part, b);
    if (size > most) most = size;
  }
  *r = (PartReader){.part = part, .store = store};
  r->bytes = store_take(store, most + 1);
  r->keys = store_take(store, (size_t)(head->count < part_block(head) ? head->count + 1 : part_block(head)) * head->key_words * sizeof *r->keys);
  r->joined = store_take(store, (head->key_words + head->extra) * sizeof *r->joined);
}

static bool unpack_keys (const PartReader *r) {
  const int words = (int)r->part->head.key_words;
  const unsigned char *at = r->at[COLUMN_KEYS], *end = r->at[COLUMN_EXTRA];
  const uint64_t *first = part_first_key(r->part, r->block);
  if (words == 1) return differences_short(at, end, *first, r->keys, r->count);
  for (uint64_t i = 0; i < r->count; i++) {
    uint64_t *key = r->keys + i * (uint64_t)words;
    const uint64_t *last = i == 0 ? first : key - words;
    for (int w = 0; w < words; w++) key[w] = last[w];
    if (!differences_next(&at, end, key, words)) return false;
  }
  return true;
}

bool part_read_block (PartReader *r) {
  const PartHead *head = &r->part->head;
  if (r->block == head->blocks) {
    r->i = r->count;
    return false;
  }
  if (!part_unpack(r->part, r->block, r->bytes, r->at)) part_fail(r->store, r->part->directory);
  r->count = part_block_count(head, r->block);
  r->i = 0;
  if (!unpack_keys(r)) {
    refuse_block(r->part, r->block, "has less keys than positions");
    part_fail(r->store, r->part->directory);
  }
  r->block++;
  return true;
}

const uint64_t *part_join (PartReader *r) {
  const size_t words = r->part->head.key_words, extra = r->part->head.extra;
  memcpy(r->joined, r->keys + r->i * words, words * sizeof *r->joined);
  memcpy(r->joined + words, r->at[COLUMN_EXTRA] + r->i * extra * sizeof *r->joined, extra * sizeof *r->joined);
  return r->joined;
}

bool part_read_to (PartReader *r, const uint64_t *key) {
  const PartHead *head = &r->part->head;
  const int words = (int)head->key_words;
  uint64_t next = r->block;
  if (r->row && sort_compare(r->row, key, words) >= 0) return true;
  while (next < head->blocks && sort_compare(part_first_key(r->part, next), key, words) <= 0) next++;
  if (next > r->block) {
    r->block = next - 1;
    r->i = r->count = 0;
  }
  while (part_read(r))
    if (sort_compare(r->row, key, words) >= 0) return true;
  return false;
}

uint64_t part_read_at (const PartReader *r) { return (r->block - 1) * part_block(&r->part->head) + r->i; }

void part_read_end (PartReader *r) {
  store_give(r->store, r->bytes);
  store_give(r->store, r->keys);
  store_give(r->store, r->joined);
}

/* Merges. */

static const uint64_t *next_row (void *reader) {
  PartReader *r = reader;
  return part_read(r) ? r->row : NULL;
}

static void end_reader (void *reader) { part_read_end(reader); }

void part_merge (Merge *merge, Store *store, uint32_t most, int words) {
  merge_open(merge, store, most, sizeof(PartReader), words, next_row, end_reader);
}

void part_merge_add (Merge *merge, const Part *part) {
  if (!part->bytes || part->head.count == 0) return;
  part_read_from(merge_reader(merge), part, merge->store);
  merge_add(merge, false);
}
