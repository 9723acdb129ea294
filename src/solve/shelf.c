#include "solve/shelf.h"

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

void shelf_draft (const Shelf *shelf, const char *kind, char name[DRAFT_NAME]) {
  if (shelf->rank > 0) snprintf(name, DRAFT_NAME, DRAFT "-%d.%s", shelf->rank, kind);
  else snprintf(name, DRAFT_NAME, DRAFT ".%s", kind);
}

void shelf_tidy (const Shelf *shelf) {
  if (shelf->folder < 0 || shelf->rank > 0) return;
  const int again = openat(shelf->folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *entries = again >= 0 ? fdopendir(again) : NULL;
  if (!entries && again >= 0) close(again);
  for (const struct dirent *entry; entries && (entry = readdir(entries));) {
    const char *name = entry->d_name;
    if (strncmp(name, DRAFT ".", sizeof DRAFT) == 0 || strncmp(name, DRAFT "-", sizeof DRAFT) == 0) unlinkat(shelf->folder, name, 0);
  }
  if (entries) closedir(entries);
}

bool shelf_write (Shelf *shelf, const char *name, const void *bytes, size_t size, const void *more, size_t more_size) {
  const int folder = shelf->folder;
  char draft[DRAFT_NAME];
  shelf_draft(shelf, "file", draft);
  const int file = file_make(folder, draft, O_WRONLY);
  const bool written = file >= 0 && file_write(file, bytes, size) && file_write(file, more, more_size) && fsync(file) == 0;
  if (file >= 0) close(file);
  if (written && renameat(folder, draft, folder, name) == 0 && fsync(folder) == 0) return true;
  snprintf(shelf->wrong, sizeof shelf->wrong, "%s/%s: %s", shelf->path, name, strerror(errno));
  return false;
}

const unsigned char *shelf_read (Shelf *shelf, const char *name, uint64_t offset, size_t size, const char **wrong) {
  const int file = file_open(shelf->folder, name, O_RDONLY | O_NOFOLLOW, wrong);
  if (file < 0) return NULL;
  if (size > shelf->read_room) {
    free(shelf->read);
    shelf->read = malloc(size);
    shelf->read_room = shelf->read ? size : 0;
  }
  *wrong = "not enough memory";
  const bool whole = shelf->read && file_read_at(file, shelf->read, size, offset);
  if (shelf->read && !whole) *wrong = errno ? strerror(errno) : "it has become shorter";
  close(file);
  return whole ? shelf->read : NULL;
}

void shelf_close (Shelf *shelf) {
#ifdef HAVE_ZSTD
  ZSTD_freeCCtx(shelf->packer);
  ZSTD_freeDCtx(shelf->unpacker);
#endif
  shelf->packer = shelf->unpacker = NULL;
  free(shelf->read);
  shelf->read = NULL;
  shelf->read_room = 0;
}
