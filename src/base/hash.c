#include "base/hash.h"

#include <stdio.h>
#include <string.h>

void hash_begin (Hash *hash) {
  *hash = (Hash){{mix64(GOLDEN_GAMMA), mix64(2 * GOLDEN_GAMMA)}, 0};
}

void hash_add (Hash *hash, const void *bytes, size_t size) {
  const char *from = bytes;
  hash->size += size;
  while (size > 0) {
    uint64_t word = 0;
    size_t part = size < sizeof word ? size : sizeof word;
    memcpy(&word, from, part);
    hash->word[0] = mix64(hash->word[0] ^ word);
    hash->word[1] = mix64(hash->word[1] + word) + hash->word[0];
    from += part;
    size -= part;
  }
}

void hash_end (const Hash *hash, uint64_t digest[2]) {
  digest[0] = mix64(hash->word[0] ^ hash->size);
  digest[1] = mix64(hash->word[1] + hash->size);
}

void hash_bytes (const void *bytes, size_t size, uint64_t digest[2]) {
  Hash hash;
  hash_begin(&hash);
  hash_add(&hash, bytes, size);
  hash_end(&hash, digest);
}

void hash_text (const uint64_t digest[2], char text[HASH_DIGITS + 1]) {
  snprintf(text, HASH_DIGITS + 1, "%016llx%016llx", (unsigned long long)digest[0], (unsigned long long)digest[1]);
}
