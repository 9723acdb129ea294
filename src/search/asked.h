/* The question and the caller of a search: set before run_search, and not changed by it. */
#ifndef GTS_ASKED_H
#define GTS_ASKED_H

#include "game/game.h"
#include "search/algorithm.h"
#include "search/node.h"

/* Events of a search, as a trace sees them, and what a search has open. See search/trace.h. */

/* The kinds of trace events. How they are emitted: src/search/trace.h; by which algorithm: gts help trace. */
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
  EVENT_DEACTIVATE,     /* a node is held back, or what is below it given up */
  EVENT_SELECTIVE       /* a selective search treats a node otherwise than its algorithm would: by a technique */
} EventKind;

/* A field that is NaN, 0 or false is absent. */
typedef struct Event {
  EventKind kind;
  const Node *node;     /* its parents are the path */
  bool placed;          /* the node's position is known */
  bool mover;           /* and its player */
  bool dead;            /* it is not live any more */
  Value value;
  Window window;
  Value lower, upper;
  Value merit;          /* h of SSS* and its kin */
  int rule;             /* Stockman's case that is applied next, from 1 */
  bool selective;       /* a selective search left out or added something below the node */
  const char *by;       /* the technique, as the option `selective` names it; NULL: none */
  int number;           /* of a pass, from 1; of a technique, the plies by which the horizon is nearer */
  Player down;          /* of a pass with a null window: MIN, the question is value >= beta; MAX, value > alpha */
} Event;

/* Fields of the next event of a node that an algorithm sets beforehand. */
typedef struct Sight {
  Window window;
  Value merit;
  int rule;
} Sight;

/* An element of a search's OPEN list. */
typedef struct OpenItem {
  const Node *node;     /* its parents are the path; its position is not known */
  const char *status;   /* NULL: none */
  Value merit;          /* or NaN */
  Window window;
} OpenItem;

/* Takes `item`; returns false to end the list. */
typedef bool TakeItem (void *to, const OpenItem *item);

/*
** The input of a rule that chooses, at an inner node of a search tree, the child to descend to.
** Whole algorithms are made of such rules (Pijls & de Bruin, "A framework for game tree
** algorithms", section 4); users write theirs in Lua.
*/

/* A node as far as it is known. `alpha` and `beta` are its window, the paper's script L and U: they are < each other. */
typedef struct Prospect {
  Value lower, upper;   /* proved bounds on its value (Lb and Ub) */
  Value alpha, beta;    /* those bounds, narrowed by the bounds of all nodes above */
  int64_t number;       /* of the successor, from 1 */
  bool open;            /* not developed yet */
} Prospect;

typedef struct Choice Choice;

struct Choice {
  Prospect node;
  Player player;        /* who moves at the node */
  int ply;
  int count;            /* of its live children, >= 1 */
  const Prospect *children; /* those, from left to right */
  /* The position of the node itself (i = -1) or of live child `i`, of use until the choice is made. Cannot fail. */
  Position (*position) (const Choice *choice, int i);
};

typedef struct Search Search;

/* Callbacks of a search while it runs. NULL: absent. */
typedef struct Caller {
  /* Called now and then between two visits: false stops. */
  bool (*progress) (Search *search);
  /* Called between two visits about every millisecond: what it says, if not STOP_NONE, ends the search. */
  Stop (*meanwhile) (Search *search);
  /* Called before each iteration but the first: the algorithm to go on with, compiled meanwhile, or NULL for that of the last one. */
  void (*(*exchange) (Search *search)) (Search *search);
  /* Called with every event. NULL: no trace, at no cost. */
  void (*trace) (Search *search, const Event *event);
  /* The option `select` is a function: which live child to descend to, from 0 to choice->count - 1. */
  int (*choose) (Search *search, const Choice *choice);
  /* The option `select` of mcts is a function: how good a child is to descend to, by its mean and visits and those of its parent. */
  double (*merit) (Search *search, double mean, uint32_t visits, uint32_t of);
  /* The option `pseudo` is a function: is this node a pseudo-terminal? */
  bool (*is_pseudo) (Search *search, const Position *position, int ply);
  /* The option `database`: is the value of a node known? Then *value is it. */
  bool (*known) (Search *search, Node *n, Value *value);
  /* The option `order` has a function: what it says of `child`, the successor n->walk stands at: the greater the sooner. */
  double (*judge) (Search *search, const Node *n, const Node *child);
  /* The option `rollout` is a function: what `n` is worth, about; `random` is another number each time. */
  Value (*rollout) (Search *search, const Node *n, uint64_t random);
  /*
  ** Helpers for the search; see share.h. may_recruit: may there be helpers? *mapped: they are processes. recruit: starts helper
  ** number i, which calls helper_run on a separate search; false if it cannot. present: is helper i alive? dismiss: ends all.
  */
  bool (*may_recruit) (Search *search, bool *mapped);
  bool (*recruit) (Search *search, int i);
  bool (*present) (Search *search, int i);
  void (*dismiss) (Search *search);
} Caller;

typedef struct Asked {
  Window window;
  bool informed;                /* use the bounds of the game */
  bool deepen;                  /* iterative deepening */
  bool settle;                  /* without it: ask for the distance of a win all the same */
  bool solution;                /* find solution trees that prove the answer */
  unsigned selective;           /* the techniques of a selective search, a set of Technique; 0: the whole tree is searched */
  bool remember_leaves;         /* in the table; of the option, set by run_search */
  uint64_t node_limit;          /* visits allowed; 0: no limit */
  double time_limit;            /* seconds allowed; 0: no limit */
  double floor, latest;         /* of a search that has not looked two plies ahead in its time: see search_look; 0: it ends */
  double alone_seconds;         /* to search before helpers come */
  double report_seconds;        /* between two reports of progress, about */
  int longest;                  /* the longest path allowed, in plies */
  Setting settings[MOST_OPTIONS];       /* of the algorithm's own options, in their order */
  void *task;                   /* what the algorithm works at beside the search; NULL: nothing */
  Caller caller;
} Asked;

#endif
