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

/* All bytes of an open regular file, if it is ours and others cannot write it, to be freed; NULL if it is no such file, or empty. */
char *seal_read (int file, size_t *size);

/* Seals an open file of ours, which can be read and written; false if that cannot be. */
bool seal_file (int file);

/* Is the seal behind these bytes whole? */
bool seal_is_whole (const char *bytes, size_t size);

#endif
