/* Hash functions for tables: fast, equal on all machines of one byte order, and not collision-resistant: for that see system/digest.h. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define GOLDEN_GAMMA UINT64_C(0x9E3779B97F4A7C15)   /* 2^64 divided by the golden ratio, made odd */

/*
** The finalizer of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014): a bijection
** of 64-bit words in which every bit of the input changes about half of the output.
*/
static inline uint64_t mix64 (uint64_t x) {
  x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  x = (x ^ (x >> 27)) * UINT64_C(0x94D049BB133111EB);
  return x ^ (x >> 31);
}

/* The upper half of the product of two words. */
static inline uint64_t high_product (uint64_t a, uint64_t b) {
#ifdef __SIZEOF_INT128__
  return (uint64_t)(((unsigned __int128)a * b) >> 64);
#else                           /* tcc, of compiled rules: by halves of words */
  uint64_t low_a = a & UINT32_MAX, high_a = a >> 32, low_b = b & UINT32_MAX, high_b = b >> 32;
  uint64_t cross = (low_a * low_b >> 32) + high_a * low_b;
  uint64_t other = (cross & UINT32_MAX) + low_a * high_b;
  return high_a * high_b + (cross >> 32) + (other >> 32);
#endif
}

/* The two halves of a product, one on the other: every bit of both factors changes about half of the bits. */
static inline uint64_t hash_fold (uint64_t a, uint64_t b) { return a * b ^ high_product(a, b); }

/* Two words that depend on every byte: of n different texts two have the same with a probability of n^2 / 2^129. */
static inline void hash_bytes (const void *bytes, size_t size, uint64_t hash[2]) {
  const char *from = (const char *)bytes;
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

/* Adds a piece to what hash_bytes would be of several, which begins with zeros. */
static inline void hash_add (uint64_t hash[2], const void *piece, size_t size) {
  uint64_t words[4] = {hash[0], hash[1]};
  hash_bytes(piece, size, words + 2);
  hash_bytes(words, sizeof words, hash);
}
