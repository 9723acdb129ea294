/*
** Seeded random numbers that are the same on every machine. mix64 is the finalizer of SplitMix64 (Steele, Lea and Flood,
** "Fast splittable pseudorandom number generators", OOPSLA 2014): a bijection of 64-bit words in which every bit of the
** input changes about half of the output. It serves both as a stream and as a hash of paths.
*/
#ifndef GTS_RANDOM_H
#define GTS_RANDOM_H

#include <stdint.h>

#define GOLDEN_GAMMA UINT64_C(0x9E3779B97F4A7C15)   /* 2^64 divided by the golden ratio, made odd */

static inline uint64_t mix64 (uint64_t x) {
  x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  x = (x ^ (x >> 27)) * UINT64_C(0x94D049BB133111EB);
  return x ^ (x >> 31);
}

/* A whole number in 0 .. n-1 made of the high bits of `word`; n >= 1. The bias is below n / 2^64. */
static inline uint64_t random_below (uint64_t word, uint64_t n) {
  return (uint64_t)(((unsigned __int128)word * n) >> 64);
}

#endif
