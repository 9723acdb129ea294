/* Walks over our nodes of a tier that is solved by an index, window by window; and looks up from them. */
#ifndef GTS_WALKS_H
#define GTS_WALKS_H

#include "solve/cells.h"

#define WALKS_OFTEN 4096        /* nodes between two looks at the time */

/* What is done with a node that is to be looked at, and its position. */
typedef void WalksVisit (Indexed *ix, uint64_t node, const Position *position, Player player);

/* Visits all nodes that are not known yet, from the index on where the stage is; `first`: for the first time. */
void walks_go (Indexed *ix, WalksVisit *visit, bool first);

/* Looks up from the work; the state is as the node or index `next` is to find it, but that questions may wait. */
void walks_look_up (Indexed *ix, uint64_t next, uint64_t all);

#endif
