#include "solve/merge.h"

#include "solve/set.h"

void merge_open (Merge *m, Store *store, uint32_t most, int words) {
  *m = (Merge){.store = store, .words = words};
  m->heap = store_take(store, (most + 1) * sizeof *m->heap);
}

static bool is_before (const Merge *m, uint32_t a, uint32_t b) { return sort_compare(m->heap[a].row, m->heap[b].row, m->words) < 0; }

static void swap (Merge *m, uint32_t a, uint32_t b) {
  const PartReader held = m->heap[a];
  m->heap[a] = m->heap[b];
  m->heap[b] = held;
}

static void sink (Merge *m, uint32_t at) {
  for (uint32_t child; (child = 2 * at + 1) < m->count; at = child) {
    if (child + 1 < m->count && is_before(m, child + 1, child)) child++;
    if (!is_before(m, child, at)) return;
    swap(m, at, child);
  }
}

void merge_add (Merge *m, const Part *part) {
  if (!part->bytes || part->head.count == 0) return;
  PartReader *r = &m->heap[m->all++];
  part_read_from(r, part, m->store);
  part_read(r);
  for (uint32_t at = m->count++; at > 0 && is_before(m, at, (at - 1) / 2); at = (at - 1) / 2) swap(m, at, (at - 1) / 2);
}

void merge_step (Merge *m) {
  if (!part_read(&m->heap[0])) swap(m, 0, --m->count);
  sink(m, 0);
}

void merge_close (Merge *m) {
  for (uint32_t i = 0; i < m->all; i++) part_read_end(&m->heap[i]);
  store_give(m->store, m->heap);
}
