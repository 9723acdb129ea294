/*
** A search: five parts by what they know. What was asked, the watch on limits, the team it belongs to, the pass that runs, and what
** was found. How an algorithm asks a game is in visit.h, how passes follow one another in run.h, how an answer comes about in
** publish.h.
**
** A limit leaves the search by way of the host, so an algorithm owns nothing but arena memory.
*/
#ifndef GTS_SEARCH_H
#define GTS_SEARCH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/host.h"
#include "search/asked.h"
#include "search/basis.h"
#include "search/table.h"

/* The cost of a search. */
typedef struct Stats {
  uint64_t leaves;      /* leaf evaluations made */
  uint64_t developed;   /* nodes asked for their bounds and successors */
  uint64_t peak;        /* most entries held at once: for a depth-first search, nodes on the path */
} Stats;

#define NO_DISTANCE (-1)

/* The answer of a search. */
typedef struct Answer {
  bool valued;          /* value and line mean something */
  Value value;
  bool estimated;       /* estimate means something, and so does line */
  Value estimate;       /* of the value, as long as that is not known */
  Value lower, upper;   /* proved bounds on the minimax value */
  Line *line;           /* the move that has this value, and what follows; owned by the answer */
  int depth;            /* the horizon it was found with */
  int distance;         /* plies to the end of the game, if a win is proved and they are known; else NO_DISTANCE */
  bool horizon;         /* some leaf was a horizon */
  bool selective;       /* it is that of a tree from which something was left out, or to which something was added: no proof */
} Answer;

/* Statistics and bounds of a move of the root, of algorithms that estimate. */
typedef struct MoveResult {
  Move move;
  Position position;    /* where it leads */
  uint64_t visits;
  Value estimate;
  Value lower, upper;   /* what is proved */
} MoveResult;

typedef void TakeMove (void *to, const MoveResult *result);

/* Figures that an algorithm has beside the value: the result has them by name, unless the first is 0, in a field of the algorithm's id. */
typedef struct Figures {
  const char *const *names;     /* ended by NULL; NULL: it has none */
  double of[8];
} Figures;

/* What a search has found, and what that has cost: see publish.h. */
typedef struct Outcome {
  Stats stats;
  Answer answer;                /* of the pass that runs; written by publish.c alone */
  Answer completed;             /* of the last pass that was completed, if valued */
  const char *certificates[2];  /* of the lower bound, of the upper: see certificate.h; NULL where there is none */
  Table distances;              /* of proved wins: see search/distance.h */
  Figures figures;
  uint32_t open[2];             /* disproof and proof number of the root, while a question is open; else 0 */
} Outcome;

typedef struct Ordering Ordering;       /* search/order.h */
typedef struct Path Path;               /* search/repeat.h */
typedef struct Share Share;             /* search/share.h */

