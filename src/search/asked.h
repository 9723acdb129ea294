/* The question and the caller of a search: set before run_search, and not changed by it. */
#pragma once

#include "game/game.h"
#include "search/algorithm.h"
#include "search/event.h"

struct Choice;        /* algo/framework/choice.h */

typedef struct Search Search;

/* Callbacks of a search while it runs. NULL: absent. */
typedef struct Caller {
  /* Called now and then between two visits: false stops. */
  bool (*progress) (Search *search);
  /* Called between two visits about every millisecond: what it says, if not STOP_NONE, ends the search. */
  Stop (*meanwhile) (Search *search);
  /*
  ** Called before each iteration but the first, and before one that begins again (run_anew): the algorithm to go on with, compiled
  ** meanwhile, or NULL for the last one's.
  */
  void (*(*exchange) (Search *search)) (Search *search);
  /* Called with every event. NULL: no trace, at no cost. */
  void (*trace) (Search *search, const Event *event);
  /* The option `select` is a function: which live child to descend to, from 0 to choice->count - 1. */
  int (*choose) (Search *search, const struct Choice *choice);
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
