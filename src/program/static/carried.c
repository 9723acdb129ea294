/* Files that the program carries within itself, for everything that reads files: a name that begins so is looked up here first. */
#include "program/static/carried.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* The linker puts these in the places of the C library's own, which are called __real_. */
FILE *__real_fopen (const char *name, const char *mode);
FILE *__wrap_fopen (const char *name, const char *mode);
FILE *__wrap_fopen64 (const char *name, const char *mode);
int __wrap_open (const char *name, int flags, ...);
int __real_openat (int folder, const char *name, int flags, ...);
int __wrap_openat (int folder, const char *name, int flags, ...);
int __real_stat (const char *name, struct stat *status);
int __wrap_stat (const char *name, struct stat *status);

/* The part of a name that is looked up; NULL: it is one for the system. */
static const char *inside (const char *name) {
  const size_t length = sizeof CARRIED_ROOT - 1;
  return strncmp(name, CARRIED_ROOT, length) == 0 ? name + length : NULL;
}

static const Carried *find (const char *name) {
  for (const Carried *file = carried; file->name; file++)
    if (strcmp(file->name, name) == 0) return file;
  errno = ENOENT;
  return NULL;
}

/* A file in memory of these bytes, to be read from its beginning; -1 if there can be none. */
static int in_memory (const Carried *file) {
  int memory = memfd_create("gts", MFD_CLOEXEC);
  size_t size = (size_t)(file->to - file->from), done = 0;
  while (memory >= 0 && done < size) {
    const ssize_t wrote = write(memory, file->from + done, size - done);
    if (wrote > 0) done += (size_t)wrote;
    else if (wrote == 0 || errno != EINTR) {
      close(memory);
      return -1;
    }
  }
  if (memory >= 0) lseek(memory, 0, SEEK_SET);
  return memory;
}

static int open_carried (const char *name, int flags) {
  const Carried *file = find(name);
  if (file == NULL) return -1;
  if ((flags & O_ACCMODE) == O_RDONLY) return in_memory(file);
  errno = EROFS;
  return -1;
}

FILE *__wrap_fopen (const char *name, const char *mode) {
  const char *own = inside(name);
  if (own == NULL) return __real_fopen(name, mode);
  int file = open_carried(own, mode[0] == 'r' && strchr(mode, '+') == NULL ? O_RDONLY : O_RDWR);
  FILE *stream = file >= 0 ? fdopen(file, mode) : NULL;
  if (file >= 0 && stream == NULL) close(file);
  return stream;
}

/* fopen64, which Lua is compiled to call; equal to fopen where a long has 64 bits. */
FILE *__wrap_fopen64 (const char *name, const char *mode) { return __wrap_fopen(name, mode); }

int __wrap_open (const char *name, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const int mode = flags & O_CREAT ? va_arg(rest, int) : 0;
  va_end(rest);
  return __wrap_openat(AT_FDCWD, name, flags, mode);
}

int __wrap_openat (int folder, const char *name, int flags, ...) {
  const char *own = inside(name);
  if (own) return open_carried(own, flags);
  va_list rest;
  va_start(rest, flags);
  const int mode = flags & O_CREAT ? va_arg(rest, int) : 0;
  va_end(rest);
  return __real_openat(folder, name, flags, mode);
}

int __wrap_stat (const char *name, struct stat *status) {
  const char *own = inside(name);
  if (own == NULL) return __real_stat(name, status);
  const Carried *file = find(own);
  if (file == NULL) return -1;
  memset(status, 0, sizeof *status);
  status->st_mode = S_IFREG | 0444;
  status->st_size = file->to - file->from;
  return 0;
}
