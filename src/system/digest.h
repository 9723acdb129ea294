/*
** Collision-resistant hashes: BLAKE2b (Aumasson et al. 2013; RFC 7693), by libb2. They identify what must not be confused, even on purpose:
** the rules that a table belongs to, a unit of compiled rules, a file that was saved.
*/
#pragma once

#include <blake2.h>
#include <stdbool.h>
#include <stddef.h>

#define DIGEST_BYTES 32
#define DIGEST_DIGITS (2 * DIGEST_BYTES)

typedef blake2b_state Digest;

void digest_begin (Digest *digest);

/* Adds bytes; how they are cut into parts does not matter. */
void digest_add (Digest *digest, const void *bytes, size_t size);

/* The digest of all that was added. Ends it. */
void digest_end (Digest *digest, unsigned char bytes[DIGEST_BYTES]);

/* Like digest_end, as hexadecimal digits with a final 0. Returns these. */
const char *digest_end_text (Digest *digest, char text[DIGEST_DIGITS + 1]);

/*
** Checksum footers of files: behind the bytes stand their number and a digest of them, which reveal a file that was cut short or comes from
** another program. They are no signature: anyone who may write to the folder can make one, so it must be ours alone.
*/

/* All bytes of an open regular file, if it is ours and others cannot write it, to be freed; NULL if it is no such file, or empty. */
char *checksum_read (int file, size_t *size);

/* Appends the footer to an open file of ours, which can be read and written; false if that fails. Async-signal-safe. */
bool checksum_file (int file);

/* Is the footer behind these bytes whole? */
bool checksum_is_whole (const char *bytes, size_t size);
