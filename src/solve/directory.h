/* The directory of a database: atomic writes, reads into a buffer, drafts, the zstd contexts. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DIRECTORY_GAME 64       /* of a fingerprint, in characters */
#define DIRECTORY_MESSAGE 512   /* of a message */

/* Prefix of the names of unfinished files; each process that writes here has its own. */
#define DRAFT "draft"
enum { DRAFT_NAME = 32 };

typedef struct Directory {
  int fd;                       /* open; -1: parts are in memory, and have no names */
  uint32_t shards;              /* into which the positions of a tier are divided by their keys; 0: they are not */
  int rank;                     /* of this process, among those that write here; from 0 */
  const char *path;             /* of the folder, for messages */
  bool begun;                   /* it is written: what is removed of it can be made again */
  char game[DIRECTORY_GAME];
  void *packer, *unpacker;      /* of zstd; NULL until they are needed */
  unsigned char *read;          /* the last result of directory_read; its capacity in bytes */
  size_t read_room;
  char wrong[DIRECTORY_MESSAGE]; /* the last error message, with the name of the file */
} Directory;

/*
** Replaces a file of the directory atomically by these pieces, one behind the other, by a draft and a rename. Returns false, with errno
** and directory->wrong, and leaves the file unchanged.
*/
typedef struct Piece { const void *bytes; size_t size; } Piece;
bool directory_write (Directory *directory, const char *name, const Piece *pieces, int count);

/* Writes the name of a draft of this kind, "part", "run" or "file", into `name`. */
void directory_draft (const Directory *directory, const char *kind, char name[DRAFT_NAME]);

/* Makes a file without a name, for what does not fit into memory. Returns -1 and errno. */
int directory_nameless (const Directory *directory);

/* Removes unfinished files that a killed process has left. Cannot fail. */
void directory_remove_drafts (const Directory *directory);

/* Removes the parts of shards, which are united. Cannot fail. */
void directory_remove_shards (const Directory *directory);

/*
** Reads `size` bytes of a file of the directory, which live until the next call. Returns NULL, with the reason in *wrong. Files are read,
** not mapped: access to a mapped file that was truncated kills the process.
*/
const unsigned char *directory_read (Directory *directory, const char *name, uint64_t offset, size_t size, const char **wrong);

/* Frees the zstd contexts and the buffer. Cannot fail. */
void directory_close (Directory *directory);

/* A tier that was found. */
typedef struct Tier {
  int64_t tier, reach;          /* its successors lie in no later tier than that */
  uint64_t count[2];            /* positions, by the player to move */
  uint64_t loops;               /* moves that lead from one of them to another */
} Tier;

/* There may be more tiers; all were found; all have their results, in parts that are not divided. */
typedef enum PlanState { PLAN_BEGUN, PLAN_FOUND, PLAN_SOLVED } PlanState;

typedef struct PlanHead {
  uint64_t magic;
  uint64_t complete;            /* a PlanState */
  uint16_t by_ply, no_distances;        /* tiers are plies; results are values only */
  uint32_t shards;              /* what each tier is divided into, 0: it is not */
  uint64_t tiers;
  uint64_t check[2];            /* of all of it, with zeros here */
  char game[DIRECTORY_GAME];
} PlanHead;

/* The most shards that a tier is divided into, and the most tiers; a plan with more is damaged. */
#define MOST_SHARDS 4096
#define MOST_TIERS (UINT64_C(1) << 20)

/* Writes a plan of `head->tiers` tiers; head->complete and by_ply are the caller's. False, with directory->wrong. */
bool plan_save (Directory *directory, const PlanHead *head, const Tier *tiers);

typedef enum PlanFound { PLAN_NONE, PLAN_GOOD, PLAN_DAMAGED } PlanFound;

/*
** Reads a plan: `take` gets each tier, unless it is NULL; where it returns false no more are given. PLAN_DAMAGED, with directory->wrong:
** then none was given.
*/
PlanFound plan_load (Directory *directory, PlanHead *head, bool (*take) (void *to, const Tier *tier), void *to);

/* Removes the plan. Cannot fail. */
void plan_remove (const Directory *directory);
