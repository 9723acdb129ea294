/*
** The memory of OPEN. Slots lie in arrays, one for the sons of each expanded node. What a record keeps of the game is packed behind
** it: the node it looks at, its MIN node, and the place in the walk over the sons of that.
*/
#ifndef GTS_SLOTS_H
#define GTS_SLOTS_H

#include "algo/solution/open.h"

/* An array of `count` slots, cleared: LIVE, and each at its MIN node. May leave the search for want of memory. */
Record *slots_new (Open *open, uint32_t count);

/* Gives back an array of which nothing is kept in the game. Cannot fail. */
void slots_free (Open *open, Record *slots, uint32_t count);

/* The node of `p` is expanded: from now on it has these slots instead. */
void slots_attach (const Open *open, Record *p, Record *slots, uint32_t count);

/* Forgets all that is below `p`, which is expanded, however deep; `p` is left MAX_SOLVED. Cannot fail. */
void slots_release (Open *open, Record *p);

/* Forgets what a record keeps of the game: the node; the MIN node, and the place in the walk over its sons. Cannot fail. */
void slots_drop_node (const Open *open, Record *r);
void slots_drop_min (const Open *open, Record *r);

#endif
