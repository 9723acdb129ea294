/* Large pages, for memory that is read at random: the system then looks up addresses faster, and clears it in fewer steps. */
#ifndef GTS_PAGES_H
#define GTS_PAGES_H

#include <stddef.h>

/* Asks the system for large pages under a fresh block, where it has any. Changes nothing else; cannot fail. */
void pages_enlarge (void *block, size_t size);

#endif
