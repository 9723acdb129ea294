#include "search/trace.h"

void trace_asked (Search *s, EventKind kind, const Node *n, Value value) {
  Event event = trace_event(kind, n);
  event.placed = true;
  event.mover = kind == EVENT_DEVELOP;
  event.value = value;
  event.selective = s->pass.basis.selection;
  event.window = s->pass.sight.window;
  event.merit = s->pass.sight.merit;
  event.rule = s->pass.sight.rule;
  if (kind == EVENT_DEVELOP && s->algorithm->informed) {
    event.lower = n->lower;
    event.upper = n->upper;
  }
  trace_emit(s, &event);
}

void trace_known (Search *s, EventKind kind, const Node *n, Value value, Window w) {
  Event event = trace_event(kind, n);
  event.placed = true;
  event.value = value;
  event.selective = s->pass.basis.selection;
  event.window = w;
  if (kind == EVENT_BOUND) {
    event.lower = n->lower;
    event.upper = n->upper;
  }
  trace_emit(s, &event);
}

void trace_left (Search *s, const Node *n, Value value, Window w) {
  Event event = trace_event(EVENT_CUTOFF, n);
  event.placed = event.mover = true;
  event.value = value;
  event.selective = s->pass.basis.selection;
  event.window = w;
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
  Event event = trace_event(EVENT_SELECTIVE, n);
  event.placed = event.selective = true;
  event.by = by;
  event.number = nearer;
  event.value = value;
  event.window = w;
  trace_emit(s, &event);
}
