#include "base/hash.h"

#include <string.h>

void hash_bytes (const void *bytes, size_t size, uint64_t hash[2]) {
  const char *from = bytes;
  hash[0] = mix64(size ^ GOLDEN_GAMMA);
  hash[1] = mix64(size + GOLDEN_GAMMA);
  while (size > 0) {
    uint64_t word = 0;
    size_t part = size < sizeof word ? size : sizeof word;
    memcpy(&word, from, part);
    hash[0] = mix64(hash[0] ^ word);
    hash[1] = mix64(hash[1] + word) + hash[0];
    from += part;
    size -= part;
  }
}
