/*
** Checksum footers of files: behind the bytes stand their number and a digest of them, which reveal
** a file that was cut short or comes from another program. They are no signature: anyone who may
** write to the folder can make one, so it must be ours alone.
*/
#ifndef GTS_CHECKSUM_H
#define GTS_CHECKSUM_H

#include <stdbool.h>
#include <stddef.h>

/* Writes all bytes to an open file; false, and errno, if that cannot be. */
bool checksum_write (int file, const void *bytes, size_t size);

/* All bytes of an open regular file, if it is ours and others cannot write it, to be freed; NULL if it is no such file, or empty. */
char *checksum_read (int file, size_t *size);

/*
** Appends the footer to an open file of ours, which can be read and written; false if that fails.
** Async-signal-safe.
*/
bool checksum_file (int file);

/* Is the footer behind these bytes whole? */
bool checksum_is_whole (const char *bytes, size_t size);

#endif
