/* What a search has found, and what that has cost: see publish.h. */
#ifndef GTS_OUTCOME_H
#define GTS_OUTCOME_H

#include "search/event.h"
#include "search/table.h"

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

/* What a search that estimates knows of a move of the root. */
typedef struct MoveResult {
  Move move;
  Position position;    /* where it leads */
  uint64_t visits;
  Value estimate;
  Value lower, upper;   /* what is proved */
} MoveResult;

typedef void TakeMove (void *to, const MoveResult *result);

typedef struct Outcome {
  Stats stats;
  Answer answer;                /* of the pass that runs; written by publish.c alone */
  Answer completed;             /* of the last pass that was completed, if valued */
  const char *certificates[2];  /* of the lower bound, of the upper: see run.c; NULL where there is none */
  Table distances;              /* of proved wins: see search/distance.h */
  Table numbers;                /* of positions that are neither proved nor disproved: see algo/proof/dfpn.c */
} Outcome;

#endif
