#include "solve/edges.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/hash.h"
#include "solve/members.h"
#include "solve/set.h"
#include "solve/varint.h"

#define NEGATED 1u
#define MOVER 2u
#define BITS 2                  /* of a source */
#define MOST_FILES 256
#define MOST_BLOCKS 32768       /* of a tier */
#define FEW 32                  /* nodes of a block, at least */

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
  Mailbox mail;                    /* by bucket: node in it; source and bits */
  uint64_t bucket, piece;       /* nodes of a bucket, and of a block: so that a wave reads little beside what it needs */
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

static void make (Indexed *ix) {
  Edges *e = ix->edges = store_take(&ix->w->store, sizeof *e);
  memset(e, 0, sizeof *e);
  e->mail.file = -1;
}

void edges_open (Indexed *ix, size_t bytes) {
  enum { SORTED = 512, BOXED = 256 };           /* bytes that we allow for the edges of a node while they are sorted, and for a box */
  if (bytes < MAILBOX_LEAST) bytes = MAILBOX_LEAST;
  if (ix->w->ranks > MOST_FILES)
    store_fail(&ix->w->store, "more than %d processes: rules.index needs `before`", MOST_FILES);
  make(ix);
  Edges *e = ix->edges;
  const uint64_t least = ix->own_nodes * BOXED / bytes;
  e->bucket = bytes / SORTED > least ? bytes / SORTED : least;
  if (e->bucket < FEW) e->bucket = FEW;
  e->piece = ix->own_nodes / MOST_BLOCKS > FEW ? ix->own_nodes / MOST_BLOCKS : FEW;
  e->bucket = (e->bucket + e->piece - 1) / e->piece * e->piece;
  const uint32_t buckets = (uint32_t)((ix->own_nodes + e->bucket - 1) / e->bucket);
  mailbox_open(&e->mail, &ix->w->store, &ix->w->db->directory, "moves", buckets, MAILBOX_WORDS, bytes);
}

void edges_receive (Indexed *ix, uint64_t target, uint64_t source) {
  Edges *e = ix->edges;
  const uint64_t node = target >> 1, from = (source >> 1) << BITS | (source & 1 ? MOVER : 0) | (target & 1 ? NEGATED : 0);
  const uint64_t bucket = (node - ix->own) / e->bucket;
  const uint32_t message[MAILBOX_WORDS] = {(uint32_t)(node - ix->own - bucket * e->bucket), (uint32_t)from, (uint32_t)(from >> 32)};
  mailbox_put(&e->mail, (uint32_t)bucket, message);
}

void edges_put (Indexed *ix, uint64_t target, bool negated, uint64_t source, Player mover) {
  const int owner = members_owner(ix, target);
  const uint64_t to = target << 1 | negated, from = source << 1 | (mover == MAX);
  if (owner == ix->w->rank) edges_receive(ix, to, from);
  else members_send_edge(ix, owner, to, from);
}

/* Building. */

/* Edges of a bucket, as they are taken. */
typedef struct Taken { Store *store; uint64_t *rows; size_t count, room; } Taken;

static void take (void *owner, const uint32_t *message) {
  Taken *t = owner;
  if (t->count == t->room) {
    t->room = t->room ? 2 * t->room : 4096;
    t->rows = store_resize(t->store, t->rows, t->room * 2 * sizeof *t->rows);
  }
  t->rows[2 * t->count] = message[0];
  t->rows[2 * t->count++ + 1] = (uint64_t)message[2] << 32 | message[1];
}

static void add_block (Indexed *ix, const BlockHead *head, uint64_t offset, int file, int number) {
  Edges *e = ix->edges;
  e->blocks = store_room(&ix->w->store, e->blocks, e->count, sizeof *e->blocks);
  e->blocks[e->count++] = (EdgeBlock){head->first, head->end, offset + sizeof *head, head->bytes, head->check, file, number};
  if (head->bytes > e->bytes_room) e->bytes_room = (size_t)head->bytes;
}

