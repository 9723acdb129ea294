/*
** What all algorithms share: the counted and watched game.
**
** An algorithm sees nodes and asks them, in the order that the rules were promised: is it a leaf (search_leaf)? do its bounds
** say enough (search_known)? which are its successors (search_first, search_next)? what is it worth (search_evaluate)? Every
** question is counted here, and every visit passes one choke point where limits are watched; an algorithm knows nothing of
** either. A limit leaves the search by way of the host, so an algorithm owns nothing but arena memory.
**
** The questions are inline because they are the whole cost of a search whose rules are fast.
*/
#ifndef GTS_SEARCH_H
#define GTS_SEARCH_H

#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/host.h"
#include "game/game.h"
#include "search/line.h"
#include "search/table.h"

#define rarely(condition) __builtin_expect(!!(condition), 0)

/* A function that is written once for both players and compiled once for each: the player is a constant in it. */
#define specialised inline __attribute__((always_inline))

typedef struct Node Node;
typedef struct Ordering Ordering;
typedef struct Search Search;

/* A position reached by a path. On the stack of whoever visits it. */
struct Node {
  Position position;
  Walk walk;            /* over its successors */
  const Node *parent;   /* NULL at the root */
  Line *line;           /* to the leaf its value came from, if that value is exact; owned by the node */
  Value lower, upper;   /* what its bounds say (the papers' L and U), after search_known */
  int ply;
  Player player;        /* who moves; certain once developed */
};

typedef struct Stats {
  uint64_t leaves;      /* leaf evaluations made */
  uint64_t developed;   /* nodes asked for their bounds and successors */
  uint64_t peak;        /* most entries held at once: for a depth-first search, nodes on the path */
} Stats;

/* What a search has to say. */
typedef struct Answer {
  bool valued;          /* value and line mean something */
  Value value;
  Value lower, upper;   /* proved bounds on the minimax value */
  Line *line;           /* the move that has this value, and what follows */
  int depth;            /* the horizon it was found with */
  bool horizon;         /* some leaf was a horizon */
} Answer;

typedef enum EventKind {
  EVENT_DEVELOP,        /* the successors of a node are asked for */
  EVENT_LEAF,           /* a leaf was evaluated: value */
  EVENT_BOUND,          /* the bounds of a node said enough, for a while at least: value */
  EVENT_CUTOFF,         /* the successors not yet seen cannot matter: value */
  EVENT_PASS,           /* a driver begins another pass: value is its depth */
  EVENT_TABLE           /* the table knew enough of a node: value */
} EventKind;

typedef struct Event {
  EventKind kind;
  const Node *node;
  Value value, alpha, beta;
} Event;

typedef struct Choice Choice;   /* search/choice.h */

/* Options that only some algorithms take. */
typedef struct Own {
  const char *select;           /* the name of the rule that chooses among live sons; NULL: `choose` does */
  /* Which live son to descend to, from 0 to choice->count - 1. */
  int (*choose) (Search *search, const Choice *choice);
  int pseudo;                   /* nodes at plies pseudo, 2 * pseudo, ... are pseudo-terminals; 0: none is */
  /* Or these are. NULL: as `pseudo` says. */
  bool (*is_pseudo) (Search *search, const Position *position, int ply);
  uint64_t seed;                /* of what is random */
  Value first;                  /* mtd: the first bound; NaN: whatever is the best guess */
  bool prune;                   /* althofer: cut off */
  bool remember_leaves;         /* in the table */
  Ordering *order;              /* how successors are sorted; NULL: in their own order */
} Own;

struct Search {
  Game *game;
  Host *host;
  Arena arena;
  LinePool lines;

  /* What the caller asks; set before search_run. */
  int depth;                    /* the horizon in plies, or NO_HORIZON */
  Value alpha, beta;            /* the window */
  bool informed;                /* use the bounds of the game */
  bool deepen;                  /* iterative deepening */
  bool solution;                /* find solution trees that prove the answer */
  uint64_t node_limit;          /* visits allowed; 0: no limit */
  double time_limit;            /* seconds allowed; 0: no limit */
  int longest;                  /* the longest path allowed, in plies */
  Table *table;                 /* to remember positions in, NULL for none; the caller's, or `own_table` */
  Table own_table;              /* of this search alone; taken down by search_close */
  Own own;
  /* The number that an option of the algorithm's own has, true being 1; `otherwise` if it was not given. NULL: none was. */
  double (*option) (Search *search, const char *name, double otherwise);
  /* Called now and then between two visits: false stops. NULL: nobody asks. */
  bool (*progress) (Search *search);
  /* Called between two visits about every millisecond: what it says, if not STOP_NONE, ends the search. NULL: nobody asks. */
  Stop (*meanwhile) (Search *search);
  /* Called with every event. NULL: nobody looks, and it costs nothing. */
  void (*trace) (Search *search, const Event *event);

