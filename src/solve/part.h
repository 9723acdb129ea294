/*
** A part of a database: the positions of one tier in which one player moves, or one shard of them, in one file.
**
**   | head | the values that occur | index, an entry for each block | blocks |
**
** A block has the next PART_BLOCK positions, in the order of their keys, as columns one behind the other, each compressed by zstd where
** that makes it shorter: the keys, by their differences; what goes with each position, if anything; the numbers of their results, value and
** distance in one, for often one tells the other: all their lowest bytes, then all the next ones. An entry has the first key of its block,
** where it lies, how long each column is, and the keys unpacked, and a checksum of its bytes; the head has one of all before the
** first block. So no byte is believed before its sum has been held against it, and every byte has one.
**
** A file is written beside, brought to the disk and then renamed: what has its name is whole.
*/
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/hash.h"
#include "game/game.h"
#include "solve/directory.h"
#include "solve/merge.h"
#include "solve/store.h"
#include "solve/varint.h"

#define PART_MAGIC "gtspart\n"
#define PART_BYTE_ORDER UINT32_C(0x01020304)
#define PART_BLOCK 4096
#define PART_FORMAT 2           /* that is written */

/* Format 1 is read: its blocks are larger, values and distances are columns of their own, and entries have all sizes, in 8 bytes each. */
#define PART_BLOCK_1 65536

/* The result of a position: the number of its value, from 1 (0: unknown), and its distance in plies plus 1 (0: none). */
typedef struct Result { uint32_t value, plies; } Result;

static inline uint64_t result_word (Result result) { return (uint64_t)result.plies << 32 | result.value; }
static inline Result result_of_word (uint64_t word) { return (Result){(uint32_t)word, (uint32_t)(word >> 32)}; }

/* Which part it is. */
typedef struct PartId {
  int64_t tier;
  uint32_t shard;               /* 0 where positions are not divided */
  Player player;
} PartId;

/* Columns of a block. */
enum { COLUMN_KEYS, COLUMN_EXTRA, COLUMN_RESULTS, COLUMN_DISTANCES, COLUMNS };      /* the last: format 1 only */

typedef struct PartHead {
  char magic[8];
  uint32_t byte_order, version;
  uint32_t key_words, extra;    /* words of a key, and of what goes with a position */
  uint16_t player, shard;       /* shard: from 0, if positions are divided */
  uint32_t solved;              /* it has values and distances */
  uint32_t result_bytes, distances;     /* of one number, 0: there is one result or none; distances are below this: see part_result.
                                           Format 1: bytes of the number of a value, and of a distance */
  int64_t tier;
  uint64_t count, blocks, index_room;   /* room: there may be entries that are not used */
  uint64_t values, size;        /* values that occur; bytes of the file */
  char game[DIRECTORY_GAME];
  uint64_t check[2];            /* of all before the first block, with zeros here */
} PartHead;

typedef struct PartEntry {      /* of a block in the index, behind its first key */
  uint64_t offset;
  uint32_t stored[COLUMNS - 1], raw_keys;
  uint64_t check[2];
} PartEntry;

/* A part that is open for reading. */
typedef struct Part {
  Directory *directory;
  const unsigned char *bytes;   /* what is at hand of the file, from its beginning; NULL: it is not open */
  size_t at_hand;
  PartHead head;
  const Value *values;          /* that occur, ascending; value number 1 is the first */
  const uint64_t *index;
} Part;

/* A walk along the positions of a part. */
typedef struct PartReader {
  const Part *part;
  Store *store;
  uint64_t block;               /* the next one */
  uint64_t i, count;            /* which position of this one, and how many there are */
  unsigned char *bytes;         /* of this one, unpacked */
  const unsigned char *at[COLUMNS];
  uint64_t *keys;               /* of all its positions */
  uint64_t *joined;             /* room for a key and what goes with it */
  const uint64_t *row;          /* key, and what goes with it: good until the next step */
  Result result;
} PartReader;

/* The name of a part's file: `open` are those whose values are not known yet. */
#define PART_NAME 64
void part_name (char name[PART_NAME], const Directory *directory, PartId id, bool open);

/* Is it there? */
bool part_exists (const Directory *directory, PartId id, bool open);