/* Writes a block of `count` edges, sorted, to nodes from `first` to `end` of a bucket; returns its bytes. */
static uint64_t write_block (Indexed *ix, uint64_t bucket, uint64_t first, uint64_t end, const uint64_t *rows, size_t count,
                             uint64_t offset) {
  Edges *e = ix->edges;
  Store *store = &ix->w->store;
  unsigned char *bytes = store_take(store, count * 2 * VARINT_MOST + 1), *at = bytes;
  uint64_t target = first, source = 0, check[2];
  for (size_t i = 0; i < count; i++) {
    const uint64_t *row = rows + 2 * i;
    if (row[0] != target) source = 0;
    at = varint_put(at, row[0] - target);
    at = varint_put(at, row[1] - source);
    target = row[0];
    source = row[1];
  }
  const uint64_t base = ix->own + bucket * e->bucket;
  BlockHead head = {.first = base + first, .end = base + end, .bytes = (uint64_t)(at - bytes)};
  if (head.end > ix->own + ix->own_nodes) head.end = ix->own + ix->own_nodes;
  hash_bytes(bytes, head.bytes, check);
  head.check = check[0];
  if (!file_write_at(e->files[0], &head, sizeof head, offset) || !file_write_at(e->files[0], bytes, head.bytes, offset + sizeof head))
    fail(ix, ix->w->rank, strerror(errno));
  add_block(ix, &head, offset, e->files[0], ix->w->rank);
  e->written++;
  e->check = check_head(e->check, &head);
  store_give(store, bytes);
  return sizeof head + head.bytes;
}

/* Writes the edges of a bucket, sorted, in blocks; returns their bytes. */
static uint64_t write_bucket (Indexed *ix, uint32_t bucket, const Taken *t, uint64_t offset) {
  const uint64_t piece = ix->edges->piece, begun = offset;
  for (size_t i = 0, end; i < t->count; i = end) {
    const uint64_t first = t->rows[2 * i] / piece * piece;
    for (end = i; end < t->count && t->rows[2 * end] < first + piece; end++) {}
    offset += write_block(ix, bucket, first, first + piece, t->rows + 2 * i, end - i, offset);
  }
  return offset - begun;
}

/* From now on it is read. */
static void begin_reading (Indexed *ix) {
  ix->edges->bytes = store_take(&ix->w->store, ix->edges->bytes_room + 1);
  ix->edges->at = ix->edges->count;
}

void edges_build (Indexed *ix) {
  Edges *e = ix->edges;
  Store *store = &ix->w->store;
  char name[PART_NAME];
  Taken t = {.store = store};
  uint64_t offset = 0;
  cells_file(ix, end_of(ix->w->rank, (char[END]){0}), name);
  const int file = file_make(ix->w->db->directory.fd, name, O_RDWR);
  if (file < 0) fail(ix, ix->w->rank, strerror(errno));
  e->files[e->file_count++] = file;
  for (uint32_t bucket = 0; bucket < e->mail.addresses; bucket++) {
    t.count = 0;
    errno = 0;
    if (!mailbox_take(&e->mail, bucket, take, &t)) fail(ix, ix->w->rank, strerror(errno));
    if (t.count == 0) continue;
    sort_rows(t.rows, t.count, 2, 2);
    offset += write_bucket(ix, bucket, &t, offset);
  }
  const BlockHead last = {.first = e->written, .end = e->written, .check = e->check};
  if (!file_write_at(file, &last, sizeof last, offset) || fsync(file) != 0) fail(ix, ix->w->rank, strerror(errno));
  store_give(store, t.rows);
  mailbox_close(&e->mail);
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

void edges_to (Indexed *ix, uint64_t node, Result above, EdgesTake *take_edge) {
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
  mailbox_close(&e->mail);
  store_give(store, e->blocks);
  store_give(store, e->bytes);
  store_give(store, e);
  ix->edges = NULL;
}

void edges_remove (const Indexed *ix) {
  for (int number = 0; number < MOST_FILES; number++) cells_file_remove(ix, end_of(number, (char[END]){0}));
}
