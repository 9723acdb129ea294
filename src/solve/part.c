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

#define MAGIC "gtspart\n"
#define BYTE_ORDER_MARK UINT32_C(0x01020304)
#define PACKING 9               /* how hard zstd tries; */
#define PACKING_OPEN 1          /* and with what is soon gone */

void part_name (char name[PART_NAME], const Directory *directory, PartId id, bool open) {
  char shard[16] = "";
  if (directory->shards > 0) snprintf(shard, sizeof shard, "-%03u", (unsigned)id.shard);
  snprintf(name, PART_NAME, "tier-%lld-%s%s.%s", (long long)id.tier, id.player == MAX ? "max" : "min", shard, open ? "open" : "gts");
}

/* Its name until it has that one. */
#define DRAFT_PART (sizeof DRAFT + PART_NAME)

static void draft_name (char name[DRAFT_PART], const Directory *directory, PartId id, bool open) {
  char own[PART_NAME];
  part_name(own, directory, id, open);
  if (directory->shards > 0) snprintf(name, DRAFT_PART, DRAFT "-%s", own);
  else directory_draft(directory, "part", name);
}

static PartId id_of (const PartHead *head) { return (PartId){head->tier, head->shard, (Player)head->player}; }

/* Notes what is wrong with a part. Always false. */
static bool refuse (Directory *directory, const PartHead *head, const char *why) {
  char name[PART_NAME];
  part_name(name, directory, id_of(head), !head->solved);
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

/* The head of the file: all before the first block. */

static size_t front_bytes (const PartHead *head) {
  return sizeof *head + head->values * sizeof(Value) + head->index_room * part_entry_words(head) * sizeof(uint64_t);
}

/* Sets the checksum of all before the first block. */
static void front_check (const PartHead *head, const void *rest, uint64_t check[2]) {
  PartHead bare = *head;
  uint64_t sums[4];
  memset(bare.check, 0, sizeof bare.check);
  hash_bytes(&bare, sizeof bare, sums);
  hash_bytes(rest, front_bytes(head) - sizeof bare, sums + 2);
  hash_bytes(sums, sizeof sums, check);
}

/* Reading. */

typedef struct BlockEntry {          /* of the index, behind the first key */
  uint64_t offset;
  uint32_t stored[COLUMNS - 1], raw_keys;
  uint64_t check[2];
} BlockEntry;

/* What an entry says; in format 1 as it is. */
typedef struct Columns {
  uint64_t offset, stored[COLUMNS], raw[COLUMNS], check[2];
} Columns;

static Columns entry_of (const Part *part, uint64_t block) {
  const PartHead *head = &part->head;
  const uint64_t *at = part_first_key(part, block) + head->key_words, count = part_block_count(head, block);
  BlockEntry entry;
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
  return memcmp(head->magic, MAGIC, sizeof head->magic) == 0 && head->byte_order == BYTE_ORDER_MARK && (head->version == PART_FORMAT || head->version == 1) &&
         head->key_words >= 1 && head->key_words <= MOST_WORDS && head->extra <= MOST_WORDS && head->result_bytes <= 8 &&
         (head->version == 1 ? head->result_bytes <= 4 && head->distances <= 4 : head->distances > 0) && head->count < most && head->values < most && head->index_room < most &&
         head->blocks == (head->count + part_block(head) - 1) / part_block(head) && head->blocks <= head->index_room && head->size == size &&
         front_bytes(head) <= size;
}

/* Do its blocks lie where they should, one behind the other to the end? */
static bool index_fits (const Part *part) {
  uint64_t at = front_bytes(&part->head);
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
  front_check(head, part->values, check);
  if (memcmp(check, head->check, sizeof check) != 0) return "it is damaged before its first block";
  if (memcmp(head->game, directory->game, sizeof head->game) != 0) return "it belongs to another game, or to other rules of it";
  if (head->tier != expected->tier || head->player != expected->player || head->shard != expected->shard ||
      head->solved != expected->solved)
    return "it is another part than its name says";
  return index_fits(part) ? NULL : "its index is damaged";
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
  if (memcmp(head->magic, MAGIC, sizeof head->magic) == 0 && head->byte_order == BYTE_ORDER_MARK && head->version > PART_FORMAT)
    return "it is of another format than this gts reads";
  if (!head_fits(head, (uint64_t)about.st_size)) return damaged;
  const size_t size = named ? front_bytes(head) : (size_t)head->size;
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
  if (file < 0) return refuse(directory, &expected, wrong);
  wrong = take(part, file, named);
  close(file);                                  /* there are more parts than files may be open */
  if (wrong == NULL) wrong = look_at(part, directory, &expected);
  if (wrong == NULL) return true;
  part_close(part);
  return refuse(directory, &expected, wrong);
}

void part_close (Part *part) {
  if (part->bytes) munmap((void *)(uintptr_t)part->bytes, part->at_hand);
  part->bytes = NULL;
}

size_t part_unpacked (const Part *part, uint64_t block) {
  const Columns entry = entry_of(part, block);
  return (size_t)sum(entry.raw);
}

static bool refuse_block (const Part *part, uint64_t block, const char *why) {
  char text[100];
  snprintf(text, sizeof text, "block %llu of %llu %s", (unsigned long long)block + 1, (unsigned long long)part->head.blocks, why);
  return refuse(part->directory, &part->head, text);
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
  part_name(name, part->directory, id_of(&part->head), !part->head.solved);
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

static void fail (const Store *store, const Directory *directory) { store->host->fail(store->host, "%s", directory->wrong); }

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
  if (!part_unpack(r->part, r->block, r->bytes, r->at)) fail(r->store, r->part->directory);
  r->count = part_block_count(head, r->block);
  r->i = 0;
  if (!unpack_keys(r)) {
    refuse_block(r->part, r->block, "has less keys than positions");
    fail(r->store, r->part->directory);
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

/* Writing. */

static void fail_to_write (const PartWriter *w) {
  refuse(w->directory, &w->head, strerror(errno));
  fail(w->store, w->directory);
}

static void write_all (const PartWriter *w, const void *bytes, size_t size, uint64_t offset) {
  if (!file_write_at(w->file, bytes, size, offset)) fail_to_write(w);
}

static uint32_t bytes_for (uint64_t most) {
  uint32_t bytes = 0;
  for (; most > 0; most >>= 8) bytes++;
  return bytes;
}

void part_write (PartWriter *w, Directory *directory, Store *store, const PartHead *like, uint64_t most, const Value *values,
                 uint32_t plies) {
  *w = (PartWriter){.directory = directory, .store = store, .file = -1, .head = *like};
  PartHead *head = &w->head;
  memcpy(head->magic, MAGIC, sizeof head->magic);
  memcpy(head->game, directory->game, sizeof head->game);
  head->byte_order = BYTE_ORDER_MARK;
  head->version = PART_FORMAT;
  head->index_room = (most + PART_BLOCK - 1) / PART_BLOCK;
  head->distances = plies + 1;
  head->result_bytes = head->solved && head->values > 0 ? bytes_for(head->values * head->distances - 1) : 0;
  const size_t sizes[COLUMNS] = {head->key_words * 10 + 1, head->extra * sizeof(uint64_t), head->result_bytes};
  const size_t rows = w->rows = most < PART_BLOCK ? (size_t)most : PART_BLOCK;
  size_t total = 0;
  for (int c = 0; c < COLUMN_DISTANCES; c++) {
    w->column[c] = store_take(store, sizes[c] * rows + 1);
    total += sizes[c] * rows;
  }
  w->packed = store_take(store, total + 1);
  w->first = store_take(store, 2 * head->key_words * sizeof *w->first);
  w->last = w->first + head->key_words;
  w->offset = front_bytes(head);
  w->index = store_take(store, (size_t)w->offset - sizeof *head + 1);
  memset(w->index, 0, (size_t)w->offset - sizeof *head);
  if (head->values) memcpy(w->index, values, head->values * sizeof *values);
  char draft[DRAFT_PART];
  draft_name(draft, directory, id_of(head), !head->solved);
  w->file = directory->fd < 0 ? memfd_create("gts part", MFD_CLOEXEC) :
            file_make(directory->fd, draft, O_WRONLY);
  if (w->file < 0) fail_to_write(w);
}

/* Packs a column to `to`, as it is if that is no longer; returns how many bytes that takes. */
static size_t pack_column (const PartWriter *w, int c, unsigned char *to) {
  const size_t raw = w->length[c];
#ifdef HAVE_ZSTD
  Directory *directory = w->directory;
  if (raw > 0 && !directory->packer) directory->packer = ZSTD_createCCtx();
  if (raw > 0 && directory->packer) {
    const size_t packed = ZSTD_compressCCtx(directory->packer, to, raw - 1, w->column[c], raw,
                                            w->head.solved && directory->shards == 0 ? PACKING : PACKING_OPEN);
    if (!ZSTD_isError(packed) && packed < raw) return packed;
  }
#endif
  memcpy(to, w->column[c], raw);
  return raw;
}

/* Moves the planes of bytes of the results of a block that is not full together. */
static void close_planes (PartWriter *w) {
  unsigned char *column = w->column[COLUMN_RESULTS];
  for (uint32_t b = 1; b < w->head.result_bytes; b++) memmove(column + b * w->held, column + b * w->rows, (size_t)w->held);
  w->length[COLUMN_RESULTS] = (size_t)w->held * w->head.result_bytes;
}

static void end_block (PartWriter *w) {
  if (w->held == 0) return;
  close_planes(w);
  const size_t words = w->head.key_words;
  BlockEntry entry = {.offset = w->offset};
  size_t size = 0;
  for (int c = 0; c < COLUMN_DISTANCES; c++) {
    if (c == COLUMN_KEYS) entry.raw_keys = (uint32_t)w->length[c];
    entry.stored[c] = (uint32_t)pack_column(w, c, w->packed + size);
    size += entry.stored[c];
    w->length[c] = 0;
  }
  hash_bytes(w->packed, size, entry.check);
  write_all(w, w->packed, size, w->offset);
  uint64_t *to = w->index + w->head.values + w->head.blocks++ * part_entry_words(&w->head);
  memcpy(to, w->first, words * sizeof *to);
  memcpy(to + words, &entry, sizeof entry);
  w->offset += size;
  w->begun += w->held;
  w->held = 0;
}

static void put_number (PartWriter *w, uint64_t number) {
  unsigned char *to = w->column[COLUMN_KEYS] + w->length[COLUMN_KEYS];
  for (; number >= 0x80; number >>= 7) *to++ = (unsigned char)(number | 0x80);
  *to++ = (unsigned char)number;
  w->length[COLUMN_KEYS] = (size_t)(to - w->column[COLUMN_KEYS]);
}

/* By the first word in which it differs from the last key. */
static void put_key (PartWriter *w, const uint64_t *key) {
  const int words = (int)w->head.key_words;
  if (words == 1) {
    put_number(w, *key - *w->last);
    *w->last = *key;
    return;
  }
  int word = 0;
  while (word < words - 1 && key[word] == w->last[word]) word++;
  if (words > 1) w->column[COLUMN_KEYS][w->length[COLUMN_KEYS]++] = (unsigned char)word;
  put_number(w, key[word] - w->last[word]);
  unsigned char *to = w->column[COLUMN_KEYS] + w->length[COLUMN_KEYS];
  w->last[word] = key[word];
  for (word++; word < words; word++, to += sizeof *key) {
    memcpy(to, key + word, sizeof *key);
    w->last[word] = key[word];
  }
  w->length[COLUMN_KEYS] = (size_t)(to - w->column[COLUMN_KEYS]);
}

static void put_result (PartWriter *w, Result result) {
  const uint64_t number = (uint64_t)(result.value - 1) * w->head.distances + result.plies;
  for (uint32_t b = 0; b < w->head.result_bytes; b++) w->column[COLUMN_RESULTS][b * w->rows + w->held] = (unsigned char)(number >> 8 * b);
}

void part_add (PartWriter *w, const uint64_t *row, Result result) {
  const PartHead *head = &w->head;
  if (w->held == 0) {
    memcpy(w->first, row, head->key_words * sizeof *row);
    memcpy(w->last, row, head->key_words * sizeof *row);
  }
  put_key(w, row);
  if (head->extra) {
    memcpy(w->column[COLUMN_EXTRA] + w->length[COLUMN_EXTRA], row + head->key_words, head->extra * sizeof *row);
    w->length[COLUMN_EXTRA] += head->extra * sizeof *row;
  }
  put_result(w, result);
  if (++w->held == PART_BLOCK) end_block(w);
}

static void free_buffers (PartWriter *w) {
  for (int c = 0; c < COLUMNS; c++) store_give(w->store, w->column[c]);
  store_give(w->store, w->packed);
  store_give(w->store, w->first);
  store_give(w->store, w->index);
}

int part_finish (PartWriter *w) {
  PartHead *head = &w->head;
  char name[PART_NAME], draft[DRAFT_PART];
  end_block(w);
  head->count = w->begun;
  head->size = w->offset;
  front_check(head, w->index, head->check);
  write_all(w, head, sizeof *head, 0);
  write_all(w, w->index, front_bytes(head) - sizeof *head, sizeof *head);
  free_buffers(w);
  const Directory *directory = w->directory;
  const int file = w->file, folder = directory->fd;
  if (folder < 0) {
    w->file = -1;
    return file;
  }
  part_name(name, directory, id_of(head), !head->solved);
  draft_name(draft, directory, id_of(head), !head->solved);
  if (directory->shards == 0 && fsync(file) != 0) fail_to_write(w);
  w->file = -1;
  if (close(file) != 0) fail_to_write(w);
  if (directory->shards == 0 && (renameat(folder, draft, folder, name) != 0 || fsync(folder) != 0)) fail_to_write(w);
  return -1;
}

/* Sets the error message of a draft, by errno. Always returns false. */
static bool refuse_draft (Directory *directory, const char *name) {
  snprintf(directory->wrong, sizeof directory->wrong, "%s/%s: %s", directory->path, name, strerror(errno));
  return false;
}

bool part_sync (Directory *directory, PartId id, bool open) {
  char draft[DRAFT_PART];
  draft_name(draft, directory, id, open);
  const char *wrong;
  const int file = file_open(directory->fd, draft, O_RDONLY | O_NOFOLLOW, &wrong);
  const bool synced = file >= 0 && fsync(file) == 0;
  if (!synced) refuse_draft(directory, draft);
  if (file >= 0) close(file);
  return synced;
}

bool part_give_name (Directory *directory, PartId id, bool open) {
  char name[PART_NAME], draft[DRAFT_PART];
  part_name(name, directory, id, open);
  draft_name(draft, directory, id, open);
  return renameat(directory->fd, draft, directory->fd, name) == 0 || refuse_draft(directory, name);
}

void part_abandon (PartWriter *w) {
  if (w->file < 0) return;
  char draft[DRAFT_PART];
  close(w->file);
  draft_name(draft, w->directory, id_of(&w->head), !w->head.solved);
  if (w->directory->fd >= 0) unlinkat(w->directory->fd, draft, 0);
  w->file = -1;
}
