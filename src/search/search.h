/*
** A search: what the caller asks, what is known while it runs, and what comes out. How an algorithm asks a game is in visit.h, how
** passes follow one another in run.h, how an answer comes about in publish.h.
**
** A limit leaves the search by way of the host, so an algorithm owns nothing but arena memory.
*/
#ifndef GTS_SEARCH_H
#define GTS_SEARCH_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/host.h"
#include "game/game.h"
#include "search/algorithm.h"
#include "search/line.h"
#include "search/table.h"

#define rarely(condition) __builtin_expect(!!(condition), 0)

/* A function that is written once for both players and compiled once for each: the player is a constant in it. */
#define specialised inline __attribute__((always_inline))

/* A function that runs so seldom that it need not be fast, and is to be compiled soon. */
#define seldom __attribute__((cold, noinline))

typedef struct Node Node;
typedef struct Ordering Ordering;       /* search/order.h */
typedef struct Choice Choice;           /* search/choice.h */
typedef struct Path Path;               /* search/repeat.h */
typedef struct Share Share;             /* search/share.h */
typedef struct Search Search;

/* A position reached by a path. On the stack of whoever visits it. */
struct Node {
  Position position;
  Walk walk;            /* over its successors */
  const Node *parent;   /* NULL at the root */
  Line *line;           /* to the leaf its value came from, if that value is exact; owned by the node */
  Value lower, upper;   /* what its bounds say (the papers' L and U), after visit_known */
  int ply;
  Player player;        /* who moves; certain once developed */
};

/*
** A node on its way down into a function that calls itself: word by word, as parameters and as arguments. The address of a node that a
** compiler is to keep in registers must be given to nobody who is not inlined. So such a function makes its own node of what it gets
** (node_enter), and what is told out of line, rarely, is told of a copy (NODE_COPY).
*/
#define NODE const Node *parent, int64_t word0, int64_t word1, int64_t word2, int64_t word3, unsigned place
#define NODE_DOWN(n) \
  (n)->parent, (n)->position.word[0], (n)->position.word[1], GAME_WORDS > 2 ? (n)->position.word[2] : 0, \
  GAME_WORDS > 3 ? (n)->position.word[3] : 0, (unsigned)(n)->ply * 2 + (unsigned)(n)->player
#define NODE_ENTERED(n) node_enter(n, parent, word0, word1, word2, word3, place)

static specialised void node_enter (Node *n, NODE) {
  n->parent = parent;
  n->walk = (Walk){0, {0, 0}, {0, 0}};
  n->position.word[0] = word0;
  n->position.word[1] = word1;
  if (GAME_WORDS > 2) n->position.word[2] = word2;
  if (GAME_WORDS > 3) n->position.word[3] = word3;
  n->ply = (int)(place / 2);
  n->player = (Player)(place % 2);
  n->line = NULL;
  n->lower = -INFINITY;
  n->upper = INFINITY;
}

/* The node above `n`. Compiled rules know it only where somebody may ask: see above. */
#ifdef GAME_CALLS
#define NODE_PARENT(s, n) ((n)->ply > 0 && (s)->above ? &(s)->above[(n)->ply - 1] : NULL)
#else
#define NODE_PARENT(s, n) ((n)->parent)
#endif

/* A pointer to a copy of `n`, good until the end of the block; and to one of a node that was only entered. */
#define NODE_WORDS(n) \
  {{(n)->position.word[0], (n)->position.word[1], GAME_WORDS > 2 ? (n)->position.word[2] : 0, \
    GAME_WORDS > 3 ? (n)->position.word[3] : 0}}
#ifndef GAME_CALLS              /* in the engine nodes lie in memory, and copies would only make each frame of the stack larger */
#define NODE_ENTRY(s, n) (n)
#define NODE_COPY(s, n) (n)
#else
#define NODE_ENTRY(s, n) \
  (&(Node){.position = NODE_WORDS(n), .parent = NODE_PARENT(s, n), .line = (n)->line, .ply = (n)->ply, .player = (n)->player})
#define NODE_COPY(s, n) \
  (&(Node){.position = NODE_WORDS(n), \
           .walk = {(n)->walk.index, {(n)->walk.move.word, (n)->walk.move.slot}, {(n)->walk.state[0], (n)->walk.state[1]}}, \
           .parent = NODE_PARENT(s, n), .line = (n)->line, .lower = (n)->lower, .upper = (n)->upper, .ply = (n)->ply, \
           .player = (n)->player})
#endif

/* What a function that was entered so comes back with: the value, and its line of play, which now belongs to the caller. */
typedef struct Found {
  Value value;
  Line *line;
} Found;

