#include "algo/solution/emit.h"

#include "search/trace.h"

const Node *emit_trail (const Open *o, int ply, const Record *slot) {
  Node *nodes = trace_trail(o->s, ply);
  for (int level = 0; level <= o->level; level++) {
    const Frame *frame = &o->frames[level];
    const Record *r = frame->record, *below = level < o->level ? frame[1].record : slot;
    if (frame->ply < ply && !r->pass_min) nodes[frame->ply].walk.index = r->index;
    if (below && !r->pass_max) nodes[open_ply(frame)].walk.index = open_number(o, r, below);
  }
  return ply ? &nodes[ply - 1] : NULL;
}

static bool emit_open (Search *s, TakeItem *take, void *to);

static void emit_state (Open *o, EventKind kind, const Node *n, Value h, int rule) {
  Event event = trace_event(kind, n);
  event.mover = !game_has_player(o->game);     /* else it may be an invisible node that moves */
  event.merit = o->sign * h;
  event.rule = rule;
  o->s->trace.list_open = emit_open;
  trace_emit(o->s, &event);
}

/* States. */

void emit_live (Open *o, const Node *n, int rule) {
  o->now = (Emitted){open_top(o), n, false};
  o->s->trace.list_open = emit_open;
  trace_sight(o->s, NO_WINDOW, o->sign * open_top(o)->h, rule);
}

void emit_solved (Open *o, const Node *n, int rule) {
  o->now = (Emitted){open_top(o), n, true};
  emit_state(o, EVENT_SOLVED, n, open_top(o)->h, rule);
}

void emit_solved_min (Open *o, const Record *slot) {
  const Frame *frame = &o->frames[o->level];
  Node n = {.ply = open_slot_ply(frame), .player = opponent(o->max)};
  n.parent = emit_trail(o, n.ply, slot);
  o->now.record = NULL;
  emit_state(o, EVENT_SOLVED, &n, slot->h, 1);
}

void emit_merit (Open *o, Value h) {
  const Frame *frame = &o->frames[o->level];
  if (o->level == 0) return;            /* open_prove emits the event */
  Node n = {.ply = open_ply(frame), .player = o->max};
  n.parent = emit_trail(o, n.ply, NULL);
  o->now.record = NULL;
  emit_state(o, EVENT_UPDATE, &n, h, 0);
}

/* OPEN, from left to right. */

/* Hands all states to `take`, or the one of the record `only`. */
typedef struct Tour {
  const Open *open;
  const Record *only;   /* NULL: all */
  TakeItem *take;
  void *to;
} Tour;

static bool meet (const Tour *tour, const Record *r, const Node *n, Value h, const char *status) {
  const OpenItem item = {n, status, tour->open->sign * h, NO_WINDOW};
  return (tour->only && r != tour->only) || tour->take(tour->to, &item);
}

static bool tour_record (const Tour *tour, const Record *r, Node *min);

/* The slots of `r`, which is expanded, and whose MAX node is `n`. */
static bool tour_slots (const Tour *tour, const Record *r, Node *n) {
  const Slots *slots = &tour->open->slots;
  Record *x = slots_of(r);
  for (uint32_t i = 1; i <= r->count; i++, x = slots_next(slots, x)) {
    Node min = {.parent = n, .ply = n->ply + 1};
    n->walk.index = i;
    if (!tour_record(tour, x, r->pass_max ? n : &min)) return false;
  }
  return true;
}

/* Is the state of `r` at its MIN node? Else at the MAX node that it looks at. */
static bool at_min (const Record *r) { return r->pass_min || r->status == SOLVED || r->stage == MIN_LIVE || r->stage == MIN_ENTERED; }

/* The states of `r`, whose MIN node is `min`. */
static bool tour_record (const Tour *tour, const Record *r, Node *min) {
  const Emitted *now = &tour->open->now;
  if (visit_stack_is_full(tour->open->s)) return false;
  if (r->status == PURGED) return true;
  if (r == now->record) return meet(tour, r, now->node, r->h, now->solved ? "solved" : "live");
  Node max = {.parent = min, .ply = min->ply + 1};
  min->walk.index = r->index;
  if (slots_expanded(r)) return tour_slots(tour, r, r->pass_min ? min : &max);
  bool solved = r->status == SOLVED || r->stage == MAX_SOLVED;
  return meet(tour, r, at_min(r) ? min : &max, r->h, r->status == INACTIVE ? "inactive" : solved ? "solved" : "live");
}

static bool tour_all (const Open *o, const Record *only, TakeItem *take, void *to) {
  const Tour tour = {o, only, take, to};
  Node root = {.ply = 0};
  return tour_record(&tour, o->root, &root);
}

static bool emit_open (Search *s, TakeItem *take, void *to) { return tour_all(s->pass.memory, NULL, take, to); }

/* One record, wherever it is. */

typedef struct Wanted {
  Open *open;
  EventKind kind;
} Wanted;

static bool emit_wanted (void *to, const OpenItem *item) {
  const Wanted *wanted = to;
  Event event = trace_event(wanted->kind, item->node);
  event.merit = item->merit;
  trace_emit(wanted->open->s, &event);
  return false;
}

void emit_record (Open *o, EventKind kind, const Record *r) {
  Wanted wanted = {o, kind};
  o->now.record = NULL;
  tour_all(o, r, emit_wanted, &wanted);
}
