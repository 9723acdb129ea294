/*
** Several threads at one search. Each of them searches the whole tree from the root, with its own stack, counts and order; what they have
** in common is the table; those that sample have tallies of the root instead, see tally.h. So that their work differs, a node that is being
** searched is marked as busy; a thread that comes to a busy child, not the first of its parent, defers it and searches its siblings first.
** When these are done the child is mostly in the table. (ABDADA: Weill, "The ABDADA distributed minimax search algorithm", 1996. The marks
** lie beside the table, as in Kerrigan, "Simplified ABDADA", 2015: they are hints, and may be lost.)
**
** Table entries are proved, whichever thread stores them; so the value is that of one thread. The main thread answers; it defers nothing at
** the root, so the move is the leftmost. Counts differ from run to run, and the line behind its first move may.
**
** The others are called helpers: threads, or processes where the rules need Lua. They come when the search has lasted ALONE_SECONDS: a
** shared table cannot grow, and short searches gain nothing. How they come about the program knows (Caller.recruit); what they do then
** is in helper.h.
*/
#pragma once

#include <stdbool.h>

#include "search/basis.h"
#include "search/option.h"

#define MOST_HELPERS (MOST_THREADS - 1)

typedef struct Search Search;
typedef struct Share Share;     /* search/shared.h */

/* The threads or processes that share a search. */
typedef struct Team {
  Share *share;                 /* the memory in common; NULL: the search is alone */
  int helper;                   /* its number among the helpers; 0: it is the one that answers */
  bool parallel;                /* helpers are at work: nodes are marked */
  bool tallies;                 /* they share no table, but statistics of the root: see tally.h */
  bool exclusive;               /* the node that is visited next may be deferred, if another thread searches it */
  struct Busy *busy;            /* the marked nodes on the path, the deepest first: see busy.h */
  struct Busy *known;           /* one of them whose value another thread has found meanwhile: all below it are left; */
  Value known_value;            /* that value, */
  Basis known_basis;            /* and what it rests on */
  uint64_t visits_beside;       /* of helpers, when they are gone */
  uint64_t table_used;          /* of a helper: slots that were used when it came */
  int helpers;                  /* how many there were, */
  const char *helped_by;        /* and what: "threads" or "processes"; NULL: they were not called */
} Team;

/* Prepares for `threads` threads, the main thread included. Does nothing if there is no memory for it. */
void share_open (Search *search, int threads);

/* Lets no helpers come, for a search whose threads would all do the same work. */
void share_decline (Search *search);

/* Main thread: begins a pass; ends it: when share_end returns no helper is at work. */
void share_begin (Search *search, void (*run) (Search *));
void share_end (Search *search);

/*
** Called from watch_poll, about every millisecond. In the main thread: calls helpers, and looks after
** them. In a helper: publishes its counts.
*/
void share_poll (Search *search, double now);

/* Helpers: is the pass over? */
bool share_is_over (const Search *search);

/* Ends all helpers, and adds their counts to those of the search. May be called again. Cannot fail. */
void share_stop (Search *search);

/* Does share_stop, and gives all memory back. Cannot fail. */
void share_close (Search *search);

/* Helpers: publishes visits, statistics and table counts. */
void share_publish (Search *search);

/* Main thread: notes that a helper has ended by itself, as a process that was killed. The others go on. */
void share_miss (Search *search, int helper);

/*
** In a search that asks questions, one after the other (algo/proof). Main thread: ends the work of the helpers, and says which goal they
** are to ask about in the pass that is begun next; NaN: none. And in a helper: the goal.
*/
void share_question (Search *search, Value goal);
Value share_goal (const Search *search);

/* Returns the marks of nodes, for an algorithm that has no busy ones, and their number. They are 0 whenever helpers begin a pass. */
uint64_t *share_marks (const Search *search, size_t *count);

/* Visits of all helpers so far. */
uint64_t share_visits (const Search *search);

/*
** In a search that has no busy nodes: one thread more, or less, is below a node with this hash; how many are, about, for
** two nodes may share a place.
*/
void share_visit (Search *search, uint64_t hash);
void share_unvisit (Search *search, uint64_t hash);
uint64_t share_visitors (const Search *search, uint64_t hash);
