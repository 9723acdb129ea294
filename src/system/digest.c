#include "system/digest.h"

void digest_begin (Digest *digest) { blake2b_init(digest, DIGEST_BYTES); }

void digest_add (Digest *digest, const void *bytes, size_t size) { blake2b_update(digest, bytes, size); }

void digest_end (Digest *digest, unsigned char bytes[DIGEST_BYTES]) { blake2b_final(digest, bytes, DIGEST_BYTES); }

void digest_end_text (Digest *digest, char text[DIGEST_DIGITS + 1]) {
  static const char digits[] = "0123456789abcdef";
  unsigned char bytes[DIGEST_BYTES];
  digest_end(digest, bytes);
  for (int i = 0; i < DIGEST_BYTES; i++) {
    text[2 * i] = digits[bytes[i] >> 4];
    text[2 * i + 1] = digits[bytes[i] & 15];
  }
  text[DIGEST_DIGITS] = '\0';
}
