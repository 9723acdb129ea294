#include "solve/runs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "solve/distribution.h"
#include "solve/set.h"

#define BUFFER 8192             /* rows that are read or written at once; */
#define LEAST 64                /* where there are many runs; */
#define FEW 1024                /* of one run */

static size_t row_bytes (const Analysis *w) { return (size_t)w->width * sizeof(uint64_t); }

static void fail (const Analysis *w) {
  store_fail(&w->store, "cannot put positions aside in %s: %s", w->db->directory.path,
                      errno ? strerror(errno) : "a file has become shorter");
}

/* Writing. */

/* The file of the runs of a tier. */
static RunFile *file_of (Analysis *w, int64_t tier) {
  const int folder = w->db->directory.fd;
  for (RunFile *f = w->run_files; f; f = f->next)
    if (f->tier == tier) return f;
  if (folder < 0) store_fail(&w->store, "the positions take more than the %zu bytes of memory: name a folder, where they can "
                                                     "be put aside, or allow more memory", w->store.limit);
  RunFile *made = store_take(&w->store, sizeof *made);
  char draft[DRAFT_NAME];
  directory_draft(&w->db->directory, "run", draft);
  *made = (RunFile){.tier = tier, .file = file_make(folder, draft, O_RDWR)};
  if (made->file < 0) fail(w);
  unlinkat(folder, draft, 0);
  made->next = w->run_files;
  return w->run_files = made;
}

static void append (Analysis *w, RunFile *f, const uint64_t *rows, uint64_t count) {
  if (!file_write_at(f->file, rows, (size_t)count * row_bytes(w), f->rows * row_bytes(w))) fail(w);
  f->rows += count;
}

/* The last rows of a file become a run. */
static void add_run (Analysis *w, Layer *layer, RunFile *f, uint64_t count, bool known) {
  if (w->run_count == w->run_room) {
    w->run_room = w->run_room ? 2 * w->run_room : 16;
    w->runs = store_resize(&w->store, w->runs, w->run_room * sizeof *w->runs);
  }
  w->runs[w->run_count++] = (Run){.layer = layer, .file = f, .first = f->rows - count, .count = count, .known = known};
  layer->runs++;
  f->runs++;
}

void runs_add (Analysis *w, Layer *layer) {
  RunFile *f = file_of(w, layer->tier);
  append(w, f, layer->set.rows, layer->set.count);
  add_run(w, layer, f, layer->set.count, false);
  set_close(&layer->set);
}

static void close_file (Analysis *w, RunFile *f) {
  RunFile **at = &w->run_files;
  while (*at != f) at = &(*at)->next;
  *at = f->next;
  close(f->file);
  store_give(&w->store, f);
}

/* Gives the room of a run on the disk back, where the system can. */
static void free_room (const Analysis *w, const Run *run) {
#if defined FALLOC_FL_PUNCH_HOLE && !defined __EMSCRIPTEN__
  const off_t first = (off_t)(run->first * row_bytes(w)), size = (off_t)(run->count * row_bytes(w));
  (void)fallocate(run->file->file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, first, size);
#else
  (void)w;
  (void)run;
#endif
}

/* Forgets the runs of a layer; `fresh`: those of known positions stay, and so does the file. */
static void drop (Analysis *w, Layer *layer, bool fresh) {
  uint32_t left = 0;
  for (uint32_t i = 0; i < w->run_count; i++) {
    const Run run = w->runs[i];
    if (run.layer != layer || (fresh && run.known)) {
      w->runs[left++] = run;
      continue;
    }
    layer->runs--;
    if (--run.file->runs == 0 && !fresh) close_file(w, run.file);
    else free_room(w, &run);
  }
  w->run_count = left;
}

void runs_drop (Analysis *w, Layer *layer) { drop(w, layer, false); }

void runs_close (Analysis *w) {
  for (RunFile *f = w->run_files; f; f = f->next) close(f->file);
  w->run_files = NULL;
}

/* Reading. */

/* Returns the number of rows of a buffer where `runs` are read at once and one is written. */
static uint64_t buffer_rows (const Analysis *w, uint32_t runs) {
  uint64_t rows = BUFFER;
  while (rows > LEAST && store_lacks(&w->store, (size_t)(rows * (runs + 1)) * row_bytes(w) + SPARE / 4)) rows /= 2;
  return rows;
}

static void open_run (Analysis *w, RunReader *r, const Run *run, uint64_t room) {
  *r = (RunReader){.file = run->file->file, .known = run->known, .next = run->first, .end = run->first + run->count, .room = room};
  r->buffer = store_take(&w->store, (size_t)room * row_bytes(w));
}

