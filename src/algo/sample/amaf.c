#include "algo/sample/amaf.h"

#include <string.h>

#include "base/hash.h"

enum { FIRST_BITS = 4, MOST_BITS = 31 };

/* The entry of a move, or the free one where it would be. */
static size_t place_of (const AmafTable *t, uint32_t number) {
  const size_t mask = ((size_t)1 << t->bits) - 1;
  size_t at = (size_t)(number * GOLDEN_GAMMA >> (64 - t->bits));
  while (t->entries[at].number != 0 && t->entries[at].number != number) at = (at + 1) & mask;
  return at;
}

static AmafTable *take_unused (Amaf *a, uint32_t bits) {
  AmafTable *t = a->unused[bits];
  if (t) a->unused[bits] = t->next;
  return t;
}

static AmafTable *make (Amaf *a, uint32_t bits) {
  const size_t entries = sizeof(AmafEntry) << bits, size = offsetof(AmafTable, entries) + entries;
  AmafTable *t = take_unused(a, bits);
  if (t == NULL && !gametree_has_room(a->tree, size)) {
    gametree_reclaim(a->tree);
    t = take_unused(a, bits);
  }
  if (t == NULL) t = arena_alloc(&a->tree->search->arena, size);
  *t = (AmafTable){.bits = bits};
  memset(t->entries, 0, entries);
  return t;
}

void amaf_drop (Amaf *a, AmafTable **table) {
  AmafTable *t = *table;
  *table = NULL;
  if (t == NULL) return;
  t->next = a->unused[t->bits];
  a->unused[t->bits] = t;
}

static void widen (Amaf *a, AmafTable **table) {
  AmafTable *old = *table, *t = make(a, old ? old->bits + 1 : FIRST_BITS);
  for (size_t i = 0; old && i < (size_t)1 << old->bits; i++)
    if (old->entries[i].number) t->entries[place_of(t, old->entries[i].number)] = old->entries[i];
  t->used = old ? old->used : 0;
  amaf_drop(a, table);
  *table = t;
}

void amaf_count (Amaf *a, AmafTable **table, uint32_t number, Value result) {
  if (*table == NULL || ((*table)->used >= (3u << (*table)->bits >> 2) && (*table)->bits < MOST_BITS)) widen(a, table);
  AmafEntry *e = &(*table)->entries[place_of(*table, number)];
  if (e->number == 0) (*table)->used++;
  e->number = number;
  if (e->count < UINT32_MAX) e->count++;
  e->sum += result;
}

const AmafEntry *amaf_find (const AmafTable *table, uint32_t number) {
  if (table == NULL) return NULL;
  const AmafEntry *e = &table->entries[place_of(table, number)];
  return e->number ? e : NULL;
}
