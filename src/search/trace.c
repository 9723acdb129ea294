#include "search/trace.h"

/* The event of a node whose position is known, in a window. */
static Event event_in (const Search *s, EventKind kind, const Node *n, Value value, Window w) {
  Event event = trace_event(kind, n);
  event.placed = true;
  event.value = value;
  event.selective = s->pass.basis.selection;
  event.window = w;
  return event;
}

void trace_asked (Search *s, EventKind kind, const Node *n, Value value) {
  Event event = event_in(s, kind, n, value, s->trace.sight.window);
  event.mover = kind == EVENT_DEVELOP;
  event.merit = s->trace.sight.merit;
  event.rule = s->trace.sight.rule;
  if (kind == EVENT_DEVELOP && s->algorithm->informed) {
    event.lower = n->lower;
    event.upper = n->upper;
  }
  trace_emit(s, &event);
}

void trace_known (Search *s, EventKind kind, const Node *n, Value value, Window w) {
  Event event = event_in(s, kind, n, value, w);
  if (kind == EVENT_BOUND) {
    event.lower = n->lower;
    event.upper = n->upper;
  }
  trace_emit(s, &event);
}

void trace_left (Search *s, const Node *n, Value value, Window w) {
  Event event = event_in(s, EVENT_CUTOFF, n, value, w);
  event.mover = true;
  trace_emit(s, &event);
}

void trace_cut (Search *s, const Node *n, Value value, Window w) {
  Walk walk = n->walk;
  Position position;
  if (game_next(s->game, &n->position, &walk, &position)) trace_left(s, n, value, w);
}

void trace_bounds (Search *s, const Node *n, bool known, Value lower, Value upper) {
  Event event = trace_event(EVENT_UPDATE, n);
  event.placed = known;
  event.lower = lower;
  event.upper = upper;
  trace_emit(s, &event);
}

void trace_technique (Search *s, const Node *n, const char *by, int nearer, Value value, Window w) {
  Event event = event_in(s, EVENT_SELECTIVE, n, value, w);
  event.selective = true;
  event.by = by;
  event.number = nearer;
  trace_emit(s, &event);
}

Node *trace_trail (Search *s, int ply) {
  s->trace.trail = arena_widen(&s->trace.memory, s->trace.trail, sizeof *s->trace.trail, &s->trace.trail_room, (size_t)ply);
  for (int i = 0; i < ply; i++) s->trace.trail[i] = (Node){.parent = i ? &s->trace.trail[i - 1] : NULL, .ply = i};
  return s->trace.trail;
}
