/*
** Several threads at one search. Each of them searches the whole tree from the root, with a stack, counts and an order of its own; what
** they have in common is the table; those that sample have tallies of the root instead, see tally.h. So that they do not all do the same,
** a node that is being searched is marked; who comes to a son that is marked, and is not the first of its father, puts it off and looks
** at its brothers first. When these are done the son is mostly in the table. (ABDADA: Weill, "The ABDADA distributed minimax search
** algorithm", 1996. The marks lie beside the table, as in Kerrigan, "Simplified ABDADA", 2015: they are hints, and may be lost.)
**
** All that a table has is proved, whoever found it; so the value is that of one thread. The thread that was asked answers; at the root nothing
** is put off, so the move is the leftmost. Counts differ from run to run, and the line behind its first move may.
**
** The others are called helpers: threads, or processes where the rules need Lua. They come when the search has lasted ALONE_SECONDS: a
** shared table cannot grow, and short searches gain nothing. How they come about the program knows (Caller.recruit); what they do then
** is in help.h.
*/
#ifndef GTS_SHARE_H
#define GTS_SHARE_H

#include "search/search.h"

#define MOST_HELPERS (MOST_THREADS - 1)
#define SHARE_LEAST 4           /* plies to go below a node that is worth a mark */

/* Makes ready for `threads` threads, the one that asks included. Does nothing if there is no memory for it. */
void share_open (Search *search, int threads);

/* Nobody shall come: all would do the same. */
void share_decline (Search *search);

/* A pass begins; it has ended, and when this returns no helper is at work. By the one who answers. */
void share_begin (Search *search, void (*run) (Search *));
void share_end (Search *search);

/* From the choke point, about every millisecond: the helpers come, and are looked after; a helper tells what it did, and leaves if the
** pass has ended. */
void share_poll (Search *search, double now);

/* Is the pass over that a helper is at? */
bool share_is_over (const Search *search);

/* The helpers are sent home; what they counted is added to the counts of the search. May be called again. Cannot fail. */
void share_stop (Search *search);

/* The same, and gives all memory back. Cannot fail. */
void share_close (Search *search);

/* A helper tells what it has done so far. */
void share_tell (Search *search);

/* A helper has ended by itself, as a process that was killed: the others do without. By the one who answers. */
void share_miss (Search *search, int helper);

/* Visits of all helpers so far. */
uint64_t share_visits (const Search *search);

/*
** The node with this hash, at this ply, is about to be searched. True: somebody else is at it, and it may be put off (`exclusive`). Else it
** is marked, until share_leave.
*/
bool share_enter (Search *search, uint64_t hash, int ply, bool exclusive);
void share_leave (Search *search, uint64_t hash, int ply);

/* Is a node at this ply worth a mark? Where there is no horizon, by how deep the search has been. */
static specialised bool share_wants (const Search *s, int ply) {
  return rarely(s->crowded) && (s->depth == NO_HORIZON ? s->deepest : s->depth) - ply >= SHARE_LEAST;
}

/* The value of a node that is put off. */
#define PUT_OFF ((Value)NAN)

static specialised bool is_put_off (Value value) { return rarely(value != value); }

#endif