/* The values that matter: those between alpha and beta. */
typedef struct Window { Value alpha, beta; } Window;

/* No constant: not every compiler can hold infinity. */
#define WHOLE_WINDOW ((Window){-INFINITY, INFINITY})

typedef struct Stats {
  uint64_t leaves;      /* leaf evaluations made */
  uint64_t developed;   /* nodes asked for their bounds and successors */
  uint64_t peak;        /* most entries held at once: for a depth-first search, nodes on the path */
} Stats;

#define NO_DISTANCE (-1)

/* What a search has to say. */
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
} Answer;

/* What a trace is told: src/search/trace.h says how, gts help trace what each algorithm tells. */
typedef enum EventKind {
  EVENT_DEVELOP,        /* the successors of a node are asked for */
  EVENT_LEAF,           /* a leaf was evaluated: value */
  EVENT_BOUND,          /* the bounds of a node said enough, for a while at least: value */
  EVENT_CUTOFF,         /* the successors not yet seen cannot matter: value */
  EVENT_PASS,           /* a driver begins another pass: number */
  EVENT_TABLE,          /* the table knew enough of a node: value */
  EVENT_UPDATE,         /* the bounds of a node have changed */
  EVENT_SOLVED,         /* a state of SSS* that is solved is replaced: rule */
  EVENT_ACTIVATE,       /* a node that was held back goes on */
  EVENT_DEACTIVATE      /* a node is held back, or what is below it given up */
} EventKind;

/* NaN, 0 and false: it is not told. */
typedef struct Event {
  EventKind kind;
  const Node *node;     /* its parents tell the path */
  bool placed;          /* the node's position is known */
  bool mover;           /* and its player */
  bool dead;            /* it is not live any more */
  Value value;
  Window window;
  Value lower, upper;
  Value merit;          /* h of SSS* and its kin */
  int rule;             /* Stockman's case that is applied next, from 1 */
  int number;           /* of a pass, from 1 */
  Player down;          /* of a pass with a null window: MIN, the question is value >= beta; MAX, value > alpha */
} Event;

/* What the next event of a node tells beside the node: where an algorithm has something to say. */
typedef struct Sight {
  Window window;
  Value merit;
  int rule;
} Sight;

/* What a search that goes in stages is at. */
typedef struct Work {
  const char *name;     /* NULL: it does not */
  int64_t tier;
  uint64_t done, total; /* positions of the tier */
} Work;

/* What a search has open, one by one. */
typedef struct OpenItem {
  const Node *node;     /* its parents tell the path; its position is not known */
  const char *status;   /* NULL: none */
  Value merit;          /* or NaN */
  Window window;
} OpenItem;

/* Tells `item`; false: enough. */
typedef bool TellItem (void *to, const OpenItem *item);

/* What a search that estimates knows of a move of the root. */
typedef struct MoveWorth {
  Move move;
  Position position;    /* where it leads */
  uint64_t visits;
  Value estimate;
  Value lower, upper;   /* what is proved */
} MoveWorth;

typedef void TellMove (void *to, const MoveWorth *worth);

/* What the caller answers while a search runs. NULL where he does not. */
typedef struct Caller {
  /* Called now and then between two visits: false stops. */
  bool (*progress) (Search *search);
  /* Called between two visits about every millisecond: what it says, if not STOP_NONE, ends the search. */
  Stop (*meanwhile) (Search *search);
  /* Called with every event. NULL: nobody looks, and it costs nothing. */
  void (*trace) (Search *search, const Event *event);
  /* The option `select` is a function: which live son to descend to, from 0 to choice->count - 1. */
  int (*choose) (Search *search, const Choice *choice);
  /* The option `pseudo` is a function: is this node a pseudo-terminal? */
  bool (*is_pseudo) (Search *search, const Position *position, int ply);
  /* The option `database`: is the value of a node known, which is not the root? Then *value is it. */
  bool (*known) (Search *search, Node *n, Value *value);
  /* The option `order` has a function: what it says of `child`, the successor n->walk stands at: the greater the sooner. */
  double (*judge) (Search *search, const Node *n, const Node *child);
  /* The option `rollout` is a function: what `n` is worth, about; `random` is another number each time. */
  Value (*rollout) (Search *search, const Node *n, uint64_t random);
  /*
  ** Helpers for the search; see share.h. May they come? Then *mapped says whether as processes. Helper number i comes, and does what
  ** help.h says with a search of its own; false if it cannot. Is it still there? All are to be gone.
  */
  bool (*may_recruit) (Search *search, bool *mapped);
  bool (*recruit) (Search *search, int i);
  bool (*present) (Search *search, int i);
  void (*dismiss) (Search *search);
} Caller;

