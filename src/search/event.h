/* What a trace of a search gets: events, and the list of all that is open. They are emitted by trace.h. */
#pragma once

#include "search/node.h"

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

/* What a search keeps for its trace. */
typedef struct Tracing {
  Arena memory;                 /* not counted */
  Node *trail;                  /* see trace_trail */
  size_t trail_room;
  Sight sight;                  /* of the next event; set only while a trace is called */
  /* Lists all that is open, from left to right; false: the stack has no room. NULL: the algorithm holds no such list. May not leave. */
  bool (*list_open) (struct Search *search, TakeItem *take, void *to);
} Tracing;