  /* The choke point. */
  uint64_t poll_at;             /* the visit at which to look up next */
  uint64_t until_poll;          /* visits left until then: counted down, so that one number does for both */
  uint64_t poll_step;
  double started, polled, reported;
  const char *stack_floor;
  int deepest;                  /* the greatest ply developed so far */

  /* What comes out. */
  Stats stats;
  Answer answer;                /* of the pass that runs */
  Answer completed;             /* of the last pass that was completed, if valued */
  const char *proofs[2];        /* of the lower bound, of the upper: see proof.h; NULL where there is none */
  Table distances;              /* of proved wins: see search/distance.h */

  /* Of the pass that runs. */
  Node root;
  Value lower, upper;           /* the range of the game, if it may be used */
  int end;                      /* the ply of all terminals, if the game knows it, else NO_HORIZON */
  bool horizon;                 /* some leaf was at s->depth */
  uint64_t held;                /* entries held now, by an algorithm that counts them */
  bool holds;                   /* it does: then the peak is theirs, not that of the path */
  void *memory;                 /* what an algorithm keeps from one pass to the next; NULL at first */
  Node *trail;                  /* see stored_trail */
  int trail_room;
};

/*
** Makes `search` ready for a game and a first position, with no limit, no window and no horizon; cannot fail.
** `memory` is the most bytes it may hold, 0 for no limit.
*/
void search_init (Search *search, Game *game, Host *host, const Position *first, size_t memory);

/*
** Runs `algorithm`, once or with a growing horizon. Afterwards, or after leaving through the host, search_answer tells.
** Iterative deepening ends when no leaf was at the horizon, for then a deeper pass would see the same tree; and when one
** player can force the best value there is: then it looks for the quickest way (see search/distance.h).
*/
void search_run (Search *search, void (*algorithm) (Search *search));

/* The best that is known: the last completed pass, else what the unfinished one has proved. */
const Answer *search_answer (const Search *search);

/* Gives back all memory. The answer's line goes with it. */
void search_close (Search *search);

/* The root has been searched: `value` is the minimax value as far as the window could see it. Called by algorithms. */
void search_conclude (Search *search, Value value);

/*
** Proved on the way: lower <= the value of the root <= upper, infinite where nothing is. A search that stops has at least
** this to say. Fails if it contradicts what was proved before.
*/
void search_prove (Search *search, Value lower, Value upper);

/* A bound from the successors of a node lies beyond the other bound of the node itself: fails, unless estimates may do so. */
void search_contradict (const Search *search);

/* Refuses to recurse on, at a node of this ply, when the C stack has no more room. */
void search_guard_stack (Search *search, int ply);

/* Out of line: what happens rarely. */
void search_poll (Search *search);
/* Leaves the search if it is interrupted or its time is over: for loops that are longer than a visit. */
void search_look (Search *search);
void search_deeper (Search *search, const Node *node);
void search_ask_bounds (Search *search, Node *node);
void search_improve_root (Search *search, Value value, Value alpha, Value beta);

/* How many nodes were entered. */
static inline uint64_t search_visits (const Search *s) { return s->poll_at - s->until_poll; }

static inline void search_tell (Search *s, EventKind kind, const Node *node, Value value, Value alpha, Value beta) {
#ifndef NO_TRACE                /* a unit of compiled rules leaves traces to the engine */
  if (rarely(s->trace != NULL)) s->trace(s, &(Event){kind, node, value, alpha, beta});
#endif
}

static inline double search_option (Search *s, const char *name, double otherwise) {
  return s->option ? s->option(s, name, otherwise) : otherwise;
}
/* Was some leaf at the horizon that might have been searched deeper? At the end of the game all leaves are terminal. */
static inline bool search_cut (const Search *s) { return s->horizon && s->depth < s->end; }

/* Is a better than b for `player`? */
static inline bool better (Player player, Value a, Value b) { return player == MAX ? a > b : a < b; }

/* What any value is better than. */
static inline Value worst_for (Player player) { return player == MAX ? -INFINITY : INFINITY; }

/* `value` is sure to `player`, so the window has moved up to it, on his side. */
static inline void narrow (Player player, Value value, Value *alpha, Value *beta) {
  if (player == MAX) {
    if (value > *alpha) *alpha = value;
  } else {
    if (value < *beta) *beta = value;
  }
}

/* The window that only tells values better than `bound` for `player` from the others; beyond `bound` nothing fits. */
static inline void null_window (Player player, Value bound, Value *alpha, Value *beta) {
  *alpha = player == MAX ? bound : nextafter(bound, -INFINITY);
  *beta = player == MAX ? nextafter(bound, INFINITY) : bound;
}

/* `count` entries more are held now, or less. Called by algorithms that store what the papers count, from the first on. */
static inline void search_hold (Search *s, int64_t count) {
  s->held += (uint64_t)count;
  if (s->held > s->stats.peak) s->stats.peak = s->held;
}

