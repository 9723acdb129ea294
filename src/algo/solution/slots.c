#include "algo/solution/slots.h"

#include <string.h>

/* Sizes up to 64 have a list each; larger ones share one up to the next power of two. */
static int size_class (uint32_t count, size_t *room) {
  *room = count;
  if (count <= 64) return (int)count;
  int class = 65;
  for (*room = 128; *room < count; *room *= 2) class++;
  return class;
}

static void set_slots (Record *p, Record *slots) { p->words[0] = (int64_t)(intptr_t)slots; }

Record *slots_new (Open *o, uint32_t count) {
  size_t room;
  Record **unused = &o->unused[size_class(count, &room)];
  Record *slots = *unused;
  if (slots) *unused = open_slots(slots);
  else slots = arena_alloc(&o->s->arena, room * o->size);
  memset(slots, 0, count * o->size);
  return slots;
}

void slots_free (Open *o, Record *slots, uint32_t count) {
  size_t room;
  Record **unused = &o->unused[size_class(count, &room)];
  set_slots(slots, *unused);
  *unused = slots;
}

void slots_attach (const Open *o, Record *p, Record *slots, uint32_t count) {
  slots_drop_node(o, p);
  set_slots(p, slots);
  p->count = count;
  p->stage = MAX_EXPANDED;
}

void slots_drop_node (const Open *o, Record *r) {
  stored_drop(o->game, r->words, r->held);
  r->held = false;
}

void slots_drop_min (const Open *o, Record *r) {
  stored_drop(o->game, r->words + o->words, r->held_min);
  stored_drop_move(o->game, r->words[2 * o->words], r->held_place);
  r->held_min = r->held_place = false;
}

/* Forgetting. Arrays wait in a list that runs through what is no longer needed of them, so that no depth is too great. */

static void await (Record **list, const Record *p) {
  Record *slots = open_slots(p);
  memcpy(&slots->h, list, sizeof *list);
  slots->index = p->count;
  slots->mem = p->pass_max;
  *list = slots;
}

/* How many entries a record is. */
static int64_t weight (const Open *o, const Record *r, bool below_pass) {
  if (o->inner) return !below_pass;
  return !open_expanded(r) && r->status != PURGED;
}

/* Forgets one array; those below it are to wait. Returns how many entries it was. */
static int64_t forget (Open *o, Record **list, Record *slots, uint32_t count, bool below_pass) {
  int64_t entries = 0;
  Record *r = slots;
  for (uint32_t i = count; i > 0; i--, r = open_next(o, r)) {
    entries += weight(o, r, below_pass);
    if (open_expanded(r)) await(list, r);
    else slots_drop_node(o, r);
    slots_drop_min(o, r);
  }
  slots_free(o, slots, count);
  return entries;
}

void slots_release (Open *o, Record *p) {
  Record *list = NULL;
  int64_t entries = 0;
  await(&list, p);
  while (list) {
    Record *slots = list;
    memcpy(&list, &slots->h, sizeof list);
    entries += forget(o, &list, slots, slots->index, slots->mem);
  }
  p->stage = MAX_SOLVED;
  p->dormant = false;
  search_hold(o->s, -entries);
}
