/*
** What a search has found. One that is stopped has the bounds that are proved, and the best move so far. All that becomes known of the
** root passes `publish`, which compares it with what was known before.
*/
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "search/node.h"
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

/* What a search has found, and what that has cost. */
typedef struct Outcome {
  Stats stats;
  Answer answer;                /* of the pass that runs; written by publish.c alone */
  Answer completed;             /* of the last pass that was completed, if valued */
  const char *certificates[2];  /* of the lower bound, of the upper: see certificate.h; NULL where there is none */
  Table distances;              /* of proved wins: see search/distance.h */
  Figures figures;
  uint32_t open[2];             /* disproof and proof number of the root, while a question is open; else 0 */
} Outcome;

typedef struct Search Search;

#define NO_VALUE NAN

/*
** lower <= the value of the root <= upper, infinite where nothing is known. And `value`, unless it is NO_VALUE, is sure to the
** player who moves there, by the first move of `line`, or by none if that is NULL: the answer owns the line from now on. Fails if
** the bounds contradict what was proved before.
*/
void publish (Search *search, Value lower, Value upper, Value value, Line *line);

/*
** Publishes bounds of a root whose value is not known: `estimate` is what it may be worth, and the first move of `line` the one to play.
** The answer owns the line from now on. Fails if the bounds contradict what was proved before.
*/
void publish_estimate (Search *search, Value lower, Value upper, Value estimate, Line *line);

/*
** `child`, where the walk of the root stands, is its best child so far, with `value`, exact inside the window `exact`. Takes over
** its line. Until all children are searched the value bounds the root's from the mover's side only.
*/
void publish_child (Search *search, Node *root, const Node *child, Value value, Window exact);

/* The root has been searched: `value` is the minimax value as far as the window could see it, and root.line how it comes about. */
void publish_conclusion (Search *search, Value value);

/* Values are checked against the bounds of nodes, so that wrong bounds of the rules are found. */

/* Fails: the bounds that the rules give for `node` lie outside the range of the game. */
void bounds_refuse (const Search *search, const Node *node, Value lower, Value upper);

/*
** Fails, unless estimates are allowed to do so: the successors of `node` make its value `value`, which its own bound excludes. The
** message names the node by its position if that is `known`, else by its path.
*/
void bounds_contradict (const Search *search, const Node *node, bool known, Value value, Value bound);
