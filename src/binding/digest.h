/*
** Digests that nobody can bring about on purpose: BLAKE2b (Aumasson et al. 2013; RFC 7693), by libb2. What must not be confused, even
** by somebody who tries, is known by one: the rules that a table belongs to, a unit of compiled rules, a file that was saved.
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

/* The same as hexadecimal digits, ended by 0. */
void digest_end_text (Digest *digest, char text[DIGEST_DIGITS + 1]);

#endif
