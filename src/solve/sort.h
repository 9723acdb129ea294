/* Sorting rows of words, in place. */
#ifndef GTS_SORT_H
#define GTS_SORT_H

#include <stdint.h>

/* Sorts `count` rows of `width` words by their first `keys` words, as numbers without a sign. Cannot fail. */
void sort_rows (uint64_t *rows, uint64_t count, int width, int keys);

/* Which of two keys comes first: below 0, a; above 0, b; 0: they are the same. */
static inline int sort_compare (const uint64_t *a, const uint64_t *b, int keys) {
  for (int w = 0; w < keys; w++)
    if (a[w] != b[w]) return a[w] < b[w] ? -1 : 1;
  return 0;
}

#endif
