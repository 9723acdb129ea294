/* Memory by pages. Large pages, for memory that is read at random: the system then looks up addresses faster, and clears it in fewer steps. */
#ifndef GTS_PAGES_H
#define GTS_PAGES_H

#include <stddef.h>

/* Asks the system for large pages under a fresh block, where it has any. Changes nothing else; cannot fail. */
void pages_enlarge (void *block, size_t size);

/* Memory that is all zeros, and that processes which are forked see as well as this one; NULL if there is none. */
void *pages_map (size_t size);

/* Gives it back. Cannot fail. */
void pages_unmap (void *block, size_t size);

#endif
