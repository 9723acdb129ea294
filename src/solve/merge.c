#include "solve/merge.h"

static bool comes_before (const HeapEntry *a, const HeapEntry *b, int keys) {
  const int order = sort_compare(a->row, b->row, keys);
  return order < 0 || (order == 0 && a->known && !b->known);
}

/* Moves the first entry down to where it belongs. */
static void sink (const Merge *m) {
  HeapEntry *heap = m->heap;
  const HeapEntry entry = heap[0];
  uint32_t at = 0;
  for (uint32_t child; (child = 2 * at + 1) < m->count; at = child) {
    if (child + 1 < m->count && comes_before(&heap[child + 1], &heap[child], m->keys)) child++;
    if (!comes_before(&heap[child], &entry, m->keys)) break;
    heap[at] = heap[child];
  }
  heap[at] = entry;
}

void merge_open (Merge *m, Store *store, uint32_t most, size_t size, int keys, MergeNext *next, void (*end) (void *reader)) {
  *m = (Merge){.store = store, .next = next, .end = end, .size = size, .keys = keys};
  m->readers = store_take(store, (most + 1) * size);
  m->heap = store_take(store, (most + 1) * sizeof *m->heap);
}

void merge_add (Merge *m, bool known) {
  void *reader = merge_reader(m);
  const HeapEntry entry = {m->next(reader), reader, known};
  uint32_t at = m->count;
  m->all++;
  if (!entry.row) return;
  for (; at > 0 && comes_before(&entry, &m->heap[(at - 1) / 2], m->keys); at = (at - 1) / 2) m->heap[at] = m->heap[(at - 1) / 2];
  m->heap[at] = entry;
  m->count++;
}

const uint64_t *merge_next (Merge *m) {
  if (m->begun) {
    if (!(m->heap->row = m->next(m->heap->reader))) *m->heap = m->heap[--m->count];
    sink(m);
  }
  m->begun = true;
  return m->count > 0 ? m->heap->row : NULL;
}

void merge_close (Merge *m) {
  for (uint32_t i = 0; i < m->all && m->end; i++) m->end(m->readers + i * m->size);
  store_give(m->store, m->readers);
  store_give(m->store, m->heap);
}
