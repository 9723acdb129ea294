#include "binding/seal.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "binding/digest.h"

#define MOST_BYTES ((off_t)64 << 20)    /* no unit is so large */

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

static bool read_all (int file, char *bytes, size_t size) {
  size_t got = 0;
  while (got < size) {
    ssize_t count = pread(file, bytes + got, size - got, (off_t)got);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    got += (size_t)count;
  }
  return true;
}

char *seal_read (int file, size_t *size) {
  struct stat status;
  if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode) || status.st_uid != geteuid() || (status.st_mode & 022) != 0)
    return NULL;
  if (status.st_size <= 0 || status.st_size > MOST_BYTES) return NULL;
  *size = (size_t)status.st_size;
  char *bytes = malloc(*size);
  if (bytes && read_all(file, bytes, *size)) return bytes;
  free(bytes);
  return NULL;
}

bool seal_file (int file) {
  size_t size = 0;
  if (fchmod(file, 0600) != 0) return false;
  char *bytes = seal_read(file, &size);
  if (!bytes) return false;
  Seal seal = {.size = size};
  memcpy(seal.magic, magic, sizeof magic);
  digest_of(bytes, size, seal.digest);
  free(bytes);
  return lseek(file, 0, SEEK_END) == (off_t)size && seal_write(file, &seal, sizeof seal);
}

bool seal_is_whole (const char *bytes, size_t size) {
  Seal seal;
  unsigned char digest[DIGEST_BYTES];
  if (size <= sizeof seal) return false;
  memcpy(&seal, bytes + size - sizeof seal, sizeof seal);
  if (memcmp(seal.magic, magic, sizeof magic) != 0 || seal.size != size - sizeof seal) return false;
  digest_of(bytes, size - sizeof seal, digest);
  return memcmp(digest, seal.digest, sizeof digest) == 0;
}
