/*
** The marked nodes of a search with several threads: see share.h. A thread on its way through a subtree that another thread has made
** superfluous finds that out where it marks a node, and goes back: what nodes return on the way is DEFERRED.
*/
#pragma once

#include "search/probe.h"
#include "search/share.h"

/* A marked node on the path: small, for each ply of every search has room for one on the stack. */
typedef struct Busy {
  struct Busy *above;
  const Probe *probe;   /* by which it is looked up, */
  Window window;        /* and seen through */
} Busy;

/* The value of a deferred node. */
#define DEFERRED ((Value)NAN)

static ALWAYS_INLINE bool is_deferred (Value value) { return UNLIKELY(value != value); }

#define SHARE_LEAST 4           /* plies to go below a node that is worth a mark */

/* Is a node at this ply worth a mark? Where there is no horizon, by how deep the search has been. */
static ALWAYS_INLINE bool share_wants (const Search *s, int ply) {
  return UNLIKELY(s->team.parallel) && (s->pass.depth == NO_HORIZON ? s->watch.deepest : s->pass.depth) - ply >= SHARE_LEAST;
}

/*
** Marks the node with this probe, seen through `window`, as busy until busy_leave; *probe and *busy are to live as long. Returns false,
** and marks nothing, if another thread is at it and it may be deferred (team.exclusive), or if the value of a node above it is known
** meanwhile, by the table: then team.known is set, and the value of all nodes below that one is DEFERRED.
*/
bool busy_enter (Search *search, Busy *busy, const Probe *probe, Window window);

/* Returns the value of a node that busy_enter has marked: `value`, if nothing else made it known. */
Value busy_leave (Search *search, Busy *busy, Value value);
