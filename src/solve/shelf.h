/* The folder that a database is in, and what reading and writing there needs. */
#ifndef GTS_SHELF_H
#define GTS_SHELF_H

#include <stdbool.h>
#include <stddef.h>

#define SHELF_GAME 64           /* of a fingerprint, in characters */
#define SHELF_WRONG 512         /* of a message */

/* What is not done yet, and has no name that anybody would believe. */
#define DRAFT_PART "draft.part"
#define DRAFT_RUN "draft.run"
#define DRAFT_FILE "draft.file"

typedef struct Shelf {
  int folder;                   /* open; -1: parts are in memory, and have no names */
  const char *path;             /* of the folder, for messages */
  char game[SHELF_GAME];
  void *packer, *unpacker;      /* of zstd; NULL until they are needed */
  char wrong[SHELF_WRONG];      /* what was wrong last, and with which file */
} Shelf;

/* Writes a file of the shelf, beside it first: it is as it was, or whole. False, with shelf->wrong. */
bool shelf_write (Shelf *shelf, const char *name, const void *bytes, size_t size, const void *more, size_t more_size);

/* Removes what somebody who was killed has left half done. Cannot fail. */
void shelf_tidy (const Shelf *shelf);

/* Frees what packs and unpacks. */
void shelf_close (Shelf *shelf);

#endif
