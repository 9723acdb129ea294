/*
** MemSSS* and its dual MemDual*: RecSSS* within a given memory.
**
** OPEN holds at most M records. Each MAX node p has mem(p) of them for what lies below it. When it is expanded its children take
** one slot each, and what remains is dealt out among them from left to right, to each what it can use. Where it does not
** suffice for the least that a search needs, that slot and all to the right of it are INACTIVE: held back, with nothing of
** their own. When the best of the active slots is SOLVED, an INACTIVE one that promises more is activated, the leftmost below
** p. It gets the memory of its siblings, which can no longer be better than what is solved.
**
** INACTIVE records lie to the right of all active ones, so the search knows all there is to know to the left of what it
** looks at, and never examines a leaf that alpha-beta cuts off. With as much memory as it can use it is RecSSS*.
**
** Bhattacharya & Bagchi, "Searching game trees under memory constraints", section 3; an activated node z = y.i.j gets the
** block of y.1.k, as the text has it and not the procedure. For trees that are not uniform: what a slot needs is what the
** neediest of the children that take turns in it needs; to the right of a slot that got less than it can use all are INACTIVE,
** leaves too; and z gets all that y has for what lies below its children.
*/
#include "algo/solution/examine.h"
#include "algo/solution/need.h"
#include "algo/solution/emit.h"

typedef struct Memory {
  Shape shape;
  bool limited;
} Memory;

/* Deals out mem(p) among the slots of `p`, which was expanded just now. */
static void deal (Open *o, const Memory *memory, Record *p) {
  uint32_t own = p->pass_max ? 0 : p->count, room = p->mem > own ? p->mem - own : 0;
  bool exhausted = false;
  Need need = need_of_slot(o, &memory->shape, slots_of(p));
  Record *x = slots_of(p);
  for (uint32_t i = 0; i < p->count; i++, x = slots_next(&o->slots, x)) {
    if (memory->shape.exact && i > 0) need = need_of_slot(o, &memory->shape, x);
    if (exhausted || room < need.least) {
      x->status = INACTIVE;
      exhausted = true;
      if (trace_on(o->s)) emit_record(o, EVENT_DEACTIVATE, x);
      continue;
    }
    x->mem = room < need.most ? room : need.most;
    room -= x->mem;
    exhausted = x->mem < need.most;
  }
  if (exhausted) open_note_dormant(o, o->level);
}

/* Activates `z`, a slot of `y`. Whatever holds memory beside it is no better than what was solved. */
static void activate (Open *o, Record *y, Record *z) {
  Record *x = slots_of(y);
  for (uint32_t i = 0; i < y->count; i++, x = slots_next(&o->slots, x))
    if (slots_expanded(x)) open_purge(o, x);
  z->status = LIVE;
  z->mem = y->mem - y->count;
  y->h = z->h;
  y->ordered = false;
}

/* Activates the leftmost INACTIVE record below `p` with more than `h`, which a slot is SOLVED with, and raises h on the way to it.
** False: there is none, and none that is left below `p` is needed any more. */
static bool wake (Open *o, Record *p, Value h) {
  Record *x = slots_of(p);
  for (uint32_t i = 0; i < p->count; i++, x = slots_next(&o->slots, x)) {
    if (x->status == INACTIVE && x->h > h) {
      activate(o, p, x);
      if (trace_on(o->s)) emit_record(o, EVENT_ACTIVATE, x);
      return true;
    }
    if (x->status != LIVE || !slots_expanded(x) || !x->dormant) continue;
    if (wake(o, x, h)) {
      p->h = x->h;
      p->ordered = false;
      return true;
    }
  }
  p->dormant = false;
  return false;
}

static void mem (Open *o, const Memory *memory, Record *p);

/* Goes on with a slot that is not expanded, and deals out memory if it is afterwards. */
static ALWAYS_INLINE void go_on (Open *o, const Memory *memory, Record *x) {
  examine(o);
  if (!memory->limited) return;
  need_check(o, &memory->shape);
  if (slots_expanded(x)) deal(o, memory, x);
}

/* Searches `x`, a slot that is LIVE and looked at, until its h changes or it is SOLVED. */
static ALWAYS_INLINE void advance (Open *o, const Memory *memory, Record *x) {
  Value h = x->h;
  do {
    if (!slots_expanded(x)) go_on(o, memory, x);
    if (slots_expanded(x)) mem(o, memory, x);
  } while (x->status == LIVE && x->h == h);
}

/* Searches below `p`, a MAX node that is expanded and looked at, until its h changes or it is solved. */
static void mem (Open *o, const Memory *memory, Record *p) {
  Record *x = open_best_from(o, p, slots_of(p));
  while (x->status == LIVE && x->h == p->h) {
    open_push(o, x);
    advance(o, memory, x);
    open_pop(o);
    x = open_best_from(o, p, x);
  }
  if (x->status == SOLVED && p->dormant && wake(o, p, x->h)) return;
  if (x->h < p->h && trace_on(o->s)) emit_merit(o, x->h);
  p->h = x->h;
  if (x->status == SOLVED) examine_solved(o);
}

/* The memory that was stated is to be enough; it is the root's. */
static void limit (Open *o, Memory *memory, uint32_t entries) {
  memory->limited = true;
  memory->shape = need_shape(o);
  o->root->mem = entries - 1;
  need_at_least(o, examine_min_node(o) ? 1 : 1 + (uint64_t)need_of_root(o, &memory->shape).least);
}

static void run (Search *s) {
  Open *o = open_begin(s, true);
  Memory memory = {.limited = false};
  uint32_t entries = need_entries(o);
  o->root->mem = NO_BOUND;
  o->eager = true;              /* whether a slot is SOLVED decides when memory is given on */
  if (entries) limit(o, &memory, entries);
  while (o->root->status == LIVE) {
    advance(o, &memory, o->root);
    open_prove(o);
  }
  open_conclude(o);
}

const Algorithm memsss = {.id = "memsss", .title = "MemSSS*", .family = "solution trees", .example = "entries=50",
  .source = "Bhattacharya & Bagchi, Under Memory Constraints, section 3",
  .options = OPTIONS(&option_entries, &option_branching, &option_alternating, &option_store_terminals), .leftmost = true,
  .holds = true, .run = run
};

const Algorithm memdual = {
  .id = "memdual", .title = "MemDual*", .family = "solution trees", .source = "MemSSS* on the negated tree", .example = "entries=50",
  .options = OPTIONS(&option_entries, &option_branching, &option_alternating, &option_store_terminals), .dual = true,
  .leftmost = true, .holds = true, .run = run
};
