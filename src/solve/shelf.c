#include "solve/shelf.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#ifdef HAVE_ZSTD
#include <zstd.h>
#endif

void shelf_tidy (const Shelf *shelf) {
  static const char *const drafts[] = {DRAFT_PART, DRAFT_RUN, DRAFT_FILE};
  for (size_t i = 0; shelf->folder >= 0 && i < sizeof drafts / sizeof *drafts; i++) unlinkat(shelf->folder, drafts[i], 0);
}

bool shelf_write (Shelf *shelf, const char *name, const void *bytes, size_t size, const void *more, size_t more_size) {
  const int folder = shelf->folder;
  const int file = openat(folder, DRAFT_FILE, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0666);
  const bool written = file >= 0 && write(file, bytes, size) == (ssize_t)size && write(file, more, more_size) == (ssize_t)more_size &&
                       fsync(file) == 0;
  if (file >= 0) close(file);
  if (written && renameat(folder, DRAFT_FILE, folder, name) == 0 && fsync(folder) == 0) return true;
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
