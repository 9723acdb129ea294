/* The folder that a database is in, and what reading and writing there needs. */
#ifndef GTS_SHELF_H
#define GTS_SHELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SHELF_GAME 64           /* of a fingerprint, in characters */
#define SHELF_WRONG 512         /* of a message */

/* What is not done yet, and has no name that anybody would believe: each of several who write here has his own. */
#define DRAFT "draft"
enum { DRAFT_NAME = 32 };

typedef struct Shelf {
  int folder;                   /* open; -1: parts are in memory, and have no names */
  uint32_t shards;              /* into which the positions of a tier are divided by their keys; 0: they are not */
  int rank;                     /* of the one who writes, among several; from 0 */
  const char *path;             /* of the folder, for messages */
  char game[SHELF_GAME];
  void *packer, *unpacker;      /* of zstd; NULL until they are needed */
  char wrong[SHELF_WRONG];      /* what was wrong last, and with which file */
} Shelf;

/* Writes a file of the shelf, beside it first: it is as it was, or whole. False, with shelf->wrong. */
bool shelf_write (Shelf *shelf, const char *name, const void *bytes, size_t size, const void *more, size_t more_size);

/* The name of a draft of some kind: "part", "run" or "file". */
void shelf_draft (const Shelf *shelf, const char *kind, char name[DRAFT_NAME]);

/* Removes what somebody who was killed has left half done. Cannot fail. */
void shelf_tidy (const Shelf *shelf);

/* Frees what packs and unpacks. */
void shelf_close (Shelf *shelf);

#endif
