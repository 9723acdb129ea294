#include "solve/varint.h"

#include <stddef.h>
#include <string.h>

static inline bool take_number (const unsigned char **at, const unsigned char *end, uint64_t *number) {
  *number = 0;
  for (int shift = 0; *at < end && shift < 64; shift += 7) {
    const unsigned char byte = *(*at)++;
    *number |= (uint64_t)(byte & 0x7f) << shift;
    if (byte < 0x80) return true;
  }
  return false;
}

bool differences_next (const unsigned char **at, const unsigned char *end, uint64_t *key, int words) {
  uint64_t difference;
  int word = 0;
  if (words > 1) {
    if (*at == end) return false;
    word = *(*at)++;
    if (word >= words) return false;
  }
  if (!take_number(at, end, &difference)) return false;
  key[word] += difference;
  for (word++; word < words; word++) {          /* one by one: a compiler then copies a word, without a call */
    if ((size_t)(end - *at) < sizeof *key) return false;
    memcpy(key + word, *at, sizeof *key);
    *at += sizeof *key;
  }
  return true;
}

bool differences_short (const unsigned char *at, const unsigned char *end, uint64_t key, uint64_t *keys, uint64_t count) {
  for (uint64_t i = 0; i < count; i++) {
    if (at == end) return false;
    if (*at < 0x80) key += *at++;
    else if (end - at > 1 && at[1] < 0x80) {
      key += (uint64_t)(at[0] & 0x7f) | (uint64_t)at[1] << 7;
      at += 2;
    } else if (!differences_next(&at, end, &key, 1)) return false;
    keys[i] = key;
  }
  return true;
}
