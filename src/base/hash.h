/*
** Hashing, for tables, fingerprints and checksums; against accidents and mix-ups, not against an attacker. Everything is the same
** on every machine of the same byte order.
*/
#ifndef GTS_HASH_H
#define GTS_HASH_H

#include <stddef.h>
#include <stdint.h>

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

/* The two halves of a product, one on the other: every bit of both factors changes about half of the bits. */
static inline uint64_t hash_fold (uint64_t a, uint64_t b) {
  unsigned __int128 product = (unsigned __int128)a * b;
  return (uint64_t)product ^ (uint64_t)(product >> 64);
}

/* A digest of bytes that come in parts. Its first half takes every word by a bijection, so no single change goes unseen. */
typedef struct Hash { uint64_t word[2], size; } Hash;

void hash_begin (Hash *hash);

/* Adds `size` bytes. Where a part ends counts: only the last may have a size that is no multiple of 8. */
void hash_add (Hash *hash, const void *bytes, size_t size);

/* The digest of all that was added, into `digest`. */
void hash_end (const Hash *hash, uint64_t digest[2]);

/* The same at once. */
void hash_bytes (const void *bytes, size_t size, uint64_t digest[2]);

#define HASH_DIGITS 32

/* Writes a digest as hexadecimal digits, ended by 0. */
void hash_text (const uint64_t digest[2], char text[HASH_DIGITS + 1]);

#endif
