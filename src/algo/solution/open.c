#include "algo/solution/open.h"

#include <string.h>

/* Makes ready, with no array yet. */
static void slots_init (Slots *t, Search *s, bool inner) {
  size_t words = 2 * (size_t)s->game->words + 1;        /* the node, MIN, and the place */
  *t = (Slots){.s = s, .size = sizeof(Record) + words * sizeof(int64_t), .words = s->game->words, .inner = inner};
}

/* Few slots have a list for each size; more share one up to the next power of two. */
static int size_class (uint32_t count, size_t *room) {
  *room = count;
  if (count <= FEW_SLOTS) return (int)count;
  int class = FEW_SLOTS + 1;
  for (*room = 2 * FEW_SLOTS; *room < count; *room *= 2) class++;
  return class;
}

/* Returns the order of the slots of `p`, more than FEW_SLOTS: their numbers, from 0. */
static uint32_t *slots_order (const Slots *t, const Record *p) {
  size_t room;
  size_class(p->count, &room);
  return (uint32_t *)(void *)((char *)slots_of(p) + room * t->size);
}

static void set_slots (Record *p, Record *array) { p->words[0] = (int64_t)(intptr_t)array; }

Record *slots_new (Slots *t, uint32_t count) {
  size_t room;
  Record **unused = &t->unused[size_class(count, &room)];
  Record *array = *unused;
  if (array) *unused = slots_of(array);
  else array = arena_alloc(&t->s->arena, room * (t->size + (count > FEW_SLOTS ? sizeof(uint32_t) : 0)));
  memset(array, 0, count * t->size);
  return array;
}

/* Gives back an array of which nothing is kept in the game. Cannot fail. */
static void slots_free (Slots *t, Record *array, uint32_t count) {
  size_t room;
  Record **unused = &t->unused[size_class(count, &room)];
  set_slots(array, *unused);
  *unused = array;
}

void slots_attach (const Slots *t, Record *p, Record *array, uint32_t count) {
  slots_drop_node(t, p);
  set_slots(p, array);
  p->count = count;
  p->ordered = false;
  p->stage = MAX_EXPANDED;
}

/* Forgetting. Arrays wait in a list that runs through what is no longer needed of them, so that no depth is too great. */

static void await (Record **list, const Record *p) {
  Record *array = slots_of(p);
  memcpy(&array->h, list, sizeof *list);
  array->index = p->count;
  array->mem = p->pass_max;
  *list = array;
}

/* Returns the number of entries that a record counts as. */
static int64_t weight (const Slots *t, const Record *r, bool below_pass) {
  if (t->inner) return !below_pass;
  return !slots_expanded(r) && r->status != PURGED;
}

/* Forgets one array; those below it are to wait. Returns how many entries it was. */
static int64_t forget (Slots *t, Record **list, Record *array, uint32_t count, bool below_pass) {
  int64_t entries = 0;
  Record *r = array;
  for (uint32_t i = count; i > 0; i--, r = slots_next(t, r)) {
    entries += weight(t, r, below_pass);
    if (slots_expanded(r)) await(list, r);
    else slots_drop_node(t, r);
    slots_drop_min(t, r);
  }
  slots_free(t, array, count);
  return entries;
}

void slots_release (Slots *t, Record *p) {
  Record *list = NULL;
  int64_t entries = 0;
  await(&list, p);
  while (list) {
    Record *array = list;
    memcpy(&list, &array->h, sizeof list);
    entries += forget(t, &list, array, array->index, array->mem);
  }
  p->stage = MAX_SOLVED;
  p->dormant = false;
  search_hold(t->s, -entries);
}

const Option option_store_terminals = {.name = "store_terminals", .kinds = OPTION_FLAG, .otherwise = 1,
  .help = "false: the leaves below a MAX node are searched together, and not stored (the odd-depth economy)",
  .example = "gts.tree{branching=3, depth=6}, {algorithm = 'recsss', store_terminals = false}"};

void open_purge (Open *o, Record *p) {
  slots_release(&o->slots, p);
  slots_drop_min(&o->slots, p);
  p->status = PURGED;
}

/* The largest h of what is INACTIVE below `p`. */
static Value dormant_h (const Open *o, const Record *p) {
  Value most = -INFINITY;
  Record *x = slots_of(p);
  visit_guard(o->s, o->s->watch.deepest);
  for (uint32_t i = 0; i < p->count; i++, x = slots_next(&o->slots, x)) {
    Value h = -INFINITY;
    if (slots_expanded(x) && x->dormant) h = dormant_h(o, x);
    else if (x->status == INACTIVE && !slots_expanded(x)) h = x->h;
    if (h > most) most = h;
  }
  return most;
}

