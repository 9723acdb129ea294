#include "solve/spill.h"

#include <errno.h>
#include <string.h>

#include "base/file.h"

static void fail (const Spill *s) {
  store_fail(s->store, "cannot put %s aside in %s: %s", s->what, s->directory->path, errno ? strerror(errno) : "a file has become shorter");
}

static size_t bytes_of (const Spill *s, uint64_t rows) { return (size_t)rows * (size_t)s->width * sizeof(uint64_t); }

void spill_add (Spill *s, const uint64_t *rows, uint64_t count) {
  if (!s->file) {
    s->file = store_file(s->store);
    *s->file = directory_nameless(s->directory);
  }
  if (*s->file < 0 || !file_write_at(*s->file, rows, bytes_of(s, count), bytes_of(s, s->rows))) fail(s);
  s->rows += count;
}

bool spill_try_read (const Spill *s, uint64_t *rows, uint64_t count, uint64_t at) {
  return count == 0 || file_read_at(*s->file, rows, bytes_of(s, count), bytes_of(s, at));
}

void spill_read (const Spill *s, uint64_t *rows, uint64_t count, uint64_t at) {
  if (!spill_try_read(s, rows, count, at)) fail(s);
}

void spill_close (Spill *s) {
  store_give(s->store, s->file);
  s->file = NULL;
}

const uint64_t *spill_next (void *reader) {
  SpillReader *r = reader;
  if (++r->at >= r->count) {
    if (r->next == r->end) return NULL;
    r->at = 0;
    r->count = r->end - r->next < r->room ? r->end - r->next : r->room;
    spill_read(r->spill, r->buffer, r->count, r->next);
    r->next += r->count;
  }
  return r->buffer + r->at * (uint64_t)r->spill->width;
}

/* Sorting. */

void sorter_open (Sorter *s, Store *store, const Directory *directory, const char *what, int width, size_t bytes) {
  *s = (Sorter){.runs = spill_of(store, directory, what, width), .room = bytes / ((size_t)width * sizeof *s->buffer)};
  s->buffer = store_take(store, bytes);
}

static void sort (Sorter *s) { sort_rows(s->buffer, s->held, s->runs.width, s->runs.width); }

/* The rows in the buffer become a run. */
static void add_run (Sorter *s) {
  Spill *runs = &s->runs;
  if (s->held == 0) return;
  s->ends = store_room(runs->store, s->ends, s->run_count, sizeof *s->ends);
  sort(s);
  spill_add(runs, s->buffer, s->held);
  s->ends[s->run_count++] = runs->rows;
  s->held = 0;
}

uint64_t *sorter_add (Sorter *s) {
  if (s->held == s->room) add_run(s);
  return s->buffer + s->held++ * (uint64_t)s->runs.width;
}

/* The buffer is divided among the runs and what is spare of it; rows without runs stay where they are, if they leave half of it. */
void sorter_sort (Sorter *s) {
  const Spill *runs = &s->runs;
  const uint64_t width = (uint64_t)runs->width;
  if (s->run_count > 0 || s->held > s->room / 2) add_run(s);
  else sort(s);
  const uint64_t room = s->room / (s->run_count + 1);
  if (room == 0) store_fail(runs->store, "cannot put %s aside in %s: %s", runs->what, runs->directory->path, strerror(ENOMEM));
  merge_open(&s->merge, runs->store, s->run_count + 1, sizeof(SpillReader), runs->width, spill_next, NULL);
  for (uint32_t i = 0; i < s->run_count; i++) {
    *(SpillReader *)merge_reader(&s->merge) = (SpillReader){.spill = runs, .next = i > 0 ? s->ends[i - 1] : 0, .end = s->ends[i],
                                                            .room = room, .buffer = s->buffer + i * room * width};
    merge_add(&s->merge, false);
  }
  if (s->held > 0) {
    *(SpillReader *)merge_reader(&s->merge) = (SpillReader){.spill = runs, .buffer = s->buffer, .count = s->held, .at = UINT64_MAX};
    merge_add(&s->merge, false);
  }
  s->spare = s->buffer + (s->held + s->run_count * room) * width;
  s->spare_room = s->held > 0 ? s->room - s->held : room;
}

const uint64_t *sorter_next (Sorter *s) {
  const uint64_t *row;
  bool begun;
  do {
    begun = s->merge.begun;
    row = merge_next(&s->merge);
  } while (row && begun && sort_compare(row, s->last, s->runs.width) == 0);
  if (row) memcpy(s->last, row, bytes_of(&s->runs, 1));
  return row;
}

void sorter_close (Sorter *s) {
  Store *store = s->runs.store;
  merge_close(&s->merge);
  spill_close(&s->runs);
  store_give(store, s->buffer);
  store_give(store, s->ends);
  *s = (Sorter){.buffer = NULL};
}
