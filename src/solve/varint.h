/* Numbers in messages: seven bits a byte, the lowest first, the eighth says that more follow. */
#ifndef GTS_VARINT_H
#define GTS_VARINT_H

#include <stdbool.h>
#include <stdint.h>

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

#endif
