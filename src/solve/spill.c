#include "solve/spill.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"

static void fail (const Spill *s) {
  store_fail(s->store, "cannot put %s aside in %s: %s", s->what, s->directory->path, errno ? strerror(errno) : "a file has become shorter");
}

static size_t bytes_of (const Spill *s, uint64_t rows) { return (size_t)rows * (size_t)s->width * sizeof(uint64_t); }

void spill_open (Spill *s, Store *store, const Directory *directory, const char *what, int width) {
  *s = (Spill){store, directory, what, directory_nameless(directory, "run"), width, 0};
  if (s->file < 0) fail(s);
}

void spill_add (Spill *s, const uint64_t *rows, uint64_t count) {
  if (!file_write_at(s->file, rows, bytes_of(s, count), bytes_of(s, s->rows))) fail(s);
  s->rows += count;
}

void spill_read (const Spill *s, uint64_t *rows, uint64_t count, uint64_t at) {
  if (!file_read_at(s->file, rows, bytes_of(s, count), bytes_of(s, at))) fail(s);
}

void spill_close (Spill *s) {
  if (s->file >= 0) close(s->file);
  s->file = -1;
}

const uint64_t *spill_next (SpillReader *r) {
  if (++r->at >= r->count) {
    if (r->next == r->end) return NULL;
    r->at = 0;
    r->count = r->end - r->next < r->room ? r->end - r->next : r->room;
    spill_read(r->spill, r->buffer, r->count, r->next);
    r->next += r->count;
  }
  return r->buffer + r->at * (uint64_t)r->spill->width;
}

void spill_merge_open (SpillMerge *m, Store *store, uint32_t most, int keys) {
  *m = (SpillMerge){.store = store, .keys = keys};
  m->readers = store_take(store, (most + 1) * sizeof *m->readers);
  m->heap = store_take(store, (most + 1) * sizeof *m->heap);
}

void spill_merge_add (SpillMerge *m, SpillReader reader, bool known) {
  m->readers[m->all] = reader;
  const uint64_t *row = spill_next(&m->readers[m->all]);
  if (row) heap_add(m->heap, m->count++, (HeapEntry){row, m->all, known}, m->keys);
  m->all++;
}

const uint64_t *spill_merge_next (SpillMerge *m) {
  if (m->begun) {
    if (!(m->heap->row = spill_next(&m->readers[m->heap->which]))) *m->heap = m->heap[--m->count];
    heap_sink(m->heap, m->count, m->keys);
  }
  m->begun = true;
  return m->count > 0 ? m->heap->row : NULL;
}

void spill_merge_close (SpillMerge *m) {
  store_give(m->store, m->readers);
  store_give(m->store, m->heap);
}
