/* The folder that a database is in, and what reading and writing there needs. */
#ifndef GTS_SHELF_H
#define GTS_SHELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SHELF_GAME 64           /* of a fingerprint, in characters */
#define SHELF_WRONG 512         /* of a message */

/* Prefix of the names of unfinished files; each process that writes here has its own. */
#define DRAFT "draft"
enum { DRAFT_NAME = 32 };

typedef struct Shelf {
  int folder;                   /* open; -1: parts are in memory, and have no names */
  uint32_t shards;              /* into which the positions of a tier are divided by their keys; 0: they are not */
  int rank;                     /* of this process, among those that write here; from 0 */
  const char *path;             /* of the folder, for messages */
  char game[SHELF_GAME];
  void *packer, *unpacker;      /* of zstd; NULL until they are needed */
  unsigned char *read;          /* what shelf_read has read last; its room, in bytes */
  size_t read_room;
  char wrong[SHELF_WRONG];      /* what was wrong last, and with which file */
} Shelf;

/* Writes a file of the shelf, beside it first: it is as it was, or whole. False, with shelf->wrong. */
bool shelf_write (Shelf *shelf, const char *name, const void *bytes, size_t size, const void *more, size_t more_size);

/* The name of a draft of some kind: "part", "run" or "file". */
void shelf_draft (const Shelf *shelf, const char *kind, char name[DRAFT_NAME]);

/* Removes unfinished files that a killed process has left. Cannot fail. */
void shelf_tidy (const Shelf *shelf);

/*
** Reads `size` bytes of a file of the shelf, which live until the next call. NULL, and why in
** *wrong. They are read, not mapped: a mapped file that is cut short kills the process that looks
** at it.
*/
const unsigned char *shelf_read (Shelf *shelf, const char *name, uint64_t offset, size_t size, const char **wrong);

/* Frees what packs, unpacks and reads. */
void shelf_close (Shelf *shelf);

#endif
