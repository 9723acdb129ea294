/* Numbers of variable length, and keys as differences of them, in messages and files. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Numbers: seven bits a byte, the lowest first; the eighth bit marks that more follow. */
#define VARINT_MOST 10          /* bytes of the longest */

static inline unsigned char *varint_put (unsigned char *at, uint64_t number) {
  for (; number >= 0x80; number >>= 7) *at++ = (unsigned char)(number | 0x80);
  *at++ = (unsigned char)number;
  return at;
}

/* Steps over the number at *at. Behind the end there are zeros. */
static inline uint64_t varint_get (const unsigned char **at, const unsigned char *end) {
  uint64_t number = 0;
  for (int shift = 0; *at < end; shift += 7) {
    const unsigned char byte = *(*at)++;
    if (shift < 64) number |= (uint64_t)(byte & 0x7f) << shift;
    if (byte < 0x80) break;
  }
  return number;
}

/*
** Keys in ascending order, delta-coded: a key of one word is a number; a longer one the index of the
** first word that differs, its difference, and the words behind it.
*/

/* Steps over the key at *at to the next one, in place. False: the bytes end too soon. */
bool differences_next (const unsigned char **at, const unsigned char *end, uint64_t *key, int words);

/* The keys of one word of a whole block, the first of them `key`, into `keys`. False: the bytes end too soon. */
bool differences_short (const unsigned char *at, const unsigned char *end, uint64_t key, uint64_t *keys, uint64_t count);
