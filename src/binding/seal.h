/*
** Files that are whole. Behind what is sealed stands its size and a digest of its bytes: so a file that was cut short, or that another
** program has put there, is told from one that is good. Who may write there can seal as well: the folder must be ours alone.
*/
#ifndef GTS_SEAL_H
#define GTS_SEAL_H

#include <stdbool.h>
#include <stddef.h>

/* Writes all bytes to an open file; false, and errno, if that cannot be. */
bool seal_write (int file, const void *bytes, size_t size);

/* Seals the file `made`, of ours, and gives it the name `path`; false, and errno, if that cannot be. */
bool seal_file (const char *made, const char *path);

/* Is `path` a file of ours that others cannot write, and its seal whole? */
bool seal_is_whole (const char *path);

#endif