/* The pass that runs: one search to one horizon. See run.h. */
typedef struct Pass {
  int depth;                    /* the horizon in plies, or NO_HORIZON; before run_search, that of the last pass */
  Basis basis;                  /* of what was searched since basis_begin */
  unsigned techniques;          /* of a selective search: asked.selective, until it goes on as a full one: see run.c */
  bool reached;                 /* of a selective pass: some leaf was at its horizon, and not at one brought nearer */
  Basis child_basis;            /* of a selective search: that of the child of the root searched last */
  bool unfinished;              /* it runs, in a deepening search */
  Value lower, upper;           /* the range of the game, if it may be used */
  bool seeks;                   /* some lines are kept whatever the window of a node: see seek, in window.h */
  Window sought;                /* then those of values at its ends or beyond */
  Window range[2];              /* that range as each player sees it; set by own_range, in window.h */
  int end;                      /* the ply of all terminals, if the game knows it, else NO_HORIZON */
  int open;                     /* plies within which neither player wins; grows with each iteration */
  int seen;                     /* plies that an algorithm which does not deepen has looked ahead: 0 to 2 */
  int defended;                 /* at a lost root, plies within which its move was not lost to an earlier iteration; else 0 */
  Node root;                    /* its line is the best so far; the answer's, once that has it */

  /* The order of successors, and what a table search makes of its options. */
  Ordering *order;              /* how successors are sorted; NULL: in their own order */
  bool table_first;             /* all their order is that the table's move comes first */
  bool sorted;                  /* they are all taken and sorted before the first is visited */
  bool lends;                   /* some nodes at least ask for them out of line: they are sorted, or other threads are there */
  bool strict;                  /* what equals a bound is no reason to cut off: see alphabeta.c */
  bool scouts;                  /* successors behind the first are tested by a null window */
  Value (*visit) (Search *s, Node *n, Value alpha, Value beta);    /* visits a node: see algo/window/search.c */
  uint64_t known_as;            /* what every node is looked up by in a table, beside its key and its player: see key.h */

  /* Repetitions, and values that the caller knows. */
  Path *path;                   /* where positions that repeat are worth something: see repeat.h; else NULL */
  bool repeated;                /* the node that was entered last repeats one above it */
  bool knows;                   /* the value of the node that was entered last is known: */
  Value known;                  /* this */

  void *memory;                 /* what an algorithm keeps from one pass to the next; NULL at first */

  /* For compiled rules that search without a horizon: their nodes know no parents, and circles are to be reported. */
  bool links;
  Node *above;                  /* then: the nodes on the path, by ply; else NULL */
  size_t above_room;

  /* For a trace alone; not counted. */
  Arena traced;
  Node *trail;                  /* see packed_trail */
  size_t trail_room;
  Sight sight;                  /* of the next event; set only while a trace is called */
  /* Lists all that is open, from left to right; false: the stack has no room. NULL: the algorithm holds no such list. May not leave. */
  bool (*list_open) (Search *search, TakeItem *take, void *to);
  /* Lists what is known of each move of the root, also when the search is over. NULL: the algorithm knows no such thing. May not leave. */
  void (*list_moves) (Search *search, TakeMove *take, void *to);
} Pass;

/* The threads or processes that share a search: see share.h. */
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

/* The watch on limits: when visit_poll looks at them next, and how much is left. See visit.c. */
typedef struct Watch {
  uint64_t poll_at;             /* the visit at which to look up next */
  int64_t until_poll;           /* visits left until then: it counts down, and poll_at - until_poll is the number of visits */
  uint64_t poll_step;
  double started, polled, reported;
  double processor;             /* that clock_processor said when it started */
  const char *stack_floor;
  int deepest;                  /* the greatest ply developed so far */
  uint64_t held;                /* entries held now, by an algorithm that counts them */
  uint64_t hold_limit;          /* the most there may be; 0: any number */
} Watch;

struct Search {
  Game *game;
  Host *host;
  const Algorithm *algorithm;
  Arena arena;
  LinePool lines;
  Table *table;                 /* to remember positions in; the caller's, or `own_table`. NULL: none, or one as needed */
  Table own_table;              /* of this search alone; taken down by search_close, and so is: */
  Table side_table;             /* what an algorithm keeps beside it */
  Watch watch;
  Pass pass;
  Team team;
  Asked asked;
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

/* The answer when nothing is known but the range of the game. */
static inline Answer search_nothing (const Search *s) {
  return (Answer){.lower = s->pass.lower, .upper = s->pass.upper, .distance = NO_DISTANCE, .horizon = true};
}

/* The nodes that this search has entered. */
static inline uint64_t search_visits (const Search *s) { return s->watch.poll_at - (uint64_t)s->watch.until_poll; }

/*
** Leaves the search if it is interrupted, or its time is over; `now` is the time. Before asked.latest it is not over until two plies are
** complete, if they take less than asked.floor seconds of a processor, nor until one is: on a busy machine the processor has others to serve.
*/
void search_look (Search *search, double now);

/* The nodes that this search and its helpers have entered. */
static inline uint64_t search_all_visits (const Search *s) { return search_visits(s) + s->team.visits_beside; }

/*
** Was some leaf at the horizon that might have been searched deeper? At the end of the game all leaves are terminal; a selective
** search, whose horizons are nearer here and there, does not say so of those.
*/
static inline bool search_cut (const Search *s) {
  return s->pass.basis.horizon && (s->pass.depth < s->pass.end || s->pass.techniques != 0);
}

/* May a search select? What is compiled together with rules does so in selective.c alone, which says so; and databases are not asked there. */
#ifndef SEARCH_SELECTS
#ifdef GAME_CALLS
#define SEARCH_SELECTS false
#else
#define SEARCH_SELECTS true
#endif
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
  uint64_t poll_at;
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
void describe_position (const Search *search, const Position *position, char *text);

#endif