/*
** The shard of a key. Files are found by it, so it may never change. Sets find their rows by another hash (solve/set.h): else those of one
** shard would share their slots.
*/
static inline uint32_t shard_of (const uint64_t *key, int words, uint32_t shards) {
  uint64_t hash = GOLDEN_GAMMA;
  for (int w = 0; w < words; w++) hash = mix64(hash ^ key[w]);
  return (uint32_t)high_product(hash, shards);
}

static inline PartId part_id (const PartHead *head) { return (PartId){head->tier, head->shard, (Player)head->player}; }

/* Notes in directory->wrong what is wrong with a part. Always false. */
bool part_refuse (Directory *directory, const PartHead *head, const char *why);

/* Leaves by way of the host, with directory->wrong. */
#define part_fail(store, directory) store_fail((store), "%s", (directory)->wrong)

/* The bytes before the first block; and their checksum, of which `rest` is what follows the head. */
size_t part_front_bytes (const PartHead *head);
void part_front_check (const PartHead *head, const void *rest, uint64_t check[2]);

/* Opens a part, a file of the directory; in memory it is `file`, which is closed. False, with directory->wrong: it cannot be
** read, or is no whole part of this game. */
bool part_open (Part *part, Directory *directory, int file, PartId id, bool open);
void part_close (Part *part);

/* Closes an array of parts, of `size` bytes: see store_closes. */
void part_close_all (void *parts, size_t size);

/* Room for `count` parts, none of them open, which are closed when it is given back. Leaves the search for want of memory. */
Part *part_room (Store *store, uint64_t count);

/* Returns the unpacked size of a block in bytes. */
size_t part_unpacked (const Part *part, uint64_t block);

/* Unpacks a block to `to`; where each column begins. False, with directory->wrong: it is damaged. */
bool part_unpack (const Part *part, uint64_t block, unsigned char *to, const unsigned char *at[COLUMNS]);

/* The words of an index entry, and the key that a block begins with. */
static inline size_t part_entry_words (const PartHead *head) { return head->key_words + (head->version == 1 ? 1 + 2 * COLUMNS + 2 : 5); }

static inline const uint64_t *part_first_key (const Part *part, uint64_t block) {
  return part->index + block * part_entry_words(&part->head);
}

/* Positions of a block at most. */
static inline uint64_t part_block (const PartHead *head) { return head->version == 1 ? PART_BLOCK_1 : PART_BLOCK; }

static inline uint64_t part_block_count (const PartHead *head, uint64_t block) {
  const uint64_t most = part_block(head), before = block * most;
  return head->count - before < most ? head->count - before : most;
}

/* Result `i` of a part of format 1. */
Result part_result_1 (const PartHead *head, const unsigned char *const at[COLUMNS], uint64_t i);

/* Result `i` of the `count` of a block with these columns. The number of a value is for the caller to check. */
static inline Result part_result (const PartHead *head, const unsigned char *const at[COLUMNS], uint64_t i, uint64_t count) {
  const unsigned char *column = at[COLUMN_RESULTS];
  uint64_t number = 0;
  if (head->version == 1) return part_result_1(head, at, i);
  for (uint32_t b = 0; b < head->result_bytes; b++) number |= (uint64_t)column[b * count + i] << 8 * b;
  if (number <= UINT32_MAX) return (Result){(uint32_t)number / head->distances + 1, (uint32_t)number % head->distances};
  return (Result){(uint32_t)(number / head->distances) + 1, (uint32_t)(number % head->distances)};
}

/* Begins a walk; part_read steps on: false at the end. Fails by way of the host where a block is damaged. */
void part_read_from (PartReader *reader, const Part *part, Store *store);
bool part_read_block (PartReader *reader);
const uint64_t *part_join (PartReader *reader);
static inline bool part_read (PartReader *r) {
  const PartHead *head = &r->part->head;
  if (++r->i >= r->count && !part_read_block(r)) return false;
  r->row = head->extra ? part_join(r) : r->keys + r->i * head->key_words;
  r->result = part_result(head, r->at, r->i, r->count);
  return true;
}
/* Steps on to the first position whose key is not less, over the blocks before it; stays if that is where it is. False: there is none. */
bool part_read_to (PartReader *reader, const uint64_t *key);
/* The number of the position in its part, from 0. */
uint64_t part_read_at (const PartReader *reader);
void part_read_end (PartReader *reader);

/* Prepares a merge of `most` parts at most, by readers of them; adds a part, if it has positions. They fail as part_read. */
void part_merge (Merge *merge, Store *store, uint32_t most, int words);
void part_merge_add (Merge *merge, const Part *part);
