#include "solve/edges.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/hash.h"
#include "solve/members.h"
#include "solve/spill.h"
#include "solve/varint.h"

#define NEGATED 1u
#define MOVER 2u
#define BITS 2                  /* of a source */
#define MOST_FILES 256
#define MOST_BLOCKS 32768       /* of a tier */
#define FEW 32                  /* nodes of a block, at least */
#define EDGE (2 * VARINT_MOST)  /* bytes of the longest edge */

/* Before each block; and last in a file, where `first` and `end` are equal: their number, and a checksum of all heads before it. */
typedef struct BlockHead { uint64_t first, end, bytes, check; } BlockHead;

static uint64_t check_head (uint64_t check, const BlockHead *head) {
  const uint64_t words[5] = {check, head->first, head->end, head->bytes, head->check};
  uint64_t sum[2];
  hash_bytes((const unsigned char *)words, sizeof words, sum);
  return sum[0];
}

/* Where a block is. */
typedef struct EdgeBlock {
  uint64_t first, end, offset, bytes, check;
  int file, number;             /* of that file */
} EdgeBlock;

struct Edges {
  Sorter sorter;                /* rows: target; source and bits */
  uint64_t piece;               /* nodes of a block: so that a wave reads little beside what it needs */
  EdgeBlock *blocks;            /* ascending */
  size_t count;
  uint64_t written, check;      /* blocks of our file, and the checksum of their heads */
  int files[MOST_FILES];
  int file_count;
  unsigned char *bytes;         /* of the block that is read */
  size_t bytes_room;
  size_t at;                    /* which block that is; `count`: none */
  const unsigned char *next, *end;
  uint64_t target, source;      /* the edge that was read last */
  bool any;                     /* there is one, which is not taken yet */
};

/* How the name of the file of a member ends. */
#define END sizeof "--2147483648.edges"
static const char *end_of (int file, char end[END]) {
  snprintf(end, END, "-%d.edges", file);
  return end;
}

static _Noreturn void fail (Indexed *ix, int file, const char *why) { cells_file_fail(ix, end_of(file, (char[END]){0}), why); }

#define DAMAGED_FILE "it is damaged: remove it and the file .begun beside it, and the tier is begun anew"

/* Collecting. */

static void make (Indexed *ix) { ix->edges = memset(store_take(&ix->w->store, sizeof *ix->edges), 0, sizeof *ix->edges); }

void edges_open (Indexed *ix, size_t bytes) {
  enum { LEAST = 64 << 10, MOST = 16 << 20 };   /* bytes of the buffer: as much as sorts quickly */
  Store *store = &ix->w->store;
  if (ix->w->ranks > MOST_FILES) store_fail(store, "more than %d processes: rules.index needs `before`", MOST_FILES);
  make(ix);
  ix->edges->piece = ix->own_nodes / MOST_BLOCKS > FEW ? ix->own_nodes / MOST_BLOCKS : FEW;
  sorter_open(&ix->edges->sorter, store, &ix->w->db->directory, "moves", 2, bytes < LEAST ? LEAST : bytes > MOST ? MOST : bytes);
}

void edges_receive (Indexed *ix, uint64_t target, uint64_t source) {
  uint64_t *row = sorter_add(&ix->edges->sorter);
  row[0] = target >> 1;
  row[1] = (source >> 1) << BITS | (source & 1 ? MOVER : 0) | (target & 1 ? NEGATED : 0);
}

void edges_put (Indexed *ix, uint64_t target, bool negated, uint64_t source, Player mover) {
  const int owner = members_owner(ix, target);
  const uint64_t to = target << 1 | negated, from = source << 1 | (mover == MAX);
  if (owner == ix->w->rank) edges_receive(ix, to, from);
  else members_send_edge(ix, owner, to, from);
}

/* Building. */

static void add_block (Indexed *ix, const BlockHead *head, uint64_t offset, int file, int number) {
  Edges *e = ix->edges;
  e->blocks = store_room(&ix->w->store, e->blocks, e->count, sizeof *e->blocks);
  e->blocks[e->count++] = (EdgeBlock){head->first, head->end, offset + sizeof *head, head->bytes, head->check, file, number};
  if (head->bytes > e->bytes_room) e->bytes_room = (size_t)head->bytes;
}

/* Writes a block, whose bytes there are, at an offset. Returns where the next one begins. */
static uint64_t write_block (Indexed *ix, BlockHead *head, const unsigned char *bytes, uint64_t offset) {
  Edges *e = ix->edges;
  uint64_t check[2];
  hash_bytes(bytes, head->bytes, check);
  head->check = check[0];
  if (!file_write_at(e->files[0], head, sizeof *head, offset) || !file_write_at(e->files[0], bytes, head->bytes, offset + sizeof *head))
    fail(ix, ix->w->rank, strerror(errno));
  add_block(ix, head, offset, e->files[0], ix->w->rank);
  e->written++;
  e->check = check_head(e->check, head);
  return offset + sizeof *head + head->bytes;
}

/* Writes all edges, in blocks. Returns where they end. */
static uint64_t write_blocks (Indexed *ix) {
  Edges *e = ix->edges;
  Store *store = &ix->w->store;
  BlockHead head = {.end = 0};
  unsigned char *bytes = NULL;
  uint64_t offset = 0, target = 0, source = 0;
  for (const uint64_t *row; (row = sorter_next(&e->sorter));) {
    if (row[0] >= head.end) {
      if (head.bytes > 0) offset = write_block(ix, &head, bytes, offset);
      head = (BlockHead){.first = target = ix->own + (row[0] - ix->own) / e->piece * e->piece};
      head.end = head.first + e->piece < ix->own + ix->own_nodes ? head.first + e->piece : ix->own + ix->own_nodes;
      source = 0;
    }
    if (row[0] != target) source = 0;
    bytes = store_room(store, bytes, head.bytes / EDGE + 1, EDGE);
    unsigned char *at = varint_put(varint_put(bytes + head.bytes, row[0] - target), row[1] - source);
    head.bytes = (uint64_t)(at - bytes);
    target = row[0];
    source = row[1];
  }
  if (head.bytes > 0) offset = write_block(ix, &head, bytes, offset);
  store_give(store, bytes);
  return offset;
}

