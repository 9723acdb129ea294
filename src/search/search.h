/*
** A search, of parts that each have an owner: what was asked (asked.h), the watch on limits (watch.h), the pass that runs (pass.h), the
** order of successors (order.h), the team it belongs to (share.h), the trace (event.h), and what was found (publish.h). How an algorithm
** asks a game is in visit.h.
**
** A limit leaves the search by way of the host, so an algorithm owns nothing but arena memory.
*/
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/host.h"
#include "search/asked.h"
#include "search/basis.h"
#include "search/event.h"
#include "search/order.h"
#include "search/pass.h"
#include "search/publish.h"
#include "search/share.h"
#include "search/table.h"
#include "search/watch.h"

struct Search {
  Game *game;
  Host *host;
  const Algorithm *algorithm;
  Arena arena;
  LinePool lines;
  Table *table;                 /* to remember positions in; the caller's, or `own_table`. NULL: none, or one as needed */
  Table own_table;              /* of this search alone; taken down by search_close, and so is: */
  Table side_table;             /* what an algorithm keeps beside it */
  Asked asked;
  Watch watch;
  Pass pass;
  Ordering order;
  Team team;
  Tracing trace;
  Outcome outcome;
};

/*
** Makes `search` ready for a game, an algorithm and a first position: with no window and no limit but those that options have by
** default, and with the options' defaults. `memory` is the most bytes it may hold, 0 for no limit. Cannot fail.
*/
void search_init (Search *search, Game *game, Host *host, const Algorithm *algorithm, const Position *first, size_t memory);

/*
** The best that is known: the last completed pass, else what the unfinished one has proved. In a selective search that of the
** unfinished pass as soon as it has searched the first move again, which is not lost: it has looked deeper.
*/
const Answer *search_answer (const Search *search);

/* Makes the side table, for keys of `words` words, once a search: it takes half the bytes of `table`, if that is the search's own. */
void search_open_side_table (Search *search, int words);

/* Gives back all memory. The answer's line goes with it. */
void search_close (Search *search);

/*
** Options of the algorithm's own. The setting of the option `name`, for the caller to change before run_search; NULL if the
** algorithm does not take it.
*/
Setting *search_setting (Search *search, const char *name);

/* The setting of an option as a number, a flag, a word; for algorithms, once a pass. An option that was not given has its default. */
double search_number (Search *search, const char *name);
bool search_flag (Search *search, const char *name);
const char *search_word (Search *search, const char *name);

/* Returns the place of the option's word among its words, from 0; of what is none of them 0. */
int search_place (Search *search, const Option *option);

/* The answer when nothing is known but the range of the game. */
static inline Answer search_nothing (const Search *s) {
  return (Answer){.lower = s->pass.lower, .upper = s->pass.upper, .distance = NO_DISTANCE, .horizon = true};
}

/* Does the algorithm keep nodes from one pass to the next? A selective search keeps estimates there. */
static inline bool search_keeps (const Search *s) { return s->pass.memory != NULL && s->asked.selective == 0; }

/* The nodes that this search has entered. */
static inline uint64_t search_visits (const Search *s) { return s->watch.poll_at - (uint64_t)s->watch.until_poll; }

/*
** Leaves the search if it is interrupted, or its time is over; `now` is the time. Before asked.latest it is not over until two plies are
** complete, if they take less than asked.floor seconds of a processor, nor until one is: on a busy machine the processor has others to serve.
*/
void search_look (Search *search, double now);

/*
** Was some leaf at the horizon that might have been searched deeper? At the end of the game all leaves are terminal; a selective
** search, whose horizons are nearer here and there, does not say so of those.
*/
static inline bool search_cut (const Search *s) {
  return s->pass.basis.horizon && (s->pass.depth < s->pass.end || s->pass.techniques != 0);
}

/* May a search select? Not what is compiled together with rules; and databases are not asked there. */
#ifdef GAME_CALLS
#define SEARCH_SELECTS false
#else
#define SEARCH_SELECTS true
#endif

/* From now on s->pass.basis is that of what is searched next, alone. The caller has put it aside, for basis_end. */
static ALWAYS_INLINE void basis_clear (Search *s) {
  s->pass.basis.horizon = false;
  if (SEARCH_SELECTS) s->pass.basis.selection = false;
  if (GAME_REPEATS) s->pass.basis.repeats = NO_HORIZON;
}

/* Clears s->pass.basis. Returns what it was, for basis_end. */
static ALWAYS_INLINE Basis basis_begin (Search *s) {
  const Basis above = s->pass.basis;
  basis_clear(s);
  return above;
}

/* A node at `ply` was searched since basis_begin, which has returned `above`: what is searched above it rests on what it does. */
static ALWAYS_INLINE void basis_end (Search *s, Basis above, int ply) {
  s->pass.basis.horizon |= above.horizon;
  if (SEARCH_SELECTS) s->pass.basis.selection |= above.selection;
  if (GAME_REPEATS && (s->pass.basis.repeats >= ply || above.repeats < s->pass.basis.repeats)) s->pass.basis.repeats = above.repeats;
}

/* Returns the basis of the node that was searched since basis_begin, for bounds that are to be kept. */
static ALWAYS_INLINE Basis basis_now (const Search *s) {
  return (Basis){GAME_REPEATS ? s->pass.basis.repeats : NO_HORIZON, search_cut(s), SEARCH_SELECTS && s->pass.basis.selection};
}

/*
** `count` entries more are held now, or less. Called by those that store what the papers count. Leaves the search for want of
** memory when there are more than allowed.
*/
static inline void search_hold (Search *s, int64_t count) {
  s->watch.held += (uint64_t)count;
  if (s->watch.held <= s->outcome.stats.peak) return;
  if (s->watch.hold_limit && s->watch.held > s->watch.hold_limit) s->host->leave(s->host, STOP_MEMORY);
  s->outcome.stats.peak = s->watch.held;
}

/*
** Subsearches answer questions beyond the one that was asked: a proof of the answer, or the rest of
** its line. They are neither counted nor traced, but obey the limits.
*/

/* The state that subsearch_end restores. */
typedef struct Subsearch {
  Stats stats;
  TableCounts counts;
  uint64_t node_limit, poll_at;
  int64_t until_poll;
  int deepest;
  Basis basis;
  void (*trace) (Search *search, const Event *event);
} Subsearch;

Subsearch subsearch_begin (Search *search);

/* Ends what subsearch_begin began. Not called when the search is left in between: then all of it counts. */
void subsearch_end (Search *search, const Subsearch *sub);

#define DESCRIBE_ROOM 240       /* for the text of a position */

/* Writes a position for people into DESCRIBE_ROOM bytes: as the game has it, else its numbers. */
const char *describe_position (const Search *search, const Position *position, char *text);
#define DESCRIBED(search, position) describe_position((search), (position), (char[DESCRIBE_ROOM]){0})
