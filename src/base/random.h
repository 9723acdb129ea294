/* Random numbers that follow from a seed and are the same on every machine: mix64 of a counter, or of a path. */
#ifndef GTS_RANDOM_H
#define GTS_RANDOM_H

#include <stdint.h>

#include "base/hash.h"

/* A whole number in 0 .. n-1 made of the high bits of `word`; n >= 1. The bias is below n / 2^64. */
static inline uint64_t random_below (uint64_t word, uint64_t n) {
  return high_product(word, n);
}

#endif