struct Search {
  Game *game;
  Host *host;
  const Algorithm *algorithm;
  Arena arena;
  LinePool lines;

  /* What the caller asks; set before run_search. */
  int depth;                    /* the horizon in plies, or NO_HORIZON */
  Window window;
  bool informed;                /* use the bounds of the game */
  bool deepen;                  /* iterative deepening */
  bool settle;                  /* without it: ask for the distance of a win all the same */
  int open;                     /* nobody wins within so many plies; grows with each iteration */
  bool solution;                /* find solution trees that prove the answer */
  uint64_t node_limit;          /* visits allowed; 0: no limit */
  double time_limit;            /* seconds allowed; 0: no limit */
  double alone_seconds;         /* so long it searches before helpers come */
  double report_seconds;        /* between two reports of progress, about */
  int longest;                  /* the longest path allowed, in plies */
  Table *table;                 /* to remember positions in; the caller's, or `own_table`. NULL: none, or one as needed */
  Setting settings[MOST_OPTIONS];       /* of the algorithm's own options, in their order */
  Caller caller;

  /* Parts that several algorithms share, as the options have them; made by run_search. */
  Table own_table;              /* of this search alone; taken down by search_close */
  bool remember_leaves;         /* in the table */
  bool strict;                  /* what equals a bound is no reason to cut off: see alphabeta.c */
  uint64_t known_as;            /* what every node is looked up by in a table, beside its key and its player: see key.h */
  Ordering *order;              /* how successors are sorted; NULL: in their own order */
  bool table_first;             /* all their order is that the table's move comes first */
  bool sorted;                  /* they are all taken and sorted before the first is visited */
  bool lends;                   /* some nodes at least ask for them out of line: they are sorted, or others are there */

  Share *share;                 /* what it has in common with others that search the same; NULL: it is alone */
  int helper;                   /* its number among those who help; 0: it is the one that answers */
  bool crowded;                 /* they are there now: nodes are marked */
  bool exclusive;               /* the node that is visited next may be put off, if another is at it */

  /* The choke point; see visit.c. */
  uint64_t poll_at;             /* the visit at which to look up next */
  uint64_t until_poll;          /* visits left until then: it counts down, and poll_at - until_poll is the number of visits */
  uint64_t poll_step;
  double started, polled, reported;
  const char *stack_floor;
  int deepest;                  /* the greatest ply developed so far */

  /* What comes out. */
  Stats stats;
  uint64_t visits_beside;       /* of helpers, when they are gone */
  uint64_t table_used;          /* of a helper: slots that were used when it came */
  int helpers;                  /* how many there were, */
  const char *helped_by;        /* and what: "threads" or "processes"; NULL: they were not called */
  Answer answer;                /* of the pass that runs; written by publish.c alone */
  Answer completed;             /* of the last pass that was completed, if valued */
  const char *certificates[2];  /* of the lower bound, of the upper: see certificate.h; NULL where there is none */
  Table distances;              /* of proved wins: see search/distance.h */
  Table numbers;                /* of positions that are neither proved nor disproved: see algo/proof/dfpn.c */

  /* Of the pass that runs. */
  Node root;                    /* its line is the best so far; the answer's, once that has it */
  Value lower, upper;           /* the range of the game, if it may be used */
  int end;                      /* the ply of all terminals, if the game knows it, else NO_HORIZON */
  bool horizon;                 /* some leaf was at s->depth */
  uint64_t held;                /* entries held now, by an algorithm that counts them */
  uint64_t hold_limit;          /* the most there may be; 0: any number */
  void *memory;                 /* what an algorithm keeps from one pass to the next; NULL at first */
  void *task;                   /* what a driver above the algorithms was asked for; NULL: there is none */
  Work work;
  Path *path;                   /* where positions that repeat are worth something: see repeat.h; else NULL */
  bool repeated;                /* the node that was entered last repeats one above it */
  bool knows;                   /* the value of the node that was entered last is known: */
  Value known;                  /* this */
  int rests;                    /* the least ply at which stands what was repeated below the node searched; NO_HORIZON: none */
  Arena traced;                 /* what only a trace needs: it counts for nobody */
  Node *trail;                  /* see stored_trail */
  size_t trail_room;
  bool links;                   /* compiled rules search without a horizon: their nodes know no parents, and circles are to be told */
  Node *above;                  /* then: the nodes on the path, by ply; else NULL */
  size_t above_room;
  Sight sight;                  /* of the next event; set only while a trace is called */
  /* Tells all that is open, from left to right; false: the stack has no room. NULL: the algorithm holds no such list. May not leave. */
  bool (*list_open) (Search *search, TellItem *tell, void *to);
  /* Tells what is known of each move of the root, also when the search is over. NULL: the algorithm knows no such thing. May not leave. */
  void (*list_moves) (Search *search, TellMove *tell, void *to);
};

