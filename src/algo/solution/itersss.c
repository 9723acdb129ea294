/*
** IterSSS*: SSS* with at most M states in OPEN.
**
** A MAX node that is to be expanded when there is no room for what may follow is marked INACTIVE instead, and held back. When
** the best of the active states is a SOLVED MIN node, everything below its parent that is no better is purged, and the
** leftmost INACTIVE state below the parent that promises more is activated: now it has room. If there is none, the parent is
** SOLVED, as in SSS* (whose other cases are as they were, see sss.c).
**
** Below a MAX node at ply t of a tree of depth d there may be needed (b - 1) ceil((d - t) / 2) states more than the one it is,
** so M must be 1 + (b - 1) ceil(d / 2) at least; with b^ceil(d/2) it is SSS*. These are figures for uniform trees. Of an
** irregular tree b and d are the greatest; there it may happen that what is purged does not suffice. Then a state that fits as
** it is goes on all the same, and if none does the search stops for want of memory, with the bounds it has proved.
**
** Bhattacharya & Bagchi, "Making best use of available memory when searching game trees", AAAI 1986; "Searching game trees under
** memory constraints", section 2. The purge is more than the text says: without it nothing may ever become free.
*/
#include "algo/solution/examine.h"
#include "algo/solution/need.h"
#include "algo/solution/emit.h"

typedef struct Memory {
  Shape shape;
  uint64_t entries;     /* 0: as many as it takes */
} Memory;

/* Returns the number of further states that the search below a MAX node at `ply` may need. */
static uint64_t reserve (const Memory *memory, int ply) {
  const Shape *shape = &memory->shape;
  int plies = shape->depth - ply;
  uint64_t levels = plies <= 0 ? 0 : shape->alternating ? (uint64_t)(plies + 1) / 2 : (uint64_t)plies;
  return (uint64_t)(shape->branching - 1) * levels;
}

static uint64_t room (const Open *o, const Memory *memory) {
  return memory->entries > o->s->watch.held ? memory->entries - o->s->watch.held : 0;
}

/*
** Purging and activating. A state is better than n, the MIN node that is SOLVED, if it has a larger h, or the same and lies to
** the left of n. (In a uniform tree all that is INACTIVE lies to the right.) So a state must have more than a `bound`: h(n) to
** the right of n, and a little less to the left.
*/

static Value bound_beside (const Record *slot, const Record *n) { return slot < n ? nextafter(n->h, -INFINITY) : n->h; }

/* Purges `x`, or what there is below it, unless it has more than `bound`: then it is INACTIVE, or was, or leads to one. */
static void purge (Open *o, Record *x, Value bound) {
  if (x->status == PURGED) return;
  if (!slots_expanded(x)) {
    if (x->h > bound) return;
    x->status = PURGED;
    search_hold(o->s, -1);
    return;
  }
  bool left = false;
  Record *y = slots_of(x);
  visit_guard(o->s, o->s->watch.deepest);
  for (uint32_t i = 0; x->dormant && i < x->count; i++, y = slots_next(&o->slots, y)) {
    purge(o, y, bound);
    left = left || y->status != PURGED;
  }
  if (!left) open_purge(o, x);
  else if (x->h <= bound) x->status = INACTIVE;
}

/* Purges what is below the parent `p` of n, but n. */
static void purge_beside (Open *o, Record *p, const Record *n) {
  Record *x = slots_of(p);
  for (uint32_t i = 0; i < p->count; i++, x = slots_next(&o->slots, x))
    if (x != n) purge(o, x, bound_beside(x, n));
}

/*
** The leftmost INACTIVE state below `p` that is better than `n`, one of its slots, or has more than `bound` if n is NULL:
** activates it, and raises h on the way to it. NULL: there is none.
*/
static Record *wake (Open *o, Record *p, const Record *n, Value bound) {
  Record *x = slots_of(p);
  visit_guard(o->s, o->s->watch.deepest);
  for (uint32_t i = 0; i < p->count; i++, x = slots_next(&o->slots, x)) {
    Record *woken = NULL;
    if (n) bound = bound_beside(x, n);
    if (!slots_expanded(x)) woken = x->status == INACTIVE && x->h > bound ? x : NULL;
    else if (x->dormant) woken = wake(o, x, NULL, bound);
    if (woken == NULL) continue;
    x->status = LIVE;
    p->h = x->h;
    p->ordered = false;
    return woken;
  }
  return NULL;
}

/* The steps. */

/* Case 1: the MIN node that is looked at is SOLVED. Returns the state that was activated, if one was. */
static Record *solve_parent (Open *o) {
  const Record *n = open_top(o);
  Value h = n->h;
  open_pop(o);
  Record *parent = open_top(o), *woken = parent->dormant ? wake(o, parent, n, 0) : NULL;
  if (woken == NULL) {
    parent->h = h;
    examine_solved(o);
    open_select(o);
    return NULL;
  }
  purge_beside(o, parent, n);
  while (o->level > 0) {
    open_pop(o);
    open_top(o)->h = woken->h;
  }
  open_descend(o);
  if (trace_on(o->s)) emit_record(o, EVENT_ACTIVATE, woken);
  return woken;
}

/* Case 6, no room: the state is held back. */
static void deactivate (Open *o) {
  if (trace_on(o->s)) emit_record(o, EVENT_DEACTIVATE, open_top(o));
  open_top(o)->status = INACTIVE;
  open_note_dormant(o, o->level - 1);
}

/* Cases 2 to 6; a state that was `woken` just now is not sent to sleep again. */
static void go_on (Open *o, const Memory *memory, const Record *woken) {
  const Record *n = open_top(o);
  bool expands = memory->entries && n->stage == MAX_ENTERED;
  if (expands && n != woken && room(o, memory) < reserve(memory, open_ply(&o->frames[o->level]))) deactivate(o);
  else examine(o);
  if (memory->entries) need_check(o, &memory->shape);
  open_select(o);
}

/* Nothing is active: possible in irregular trees only. The leftmost state is activated. */
static Record *wake_any (Open *o) {
  o->root->status = LIVE;
  Record *woken = wake(o, o->root, NULL, -INFINITY);
  open_descend(o);
  if (trace_on(o->s)) emit_record(o, EVENT_ACTIVATE, woken);
  return woken;
}

/* Replaces the state that is looked at. Returns the state that was activated, if one was. */
static Record *step (Open *o, const Memory *memory, const Record *woken) {
  if (open_top(o)->status != LIVE) return solve_parent(o);      /* 1 */
  go_on(o, memory, woken);
  return o->root->status == INACTIVE ? wake_any(o) : NULL;
}

/* The memory that was stated is to be enough. */
static void limit (Open *o, Memory *memory) {
  o->cautious = true;
  memory->shape = need_shape(o);
  if (!examine_min_node(o)) need_at_least(o, 1 + reserve(memory, open_ply(&o->frames[0])));
}

static void run (Search *s) {
  Open *o = open_begin(s, false);
  Memory memory = {.entries = need_entries(o)};
  if (memory.entries) limit(o, &memory);
  for (const Record *woken = NULL; o->root->status == LIVE; ) woken = step(o, &memory, woken);
  open_conclude(o);
}

const Algorithm itersss = {.id = "itersss", .title = "IterSSS*", .family = "solution trees", .example = "entries=50",
  .source = "Bhattacharya & Bagchi, Under Memory Constraints, section 2",
  .options = OPTIONS(&option_entries, &option_branching, &option_alternating), .leftmost = true, .holds = true, .run = run};
