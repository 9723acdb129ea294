#include "solve/part_write.h"

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

#define PACKING 9               /* how hard zstd tries; */
#define PACKING_OPEN 1          /* and with what is soon gone */

/* The name of a part until it has its own. */
#define DRAFT_PART (sizeof DRAFT + PART_NAME)

static void draft_name (char name[DRAFT_PART], const Directory *directory, PartId id, bool open) {
  char own[PART_NAME];
  part_name(own, directory, id, open);
  if (directory->shards > 0) snprintf(name, DRAFT_PART, DRAFT "-%s", own);
  else directory_draft(directory, "part", name);
}

static void fail_to_write (const PartWriter *w) {
  part_refuse(w->directory, &w->head, strerror(errno));
  part_fail(w->store, w->directory);
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
  memcpy(head->magic, PART_MAGIC, sizeof head->magic);
  memcpy(head->game, directory->game, sizeof head->game);
  head->byte_order = PART_BYTE_ORDER;
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
  w->offset = part_front_bytes(head);
  w->index = store_take(store, (size_t)w->offset - sizeof *head + 1);
  memset(w->index, 0, (size_t)w->offset - sizeof *head);
  if (head->values) memcpy(w->index, values, head->values * sizeof *values);
  char draft[DRAFT_PART];
  draft_name(draft, directory, part_id(head), !head->solved);
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
  PartEntry entry = {.offset = w->offset};
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
  unsigned char *const column = w->column[COLUMN_KEYS];
  w->length[COLUMN_KEYS] = (size_t)(varint_put(column + w->length[COLUMN_KEYS], number) - column);
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
  part_front_check(head, w->index, head->check);
  write_all(w, head, sizeof *head, 0);
  write_all(w, w->index, part_front_bytes(head) - sizeof *head, sizeof *head);
  free_buffers(w);
  const Directory *directory = w->directory;
  const int file = w->file, folder = directory->fd;
  if (folder < 0) {
    w->file = -1;
    return file;
  }
  part_name(name, directory, part_id(head), !head->solved);
  draft_name(draft, directory, part_id(head), !head->solved);
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
  draft_name(draft, w->directory, part_id(&w->head), !w->head.solved);
  if (w->directory->fd >= 0) unlinkat(w->directory->fd, draft, 0);
  w->file = -1;
}