/* From now on it is read. */
static void begin_reading (Indexed *ix) {
  ix->edges->bytes = store_take(&ix->w->store, ix->edges->bytes_room + 1);
  ix->edges->at = ix->edges->count;
}

void edges_build (Indexed *ix) {
  Edges *e = ix->edges;
  char name[PART_NAME];
  cells_file(ix, end_of(ix->w->rank, (char[END]){0}), name);
  const int file = file_make(ix->w->db->directory.fd, name, O_RDWR);
  if (file < 0) fail(ix, ix->w->rank, strerror(errno));
  e->files[e->file_count++] = file;
  sorter_sort(&e->sorter);
  const uint64_t offset = write_blocks(ix);
  const BlockHead last = {.first = e->written, .end = e->written, .check = e->check};
  if (!file_write_at(file, &last, sizeof last, offset) || fsync(file) != 0) fail(ix, ix->w->rank, strerror(errno));
  sorter_close(&e->sorter);
  begin_reading(ix);
}

static void load_file (Indexed *ix, int number) {
  Edges *e = ix->edges;
  const char *wrong;
  char name[PART_NAME];
  BlockHead head;
  cells_file(ix, end_of(number, (char[END]){0}), name);
  const int file = file_open(ix->w->db->directory.fd, name, O_RDONLY | O_NOFOLLOW, &wrong);
  if (file < 0) fail(ix, number, wrong);
  e->files[e->file_count++] = file;
  uint64_t blocks = 0, check = 0;
  for (uint64_t offset = 0;; offset += sizeof head + head.bytes) {
    errno = 0;
    if (!file_read_at(file, &head, sizeof head, offset)) fail(ix, number, errno ? strerror(errno) : DAMAGED_FILE);
    if (head.first == head.end) break;
    if (head.first > head.end || head.end > ix->nodes || head.bytes > SIZE_MAX / 2) fail(ix, number, DAMAGED_FILE);
    if (head.first < ix->own + ix->own_nodes && head.end > ix->own) add_block(ix, &head, offset, file, number);
    blocks++;
    check = check_head(check, &head);
  }
  if (head.first != blocks || head.check != check) fail(ix, number, DAMAGED_FILE);
}

void edges_load (Indexed *ix, uint32_t files) {
  make(ix);
  for (uint32_t number = 0; number < files; number++) load_file(ix, (int)number);
  begin_reading(ix);
}

/* Reading. */

/* Goes to the first edge of the block that is in memory. */
static void rewind_block (Edges *e) {
  const EdgeBlock *block = &e->blocks[e->at];
  e->next = e->bytes;
  e->end = e->bytes + block->bytes;
  e->target = block->first;
  e->source = 0;
  e->any = false;
}

void edges_begin (Indexed *ix) {
  if (ix->edges->at < ix->edges->count) rewind_block(ix->edges);
}

/* Goes to the block of a node. False: it has none. */
static bool find_block (Indexed *ix, uint64_t node) {
  Edges *e = ix->edges;
  if (e->at < e->count && node >= e->blocks[e->at].first && node < e->blocks[e->at].end) return true;
  size_t low = 0, high = e->count;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (e->blocks[middle].end <= node) low = middle + 1;
    else high = middle;
  }
  e->at = e->count;
  if (low == e->count || e->blocks[low].first > node) return false;
  const EdgeBlock *block = &e->blocks[low];
  uint64_t check[2];
  errno = 0;
  const bool whole = file_read_at(block->file, e->bytes, block->bytes, block->offset);
  if (whole) hash_bytes(e->bytes, block->bytes, check);
  if (!whole || check[0] != block->check) fail(ix, block->number, errno ? strerror(errno) : DAMAGED_FILE);
  e->at = low;
  rewind_block(e);
  return true;
}

static bool read_edge (Edges *e) {
  if (e->next == e->end) return e->any = false;
  const uint64_t step = varint_get(&e->next, e->end);
  if (step > 0) e->source = 0;
  e->target += step;
  e->source += varint_get(&e->next, e->end);
  return e->any = true;
}

void edges_to (Indexed *ix, uint64_t node, Result above, CellsTake *take_edge) {
  Edges *e = ix->edges;
  if (!find_block(ix, node)) return;
  while ((e->any || read_edge(e)) && e->target < node) e->any = false;
  for (; e->any && e->target == node; e->any = false, read_edge(e))
    take_edge(ix, e->source >> BITS, e->source & MOVER ? MAX : MIN, e->source & NEGATED, above);
}

void edges_close (Indexed *ix) {
  Edges *e = ix->edges;
  if (!e) return;
  Store *store = &ix->w->store;
  for (int i = 0; i < e->file_count; i++) close(e->files[i]);
  if (e->sorter.buffer) sorter_close(&e->sorter);
  store_give(store, e->blocks);
  store_give(store, e->bytes);
  store_give(store, e);
  ix->edges = NULL;
}

void edges_remove (const Indexed *ix) {
  for (int number = 0; number < MOST_FILES; number++) cells_file_remove(ix, end_of(number, (char[END]){0}));
}
