/*
** Collision-resistant hashes: BLAKE2b (Aumasson et al. 2013; RFC 7693), by libb2. They identify
** what must not be confused, even on purpose: the rules that a table belongs to, a unit of compiled
** rules, a file that was saved.
*/
#ifndef GTS_DIGEST_H
#define GTS_DIGEST_H

#include <stddef.h>

#include <blake2.h>

#define DIGEST_BYTES 32
#define DIGEST_DIGITS (2 * DIGEST_BYTES)

typedef blake2b_state Digest;

void digest_begin (Digest *digest);

/* Adds bytes; how they are cut into parts does not matter. */
void digest_add (Digest *digest, const void *bytes, size_t size);

/* The digest of all that was added. Ends it. */
void digest_end (Digest *digest, unsigned char bytes[DIGEST_BYTES]);

/* Like digest_end, as hexadecimal digits with a final 0. */
void digest_end_text (Digest *digest, char text[DIGEST_DIGITS + 1]);

#endif