/*
** Makes `search` ready for a game, an algorithm and a first position: with no window and no limit but those that options have by
** default, and with the options' defaults. `memory` is the most bytes it may hold, 0 for no limit. Cannot fail.
*/
void search_init (Search *search, Game *game, Host *host, const Algorithm *algorithm, const Position *first, size_t memory);

/* The best that is known: the last completed pass, else what the unfinished one has proved. */
const Answer *search_answer (const Search *search);

/* Gives back all memory. The answer's line goes with it. */
void search_close (Search *search);

/*
** Options of the algorithm's own. The setting of the option `name`, for the caller to change before run_search; NULL if the
** algorithm does not take it.
*/
Setting *search_setting (Search *search, const char *name);

/* The same for algorithms, once a pass: the number; the flag; the word. An option that was not given has its default. */
double search_number (Search *search, const char *name);
bool search_flag (Search *search, const char *name);
const char *search_word (Search *search, const char *name);

/* Nothing is known yet but the range of the game. */
static inline Answer search_nothing (const Search *s) {
  return (Answer){.lower = s->lower, .upper = s->upper, .distance = NO_DISTANCE, .horizon = true};
}

/* How many nodes were entered. */
static inline uint64_t search_visits (const Search *s) { return s->poll_at - s->until_poll; }

/* Leaves the search if it is interrupted, or its time is over; `now` is the time. */
void search_look (Search *search, double now);

/* The same of all who search. */
static inline uint64_t search_all_visits (const Search *s) { return search_visits(s) + s->visits_beside; }

/* Was some leaf at the horizon that might have been searched deeper? At the end of the game all leaves are terminal. */
static inline bool search_cut (const Search *s) { return s->horizon && s->depth < s->end; }

/* See visit.h. */
void visit_contradict (const Search *search, const Node *node, bool known, Value value, Value bound);

/*
** `value`, held to what is known of `n`: estimates at the horizon may lie outside the bounds of the rules. Without a horizon
** there are no estimates; then such a value is a contradiction, and fails.
*/
static specialised Value search_within (const Search *s, const Node *n, Value value) {
  if (rarely(value < n->lower || value > n->upper)) {
    Value bound = value < n->lower ? n->lower : n->upper;
    visit_contradict(s, NODE_COPY(s, n), true, value, bound);
    return bound;
  }
  return value;
}

/*
** `count` entries more are held now, or less. Called by those that store what the papers count. Leaves the search for want of
** memory when there are more than allowed.
*/
static inline void search_hold (Search *s, int64_t count) {
  s->held += (uint64_t)count;
  if (s->held <= s->stats.peak) return;
  if (s->hold_limit && s->held > s->hold_limit) s->host->leave(s->host, STOP_MEMORY);
  s->stats.peak = s->held;
}

/* Is a better than b for `player`? */
static inline bool better (Player player, Value a, Value b) { return player == MAX ? a > b : a < b; }

/* What any value is better than. */
static inline Value worst_for (Player player) { return player == MAX ? -INFINITY : INFINITY; }

/* The side of a window that the player moves up. */
static inline Value own_side (Player player, Window w) { return player == MAX ? w.alpha : w.beta; }

/* `value` is sure to `player`: so the window moves up to it, on his side. */
static inline void narrow (Player player, Value value, Window *w) {
  if (player == MAX) {
    if (value > w->alpha) w->alpha = value;
  } else {
    if (value < w->beta) w->beta = value;
  }
}

static inline bool window_open (Window w) { return w.alpha < w.beta; }

/* The next double above `value`, or below it: what nextafter says, but compiled into whoever asks. */
static inline Value next_above (Value value) {
  union { Value value; int64_t bits; } next = {value};
  if (value == 0) next.bits = 1;
  else if (value < INFINITY) next.bits += value > 0 ? 1 : -1;
  return next.value;
}

static inline Value next_below (Value value) { return -next_above(-value); }

/* The window that only tells values better than `bound` for `player` from the others; beyond `bound` nothing fits. */
static inline Window null_window (Player player, Value bound) {
  return player == MAX ? (Window){bound, next_above(bound)} : (Window){next_below(bound), bound};
}

#endif