/* Enters `n`. True: it is a leaf, terminal by its own word or at the horizon; evaluate it and ask no more. */
static inline bool search_leaf (Search *s, Node *n) {
  if (rarely(s->until_poll-- == 0)) search_poll(s);
  n->line = NULL;
  if (game_has_terminal(s->game) && game_terminal(s->game, &n->position)) return true;
  if (n->ply >= s->depth) {
    s->horizon = true;
    return true;
  }
  return false;
}

static inline Value search_evaluate (Search *s, const Node *n) {
  s->stats.leaves++;
  Value value = game_evaluate(s->game, &n->position);
  search_tell(s, EVENT_LEAF, n, value, -INFINITY, INFINITY);
  return value;
}

/* What an inner node looks like to the rules: an evaluation that is not one of a leaf. */
static inline Value search_estimate (Search *s, const Node *n) {
  return game_evaluate(s->game, &n->position);
}

/*
** Asks the bounds of `n` and sets n->lower and n->upper. True: they meet, or they lie outside the window, and nothing more
** need be asked; then *value is the bound that says so (Pijls & de Bruin, "A framework", Fig. 5, first line).
*/
static inline bool search_known (Search *s, Node *n, Value alpha, Value beta, Value *value) {
  n->lower = s->lower;
  n->upper = s->upper;
  if (!s->informed) return false;
  if (s->game->bounds) search_ask_bounds(s, n);
  if (n->upper > alpha && n->lower < beta && n->lower < n->upper) return false;
  s->stats.developed++;
  *value = n->lower >= beta ? n->lower : n->upper;
  search_tell(s, EVENT_BOUND, n, *value, alpha, beta);
  return true;
}

/*
** `value`, held to what is known of `n`: estimates at the horizon may lie outside the bounds of the rules. Without a horizon
** there are no estimates; then such a value is left as it is, and at the root it will contradict.
*/
static inline Value search_within (const Search *s, const Node *n, Value value) {
  if (rarely(value < n->lower || value > n->upper) && search_cut(s)) return value < n->lower ? n->lower : n->upper;
  return value;
}

/* The next successor of `n`, in its own order; false when there is none left. */
static inline bool search_next (Search *s, Node *n, Node *child) {
  if (!game_next(s->game, &n->position, &n->walk, &child->position)) return false;
  n->walk.index++;
  if (!game_has_player(s->game)) child->player = opponent(n->player);
  return true;
}

/* The same in a loop that takes all successors before it visits one: there may be more than anybody waits for. */
static inline bool search_pull (Search *s, Node *n, Node *child) {
  enum { OFTEN = 4096 };
  if (rarely(n->walk.index % OFTEN == 0)) search_look(s);
  return search_next(s, n, child);
}

/* Makes sure who moves at `n`. */
static inline void search_player (Search *s, Node *n) {
  if (game_has_player(s->game)) n->player = game_player(s->game, &n->position);
}

/* The first successor of `n`, whose player is sure and which counts as developed; false when it has none: it is terminal. */
static inline bool search_generate (Search *s, Node *n, Node *child) {
  if (rarely(n->ply > s->deepest)) search_deeper(s, n);
  search_tell(s, EVENT_DEVELOP, n, 0, -INFINITY, INFINITY);
  n->walk.index = 0;
  child->parent = n;
  child->ply = n->ply + 1;
  return search_next(s, n, child);
}

/* The same, and it counts. */
static inline bool search_develop (Search *s, Node *n, Node *child) {
  s->stats.developed++;
  return search_generate(s, n, child);
}

/* Both at once: false when `n` has no successors: then it is terminal, to be evaluated. */
static inline bool search_first (Search *s, Node *n, Node *child) {
  search_player(s, n);
  return search_develop(s, n, child);
}

/*
** `child`, the successor that `n` stands at, was searched and is the best so far with `value`. Inside (alpha, beta) that
** value is exact and its line worth keeping; at the root the move always is. Takes over the child's line.
*/
static inline void search_improve (Search *s, Node *n, const Node *child, Value value, Value alpha, Value beta) {
  if ((alpha < value && value < beta) || rarely(n->parent == NULL)) {
    Line *beaten = n->line;
    n->line = line_cons(&s->lines, n->walk.move, &child->position, child->line);
    if (n->parent == NULL) search_improve_root(s, value, alpha, beta);
    line_free(&s->lines, beaten);
  } else if (rarely(n->line != NULL || child->line != NULL)) {
    line_free(&s->lines, child->line);
    line_free(&s->lines, n->line);
    n->line = NULL;
  }
}

/* `child` was searched and is no improvement. */
static inline void search_dismiss (Search *s, const Node *child) {
  line_free(&s->lines, child->line);
}

#endif
