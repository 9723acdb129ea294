#include "algo/solution/slots.h"

#include <string.h>

void slots_init (Slots *t, Search *s, bool inner) {
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

uint32_t *slots_order (const Slots *t, const Record *p) {
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

void slots_free (Slots *t, Record *array, uint32_t count) {
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

/* How many entries a record is. */
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
