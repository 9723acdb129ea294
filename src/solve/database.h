/* The results of all positions of a game, by their keys: parts, in a folder or in memory, and what was unpacked of them last. */
#pragma once

#include "solve/part.h"

typedef struct Unpacked Unpacked;

typedef struct Database {
  Host *host;                   /* asked for memory, and whether Ctrl-C was pressed */
  Directory directory;
  Part *parts;
  int count, room;
  Unpacked *newest, *oldest;    /* blocks that are unpacked, the last one asked for first */
  Unpacked **table;             /* the same by part and block */
  size_t held, limit;           /* bytes of them, and the most there may be */
} Database;

#define DATABASE_CACHE ((size_t)512 << 20)

/* What directory.wrong says after Ctrl-C, which ends database_load, database_check and database_count. */
#define DATABASE_INTERRUPTED "interrupted"

typedef enum Finding { NOT_FOUND, FOUND, DAMAGED } Finding;

/* The known result of a position. */
typedef struct Known {
  Value value;                  /* where the game has scores: what can still come */
  int64_t plies;                /* to the end of the game; -1: there is no distance */
} Known;

/* An empty database. `folder` (-1: none, in memory) is its from now on, `path` must live as long. Cannot fail. */
void database_open (Database *db, Host *host, int folder, const char *path, const char *game);

/* How many bytes of unpacked blocks are kept, DATABASE_CACHE at first; the last one is kept in any case. Cannot fail. */
void database_set_cache (Database *db, size_t bytes);

/* Forgets all parts. Cannot fail. */
void database_empty (Database *db);

/* Adds a part, as part_open does. False, with db->directory.wrong: it cannot be. */
bool database_add (Database *db, int file, PartId id);

/* Adds all parts that a folder has, by its plan. False, with db->directory.wrong: it has none that is complete, or a part is damaged. */
bool database_load (Database *db);

/* Are there several tiers? Else rules.tier does not say where a position is: those that the game holds are solved in one. */
bool database_has_tiers (const Database *db);

/* The shard of a key: only parts of this one can have it. */
static inline uint32_t database_shard (const Database *db, const uint64_t *key, int words) {
  return db->directory.shards > 0 ? shard_of(key, words, db->directory.shards) : 0;
}

/* Looks for a key in a part. DAMAGED: with db->directory.wrong. */
Finding database_look (Database *db, const Part *part, const uint64_t *key, Known *known);

/* Counts the positions of a part by value: counts[0] for the first. False, with db->directory.wrong: it is damaged. */
bool database_count (Database *db, const Part *part, uint64_t *counts);

/* Is every byte of every part as it was written? False, with db->directory.wrong. Takes a while. */
bool database_check (Database *db);

/* Gives everything back. Cannot fail. */
void database_close (Database *db);
