#include "solve/merge.h"

void merge_open (Merge *m, Store *store, uint32_t most, int words) {
  *m = (Merge){.store = store, .words = words};
  m->readers = store_take(store, (most + 1) * sizeof *m->readers);
  m->heap = store_take(store, (most + 1) * sizeof *m->heap);
}

void merge_add (Merge *m, const Part *part) {
  if (!part->bytes || part->head.count == 0) return;
  PartReader *r = &m->readers[m->all];
  part_read_from(r, part, m->store);
  part_read(r);
  heap_add(m->heap, m->count++, (HeapEntry){r->row, m->all++, false}, m->words);
}

void merge_step (Merge *m) {
  PartReader *r = &m->readers[m->heap->which];
  if (part_read(r)) m->heap->row = r->row;
  else *m->heap = m->heap[--m->count];
  if (m->count > 0) heap_sink(m->heap, m->count, m->words);
}

void merge_close (Merge *m) {
  for (uint32_t i = 0; i < m->all; i++) part_read_end(&m->readers[i]);
  store_give(m->store, m->readers);
  store_give(m->store, m->heap);
}
