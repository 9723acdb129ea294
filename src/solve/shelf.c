#include "solve/shelf.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#ifdef HAVE_ZSTD
#include <zstd.h>
#endif

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
  const int file = openat(folder, draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0666);
  const bool written = file >= 0 && write(file, bytes, size) == (ssize_t)size && write(file, more, more_size) == (ssize_t)more_size &&
                       fsync(file) == 0;
  if (file >= 0) close(file);
  if (written && renameat(folder, draft, folder, name) == 0 && fsync(folder) == 0) return true;
  snprintf(shelf->wrong, sizeof shelf->wrong, "%s/%s: %s", shelf->path, name, strerror(errno));
  return false;
}

void shelf_close (Shelf *shelf) {
#ifdef HAVE_ZSTD
  ZSTD_freeCCtx(shelf->packer);
  ZSTD_freeDCtx(shelf->unpacker);
#endif
  shelf->packer = shelf->unpacker = NULL;
}
