#include "solve/directory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef HAVE_ZSTD
#include <zstd.h>
#endif

#include "base/file.h"

void directory_draft (const Directory *directory, const char *kind, char name[DRAFT_NAME]) {
  if (directory->rank > 0) snprintf(name, DRAFT_NAME, DRAFT "-%d.%s", directory->rank, kind);
  else snprintf(name, DRAFT_NAME, DRAFT ".%s", kind);
}

void directory_remove_drafts (const Directory *directory) {
  if (directory->fd < 0 || directory->rank > 0) return;
  const int again = openat(directory->fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *entries = again >= 0 ? fdopendir(again) : NULL;
  if (!entries && again >= 0) close(again);
  for (const struct dirent *entry; entries && (entry = readdir(entries));) {
    const char *name = entry->d_name;
    if (strncmp(name, DRAFT ".", sizeof DRAFT) == 0 || strncmp(name, DRAFT "-", sizeof DRAFT) == 0) unlinkat(directory->fd, name, 0);
  }
  if (entries) closedir(entries);
}

bool directory_write (Directory *directory, const char *name, const void *bytes, size_t size, const void *more, size_t more_size) {
  const int folder = directory->fd;
  char draft[DRAFT_NAME];
  directory_draft(directory, "file", draft);
  const int file = file_make(folder, draft, O_WRONLY);
  const bool written = file >= 0 && file_write(file, bytes, size) && file_write(file, more, more_size) && fsync(file) == 0;
  if (file >= 0) close(file);
  if (written && renameat(folder, draft, folder, name) == 0 && fsync(folder) == 0) return true;
  snprintf(directory->wrong, sizeof directory->wrong, "%s/%s: %s", directory->path, name, strerror(errno));
  return false;
}

const unsigned char *directory_read (Directory *directory, const char *name, uint64_t offset, size_t size, const char **wrong) {
  const int file = file_open(directory->fd, name, O_RDONLY | O_NOFOLLOW, wrong);
  if (file < 0) return NULL;
  if (size > directory->read_room) {
    free(directory->read);
    directory->read = malloc(size);
    directory->read_room = directory->read ? size : 0;
  }
  *wrong = "not enough memory";
  const bool whole = directory->read && file_read_at(file, directory->read, size, offset);
  if (directory->read && !whole) *wrong = errno ? strerror(errno) : "it has become shorter";
  close(file);
  return whole ? directory->read : NULL;
}

void directory_close (Directory *directory) {
#ifdef HAVE_ZSTD
  ZSTD_freeCCtx(directory->packer);
  ZSTD_freeDCtx(directory->unpacker);
#endif
  directory->packer = directory->unpacker = NULL;
  free(directory->read);
  directory->read = NULL;
  directory->read_room = 0;
}
