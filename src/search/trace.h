/*
** Emits trace events. An algorithm emits those of nodes; visit.h emits `develop` and `leaf`, with
** the details that the algorithm has set beforehand by trace_sight.
**
** Events are emitted only while a trace is on (trace_on). Compiled units leave them out: a search that is traced runs in the engine.
*/
#pragma once

#include "search/search.h"

/* No constants: not every compiler can hold NaN. */
#define NO_WINDOW ((Window){NAN, NAN})
#define NO_SIGHT ((Sight){NO_WINDOW, NAN, 0})

/* Is there a trace function? */
#ifdef NO_TRACE
#define trace_on(s) false
#else
static inline bool trace_on (const Search *s) { return UNLIKELY(s->asked.caller.trace != NULL); }
#endif

/* An event of which nothing is known but the node. */
static inline Event trace_event (EventKind kind, const Node *node) {
  return (Event){.kind = kind, .node = node, .value = NAN, .window = NO_WINDOW, .lower = NAN, .upper = NAN, .merit = NAN};
}

static inline void trace_emit (Search *s, const Event *event) { s->asked.caller.trace(s, event); }

/* The node that is entered next is searched with this window. */
static inline void trace_window (Search *s, Value alpha, Value beta) {
  if (trace_on(s)) s->trace.sight = (Sight){{alpha, beta}, NAN, 0};
}

/* Sets window, merit and rule for the events of the node that is entered next. */
static inline void trace_sight (Search *s, Window w, Value merit, int rule) { s->trace.sight = (Sight){w, merit, rule}; }

/* To be called only while a trace is on: a compiler leaves the calls out where none can be. */

/* The event of a node that is asked: trace_develop, trace_leaf. */
void trace_asked (Search *search, EventKind kind, const Node *node, Value value);
/* The value of `n` is known well enough in this window, without its successors: by its bounds, or by a table. */
void trace_known (Search *search, EventKind kind, const Node *node, Value value, Window w);
/* `value` cuts off all successors behind the one where the walk of `n` stands: emits an event if there is one. */
void trace_cut (Search *search, const Node *n, Value value, Window w);
/* Like trace_cut, where a successor behind is known to exist. */
void trace_left (Search *search, const Node *n, Value value, Window w);
/* A selective search applies technique `by` to `n`: the horizon is `nearer` plies nearer, or, if value is no NaN, that is its value. */
void trace_technique (Search *search, const Node *n, const char *by, int nearer, Value value, Window w);
/* Something is proved of `n`, NaN where it is not; the position of the node is `known`. */
void trace_bounds (Search *search, const Node *n, bool known, Value lower, Value upper);

/*
** Room for the nodes above one at `ply`, which a trace needs for its Dewey code: an array of `ply` nodes, each the parent of
** the next, good until the next call. Their walk.index are for the caller to set. Only for a trace: its memory is not counted.
*/
Node *trace_trail (Search *search, int ply);

/* Whenever it happens. */

static inline void trace_develop (Search *s, const Node *n) {
  if (trace_on(s)) trace_asked(s, EVENT_DEVELOP, n, NAN);
}

static inline void trace_leaf (Search *s, const Node *n, Value value) {
  if (trace_on(s)) trace_asked(s, EVENT_LEAF, n, value);
}

static inline void trace_answer (Search *s, EventKind kind, const Node *n, Value value, Window w) {
  if (trace_on(s)) trace_known(s, kind, n, value, w);
}

static inline void trace_cutoff (Search *s, const Node *n, Value value, Window w) {
  if (trace_on(s)) trace_cut(s, n, value, w);
}

/* A driver begins pass `number` in the window `w`. The question of a null window: `down`, value >= beta; else value > alpha. */
static inline void trace_pass (Search *s, int number, Window w, bool down) {
  if (!trace_on(s)) return;
  Event event = trace_event(EVENT_PASS, &s->pass.root);
  event.placed = true;
  event.number = number;
  event.window = w;
  event.down = down ? MIN : MAX;
  trace_emit(s, &event);
}
