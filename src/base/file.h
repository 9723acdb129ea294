/*
** Regular files: opened without waiting, whatever stands in their place, and written without a signal. At the limit of a file's size
** (RLIMIT_FSIZE) the system sends SIGXFSZ, which kills a host that does not expect it; here it becomes the error EFBIG.
*/
#pragma once

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

/* Returns the kind of a file that is no regular one, for messages; NULL: it is one. */
const char *file_misfit (mode_t mode);

/*
** Opens a file in a folder (AT_FDCWD: where the process is), by `flags` as of open; one that is made can be read and written by all whom
** the mask of the process lets. A pipe does not hold us up. Returns -1, and in *wrong why, in words, if there is none or it is no regular
** file; errno is then what open has left, or EINVAL.
*/
int file_open (int folder, const char *name, int flags, const char **wrong);

/* Makes a file, in the place of whatever has its name and can be removed. Returns -1 and errno. */
int file_make (int folder, const char *name, int flags);

/* While one holds, this thread gets no SIGXFSZ. Begun and ended by the same thread; errno stays. Cannot fail. */
typedef struct FileLimit {
  sigset_t before;
  bool pending;                 /* it was sent before */
} FileLimit;

void file_limit_begin (FileLimit *limit);
void file_limit_end (const FileLimit *limit);

/* Writes all of some bytes: where the file stands; at an offset. False, and errno, if that has failed. */
bool file_write (int file, const void *bytes, size_t size);
bool file_write_at (int file, const void *bytes, size_t size, uint64_t offset);

/* Reads `size` bytes at an offset. False if there are fewer (then errno is 0), or reading failed. */
bool file_read_at (int file, void *bytes, size_t size, uint64_t offset);
