/* Parts of a database in the making: positions come in the order of their keys, and go to a draft that gets its name in the end. */
#pragma once

#include "solve/part.h"

/* A file in the making. */
typedef struct PartWriter {
  Directory *directory;
  Store *store;
  int file;                     /* -1: none */
  PartHead head;
  uint64_t *index;
  uint64_t offset;              /* where the next block goes */
  uint64_t rows;                /* of a block at most */
  uint64_t begun, held;         /* positions in blocks that are written, and in the one that is filled */
  uint64_t *first, *last;       /* keys of that one */
  unsigned char *column[COLUMNS];
  size_t length[COLUMNS];
  unsigned char *packed;
} PartWriter;

/* Begins a part of at most `most` positions. `values` (ascending, `count` of them) and `plies`, the greatest number of plies, are of
** one with values. Fails, as do those that follow, by way of the host. */
void part_write (PartWriter *writer, Directory *directory, Store *store, const PartHead *like, uint64_t most, const Value *values,
                 uint32_t plies);
/* Adds a position; keys must ascend. */
void part_add (PartWriter *writer, const uint64_t *row, Result result);
/* Ends it: it has its name from now on; one of many shards only when it was settled. In memory its file is returned, else -1. */
int part_finish (PartWriter *writer);
/* Abandons the part and removes its draft. Cannot fail. */
void part_abandon (PartWriter *writer);

/* Shards of a tier are settled together, for to bring one to the disk takes as long as all: first each is synced, then each is
** named, then the folder is brought to the disk. False, with directory->wrong. */
bool part_sync (Directory *directory, PartId id, bool open);
bool part_give_name (Directory *directory, PartId id, bool open);
