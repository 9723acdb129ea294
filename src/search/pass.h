/* The pass that runs: one search to one horizon. run.c sets it up, and algorithms read it. */
#pragma once

#include "search/basis.h"
#include "search/node.h"
#include "search/publish.h"

typedef struct Search Search;
typedef struct Path Path;               /* search/repeat.h */

typedef struct Pass {
  int depth;                    /* the horizon in plies, or NO_HORIZON; before run_search, the horizon of the last pass */
  Basis basis;                  /* of what was searched since basis_begin */
  unsigned techniques;          /* of a selective search: asked.selective, until it goes on as a full one: see run.c */
  bool reached;                 /* of a selective pass: some leaf was at its horizon, and not at one brought nearer */
  Basis child_basis;            /* of a selective search: the basis of the root's child searched last */
  bool unfinished;              /* it runs, in a deepening search; */
  void *way_back;               /* then a jmp_buf, to begin it again: see run_anew */
  Value lower, upper;           /* the range of the game, if it may be used */
  int end;                      /* the ply of all terminals, if the game knows it, else NO_HORIZON */
  int open;                     /* plies within which neither player wins; grows with each iteration */
  int seen;                     /* plies that an algorithm which does not deepen has looked ahead: 0 to 2 */
  int defended;                 /* at a lost root, plies within which its move was not lost to an earlier iteration; else 0 */
  uint64_t known_as;            /* what every node is looked up by in a table, beside its key and its player: see key.h */
  Node root;                    /* its line is the best so far; the answer's, once that has it */

  /* Of a search with a window. */
  bool strict;                  /* what equals a bound is no reason to cut off: see algo/window/search.c */
  bool scouts;                  /* successors behind the first are tested by a null window */
  Value (*visit) (Search *s, Node *n, Value alpha, Value beta);    /* visits a node: see algo/window/search.c */
  bool seeks;                   /* some lines are kept whatever the window of a node: see seek, in window.h */
  Window sought;                /* then lines of values at its ends or beyond */
  Window range[2];              /* lower and upper as each player sees them: see algo/window/native/plies.h */

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

  /* Lists what is known of each move of the root, also when the search is over. NULL: the algorithm knows no such thing. May not leave. */
  void (*list_moves) (Search *search, TakeMove *take, void *to);
} Pass;
