#include "binding/seal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "binding/digest.h"

bool seal_write (int file, const void *bytes, size_t size) {
  const char *from = bytes;
  while (size > 0) {
    ssize_t written = write(file, from, size);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    from += written;
    size -= (size_t)written;
  }
  return true;
}

/* The seal behind the library. */
typedef struct Seal {
  char magic[8];
  uint64_t size;
  unsigned char digest[DIGEST_BYTES];
} Seal;

static const char magic[8] = "gtsunit";

static void digest_of (const char *bytes, size_t size, unsigned char digest[DIGEST_BYTES]) {
  Digest d;
  digest_begin(&d);
  digest_add(&d, bytes, size);
  digest_end(&d, digest);
}

/* A file of ours that others cannot write, in memory, to be unmapped; NULL if it is no such file, or empty. */
static char *map_file (const char *path, size_t *size) {
  struct stat status;
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (file < 0) return NULL;
  void *bytes = MAP_FAILED;
  if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0 &&
      status.st_uid == geteuid() && (status.st_mode & 022) == 0) {
    *size = (size_t)status.st_size;
    bytes = mmap(NULL, *size, PROT_READ, MAP_PRIVATE, file, 0);
  }
  close(file);
  return bytes == MAP_FAILED ? NULL : bytes;
}

bool seal_file (const char *made, const char *path) {
  size_t size = 0;
  if (chmod(made, 0600) != 0) return false;
  char *bytes = map_file(made, &size);
  if (!bytes) return false;
  Seal seal = {.size = size};
  memcpy(seal.magic, magic, sizeof magic);
  digest_of(bytes, size, seal.digest);
  munmap(bytes, size);
  int file = open(made, O_WRONLY | O_APPEND | O_CLOEXEC);
  if (file < 0) return false;
  bool written = seal_write(file, &seal, sizeof seal);
  return close(file) == 0 && written && rename(made, path) == 0;
}

bool seal_is_whole (const char *path) {
  Seal seal;
  unsigned char digest[DIGEST_BYTES];
  size_t size = 0;
  char *bytes = map_file(path, &size);
  bool whole = false;
  if (bytes && size > sizeof seal) {
    memcpy(&seal, bytes + size - sizeof seal, sizeof seal);
    if (memcmp(seal.magic, magic, sizeof magic) == 0 && seal.size == size - sizeof seal) {
      digest_of(bytes, size - sizeof seal, digest);
      whole = memcmp(digest, seal.digest, sizeof digest) == 0;
    }
  }
  if (bytes) munmap(bytes, size);
  return whole;
}
