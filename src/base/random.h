/* Random numbers that follow from a seed and are the same on every machine: mix64 of a counter, or of a path. */
#pragma once

#include <stdint.h>

#include "base/hash.h"

/* The next 64 random bits of the generator with this state. */
static inline uint64_t random_draw (uint64_t *state) {
  *state += GOLDEN_GAMMA;
  return mix64(*state);
}

/* A whole number in 0 .. n-1 made of the high bits of `word`; 0 for n = 0. The bias is below n / 2^64. */
static inline uint64_t random_below (uint64_t word, uint64_t n) { return high_product(word, n); }

/* A real number, 0 <= x < 1: a multiple of 2^-53. */
static inline double random_unit (uint64_t word) { return (double)(word >> 11) * 0x1p-53; }

/*
** A real number with the exponential distribution of mean 1, made of as many words as it takes. By comparisons alone (von Neumann,
** "Various techniques used in connection with random digits", 1951), for no two libraries agree on the last bit of a logarithm: the
** lengths of falling runs that begin with x are odd with probability exp(-x).
*/
static inline double random_exponential (uint64_t word) {
  for (double whole = 0;; whole++) {
    double first = random_unit(word), last = first, other;
    int length = 1;
    while ((other = random_unit(word = mix64(word + GOLDEN_GAMMA))) < last) {
      last = other;
      length++;
    }
    if (length % 2 == 1) return whole + first;
    word = mix64(word + GOLDEN_GAMMA);
  }
}
