#include "system/digest.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

void digest_begin (Digest *digest) { blake2b_init(digest, DIGEST_BYTES); }

void digest_add (Digest *digest, const void *bytes, size_t size) { blake2b_update(digest, bytes, size); }

void digest_end (Digest *digest, unsigned char bytes[DIGEST_BYTES]) { blake2b_final(digest, bytes, DIGEST_BYTES); }

const char *digest_end_text (Digest *digest, char text[DIGEST_DIGITS + 1]) {
  static const char digits[] = "0123456789abcdef";
  unsigned char bytes[DIGEST_BYTES];
  digest_end(digest, bytes);
  for (int i = 0; i < DIGEST_BYTES; i++) {
    text[2 * i] = digits[bytes[i] >> 4];
    text[2 * i + 1] = digits[bytes[i] & 15];
  }
  text[DIGEST_DIGITS] = '\0';
  return text;
}

#define MOST_BYTES ((off_t)64 << 20)    /* no unit is so large */


/* The footer behind the library. */
typedef struct Footer {
  char magic[8];
  uint64_t size;
  unsigned char digest[DIGEST_BYTES];
} Footer;

static const char magic[8] = "gtsunit";

/* The size of an open regular file, if it is ours and others cannot write it; 0 if it is no such file, empty, or too large. */
static size_t size_of (int file) {
  struct stat status;
  if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) return 0;
  if (status.st_uid != geteuid() || (status.st_mode & 022) != 0) return 0;
  return status.st_size > 0 && status.st_size <= MOST_BYTES ? (size_t)status.st_size : 0;
}

char *checksum_read (int file, size_t *size) {
  *size = size_of(file);
  char *bytes = *size ? malloc(*size) : NULL;
  if (bytes && file_read_at(file, bytes, *size, 0)) return bytes;
  free(bytes);
  return NULL;
}

bool checksum_file (int file) {
  char block[1 << 14];
  Digest digest;
  Footer footer = {.size = fchmod(file, 0600) == 0 ? size_of(file) : 0};
  memcpy(footer.magic, magic, sizeof magic);
  digest_begin(&digest);
  if (footer.size == 0 || lseek(file, 0, SEEK_SET) != 0) return false;
  for (uint64_t left = footer.size; left > 0; ) {
    ssize_t count = read(file, block, left < sizeof block ? (size_t)left : sizeof block);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    digest_add(&digest, block, (size_t)count);
    left -= (uint64_t)count;
  }
  digest_end(&digest, footer.digest);
  return lseek(file, 0, SEEK_END) == (off_t)footer.size && file_write(file, &footer, sizeof footer);
}

bool checksum_is_whole (const char *bytes, size_t size) {
  Footer footer;
  Digest d;
  unsigned char digest[DIGEST_BYTES];
  if (size <= sizeof footer) return false;
  memcpy(&footer, bytes + size - sizeof footer, sizeof footer);
  if (memcmp(footer.magic, magic, sizeof magic) != 0 || footer.size != size - sizeof footer) return false;
  digest_begin(&d);
  digest_add(&d, bytes, size - sizeof footer);
  digest_end(&d, digest);
  return memcmp(digest, footer.digest, sizeof digest) == 0;
}