void runs_read_end (Analysis *w, RunReader *r) { store_give(&w->store, r->buffer); }

static const uint64_t *row_of (const Analysis *w, const RunReader *r) { return r->buffer + r->at * (uint64_t)w->width; }

const uint64_t *runs_next (const Analysis *w, RunReader *r) {
  if (++r->at < r->count) return row_of(w, r);
  if (r->next == r->end) return NULL;
  r->at = 0;
  r->count = r->end - r->next < r->room ? r->end - r->next : r->room;
  if (!file_read_at(r->file, r->buffer, (size_t)r->count * row_bytes(w), r->next * row_bytes(w))) fail(w);
  r->next += r->count;
  return row_of(w, r);
}

/* The order of the heap: by keys; of equal ones a known position comes first. */
static bool is_before (const Analysis *w, const RunReader *a, const RunReader *b) {
  const int order = sort_compare(row_of(w, a), row_of(w, b), w->key_words);
  return order < 0 || (order == 0 && a->known && !b->known);
}

static void sink (const Analysis *w, RunReader *heap, uint32_t count, uint32_t at) {
  for (uint32_t child; (child = 2 * at + 1) < count; at = child) {
    if (child + 1 < count && is_before(w, &heap[child + 1], &heap[child])) child++;
    if (!is_before(w, &heap[child], &heap[at])) return;
    const RunReader held = heap[at];
    heap[at] = heap[child];
    heap[child] = held;
  }
}

void runs_merge (Analysis *w, const Layer *layer, bool fresh, void (*take) (Analysis *w, const uint64_t *row)) {
  Store *store = &w->store;
  RunReader *heap = store_take(store, (layer->runs + 1) * sizeof *heap);
  const uint64_t room = buffer_rows(w, layer->runs);        /* no message is taken meanwhile: it could begin another run */
  uint64_t last[MOST_ROW], steps = 0;
  uint32_t count = 0;
  for (uint32_t i = 0; i < w->run_count; i++) {
    if (w->runs[i].layer != layer) continue;
    open_run(w, &heap[count], &w->runs[i], room);
    if (runs_next(w, &heap[count])) count++;
    else runs_read_end(w, &heap[count]);
  }
  for (uint32_t i = count; i-- > 0;) sink(w, heap, count, i);
  for (; count > 0; sink(w, heap, count, 0)) {
    const uint64_t *row = row_of(w, &heap[0]);
    const bool again = steps++ > 0 && sort_compare(row, last, w->key_words) == 0;
    if (!again) memcpy(last, row, row_bytes(w));
    if (!again && !(fresh && heap[0].known)) take(w, last);
    if (steps % 65536 == 0) distribution_look(w);
    if (runs_next(w, &heap[0])) continue;
    runs_read_end(w, &heap[0]);
    heap[0] = heap[--count];
  }
  store_give(store, heap);
}

uint64_t runs_rows (const Analysis *w, const Layer *layer) {
  uint64_t rows = 0;
  for (uint32_t i = 0; i < w->run_count; i++)
    if (w->runs[i].layer == layer) rows += w->runs[i].count;
  return rows;
}

/* Rounds. */

static void write_buffer (Analysis *w) {
  append(w, w->settled.file, w->settled.rows, w->settled.held);
  w->settled.count += w->settled.held;
  w->settled.held = 0;
}

static void take_new (Analysis *w, const uint64_t *row) {
  memcpy(w->settled.rows + w->settled.held++ * (uint64_t)w->width, row, row_bytes(w));
  if (w->settled.held == FEW) write_buffer(w);
}

uint64_t runs_settle (Analysis *w, Layer *layer, RunReader *reader) {
  uint64_t before = 0;
  for (uint32_t i = 0; i < w->run_count; i++)
    if (w->runs[i].layer == layer && !w->runs[i].known) before += w->runs[i].count;
  if (before == 0) return 0;
  w->settled = (Settled){.file = file_of(w, layer->tier), .rows = store_take(&w->store, FEW * row_bytes(w))};
  runs_merge(w, layer, true, take_new);
  write_buffer(w);
  store_give(&w->store, w->settled.rows);
  drop(w, layer, true);
  const uint64_t count = w->settled.count;
  w->task->positions -= before - count;         /* the others had been met before */
  if (count == 0) return 0;
  add_run(w, layer, w->settled.file, count, true);
  open_run(w, reader, &w->runs[w->run_count - 1], FEW);
  return count;
}