/* h of the root bounds the value: a trace hears of it. */
static void emit_proved (Open *o) {
  Event event = trace_event(EVENT_UPDATE, &o->s->pass.root);
  event.placed = true;
  event.merit = o->sign * o->proved;
  if (o->sign > 0) event.upper = event.merit;
  else event.lower = event.merit;
  o->now.record = NULL;
  trace_emit(o->s, &event);
}

void open_prove (Open *o) {
  const Record *r = o->root;
  Value h = r->h;
  if (slots_expanded(r) && r->dormant) h = fmax(h, dormant_h(o, r));
  if (h >= o->proved) return;
  o->proved = h;
  if (trace_on(o->s)) emit_proved(o);
  /* With the move now looked at, if it is one of MIN's part, that is sure of h. */
  if (o->sign > 0) moves_publish(&o->moves, -INFINITY, h, h);
  else moves_publish(&o->moves, -h, INFINITY, -h);
}

/*
** The order of many slots is a heap, the best on top: what was the best can only have fallen, and sinks to its place. So that a node
** with many children costs no more for each of them than the logarithm of their number.
*/

static Record *slot_at (const Open *o, const Record *p, uint32_t i) { return (Record *)(void *)((char *)slots_of(p) + i * o->slots.size); }

/* Is the slot number `a` of `p` better than `b`? */
static bool ahead (const Open *o, const Record *p, uint32_t a, uint32_t b) {
  const Record *x = slot_at(o, p, a), *y = slot_at(o, p, b);
  if (open_active(x) != open_active(y)) return open_active(x);
  return x->h > y->h || (x->h == y->h && a < b);
}

static void sink (const Open *o, const Record *p, uint32_t *order, size_t at) {
  uint32_t slot = order[at];
  for (size_t child; (child = 2 * at + 1) < p->count; at = child) {
    if (child + 1 < p->count && ahead(o, p, order[child + 1], order[child])) child++;
    if (!ahead(o, p, order[child], slot)) break;
    order[at] = order[child];
  }
  order[at] = slot;
}

Record *open_best_of_many (const Open *o, Record *p) {
  uint32_t *order = slots_order(&o->slots, p);
  if (p->ordered) sink(o, p, order, 0);
  else {
    for (uint32_t i = 0; i < p->count; i++) order[i] = i;
    for (size_t at = p->count / 2; at-- > 0; ) sink(o, p, order, at);
    p->ordered = true;
  }
  Record *best = slot_at(o, p, order[0]);
  return open_active(best) ? best : NULL;
}

void open_descend (Open *o) {
  while (slots_expanded(open_top(o))) open_push(o, open_best_from(o, open_top(o), slots_of(open_top(o))));
}

void open_select (Open *o) {
  Record *best = NULL;          /* has the h of the record that is looked at, one of whose slots it is */
  while (o->level > 0) {
    Record *p = o->frames[o->level - 1].record;
    if (open_active(open_top(o)) && open_top(o)->h == p->h) break;
    best = open_best_from(o, p, open_top(o));
    open_pop(o);
    if (best && best->h == p->h) break;
    if (best) p->h = best->h;
    else p->status = INACTIVE;
    best = NULL;
  }
  if (o->level == 0) open_prove(o);
  if (best) open_push(o, best);
  if (open_active(open_top(o))) open_descend(o);
}

/* OPEN in the memory that it keeps for all passes. */
static Open *new_open (Search *s, bool inner) {
  const bool dual = s->algorithm->dual;
  Open *o = arena_alloc(&s->arena, sizeof *o);
  *o = (Open){.s = s, .game = s->game, .max = dual ? MIN : MAX, .sign = dual ? -1 : 1, .economy = search_number(s, "store_terminals") == 0};
  slots_init(&o->slots, s, inner);
  o->pulled.search = s;
  o->frames = arena_widen(&s->arena, NULL, sizeof *o->frames, &o->room, 1);
  return o;
}

Open *open_begin (Search *s, bool inner) {
  if (s->pass.memory == NULL) s->pass.memory = new_open(s, inner);
  Open *o = s->pass.memory;
  o->root = slots_new(&o->slots, 1);
  o->root->h = o->proved = INFINITY;
  o->root->held = packed_pack(o->game, &s->pass.root.position, o->root->words);
  o->frames[0] = (Frame){o->root, 0};
  o->level = 0;
  o->eager = o->cautious = false;
  o->now.record = NULL;
  s->watch.hold_limit = 0;
  moves_begin(&o->moves, s);
  search_hold(s, 1);
  return o;
}

void open_limit (Open *o, uint64_t entries) { o->s->watch.hold_limit = entries; }

void open_conclude (Open *o) {
  Search *s = o->s;
  open_prove(o);
  s->pass.root.line = moves_best(&o->moves);
  slots_free(&o->slots, o->root, 1);
  publish_conclusion(s, o->sign * o->root->h);
}
