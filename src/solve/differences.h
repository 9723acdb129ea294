/* Keys in ascending order, by their differences: of one word a number; of several the first word that differs, and what follows it. */
#ifndef GTS_DIFFERENCES_H
#define GTS_DIFFERENCES_H

#include <stdbool.h>
#include <stdint.h>

/* Steps over the key at *at to the next one, in place. False: the bytes end too soon. */
bool differences_next (const unsigned char **at, const unsigned char *end, uint64_t *key, int words);

/* The keys of one word of a whole block, the first of them `key`, into `keys`. False: the bytes end too soon. */
bool differences_short (const unsigned char *at, const unsigned char *end, uint64_t key, uint64_t *keys, uint64_t count);

#endif
