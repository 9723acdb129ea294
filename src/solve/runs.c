#include "solve/runs.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "solve/distribution.h"

#define BUFFER 8192             /* rows that are read or written at once; */
#define LEAST 64                /* where there are many runs; */
#define FEW 1024                /* of one run */

static size_t row_bytes (const Analysis *w) { return (size_t)w->width * sizeof(uint64_t); }

/* Writing. */

/* The file of the runs of a tier. */
static RunFile *file_of (Analysis *w, int64_t tier) {
  const int folder = w->db->directory.fd;
  for (RunFile *f = w->run_files; f; f = f->next)
    if (f->tier == tier) return f;
  if (folder < 0) store_fail(&w->store, "the positions take more than the %zu bytes of memory: name a folder, where they can "
                                                     "be put aside, or allow more memory", w->store.limit);
  RunFile *made = store_take(&w->store, sizeof *made);
  *made = (RunFile){.tier = tier};
  spill_open(&made->spill, &w->store, &w->db->directory, "positions", w->width);
  made->next = w->run_files;
  return w->run_files = made;
}

/* The last rows of a file become a run. */
static void add_run (Analysis *w, Layer *layer, RunFile *f, uint64_t count, bool known) {
  if (w->run_count == w->run_room) {
    w->run_room = w->run_room ? 2 * w->run_room : 16;
    w->runs = store_resize(&w->store, w->runs, w->run_room * sizeof *w->runs);
  }
  w->runs[w->run_count++] = (Run){.layer = layer, .file = f, .first = f->spill.rows - count, .count = count, .known = known};
  layer->runs++;
  f->runs++;
}

void runs_add (Analysis *w, Layer *layer) {
  RunFile *f = file_of(w, layer->tier);
  spill_add(&f->spill, layer->set.rows, layer->set.count);
  add_run(w, layer, f, layer->set.count, false);
  set_close(&layer->set);
}

static void close_file (Analysis *w, RunFile *f) {
  RunFile **at = &w->run_files;
  while (*at != f) at = &(*at)->next;
  *at = f->next;
  spill_close(&f->spill);
  store_give(&w->store, f);
}

/* Gives the room of a run on the disk back, where the system can. */
static void free_room (const Analysis *w, const Run *run) {
#if defined FALLOC_FL_PUNCH_HOLE && !defined __EMSCRIPTEN__
  const off_t first = (off_t)(run->first * row_bytes(w)), size = (off_t)(run->count * row_bytes(w));
  (void)fallocate(run->file->spill.file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, first, size);
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
  for (RunFile *f = w->run_files; f; f = f->next) spill_close(&f->spill);
  w->run_files = NULL;
}

/* Reading. */

/* Returns the number of rows of a buffer where `runs` are read at once and one is written. */
static uint64_t buffer_rows (const Analysis *w, uint32_t runs) {
  uint64_t rows = BUFFER;
  while (rows > LEAST && store_lacks(&w->store, (size_t)(rows * (runs + 1)) * row_bytes(w) + SPARE / 4)) rows /= 2;
  return rows;
}

static SpillReader open_run (Analysis *w, const Run *run, uint64_t room) {
  return (SpillReader){.spill = &run->file->spill, .next = run->first, .end = run->first + run->count, .room = room,
                       .buffer = store_take(&w->store, (size_t)room * row_bytes(w))};
}

void runs_merge (Analysis *w, const Layer *layer, bool fresh, void (*take) (Analysis *w, const uint64_t *row)) {
  Store *store = &w->store;
  SpillReader *readers = store_take(store, (layer->runs + 1) * sizeof *readers);
  HeapEntry *heap = store_take(store, (layer->runs + 1) * sizeof *heap);
  const uint64_t room = buffer_rows(w, layer->runs);        /* no message is taken meanwhile: it could begin another run */
  uint64_t last[MOST_ROW], steps = 0;
  uint32_t opened = 0, count = 0;
  for (uint32_t i = 0; i < w->run_count; i++) {
    if (w->runs[i].layer != layer) continue;
    readers[opened] = open_run(w, &w->runs[i], room);
    const uint64_t *row = spill_next(&readers[opened++]);
    if (row) heap_add(heap, count++, (HeapEntry){row, opened - 1, w->runs[i].known}, w->key_words);
  }
  for (; count > 0; heap_sink(heap, count, w->key_words)) {
    const uint64_t *row = heap[0].row;
    const bool again = steps++ > 0 && sort_compare(row, last, w->key_words) == 0;
    if (!again) memcpy(last, row, row_bytes(w));
    if (!again && !(fresh && heap[0].known)) take(w, last);
    if (steps % 65536 == 0) distribution_look(w);
    if (!(heap[0].row = spill_next(&readers[heap[0].which]))) heap[0] = heap[--count];
  }
  while (opened > 0) store_give(store, readers[--opened].buffer);
  store_give(store, readers);
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
  spill_add(&w->settled.file->spill, w->settled.rows, w->settled.held);
  w->settled.count += w->settled.held;
  w->settled.held = 0;
}

static void take_new (Analysis *w, const uint64_t *row) {
  memcpy(w->settled.rows + w->settled.held++ * (uint64_t)w->width, row, row_bytes(w));
  if (w->settled.held == FEW) write_buffer(w);
}

uint64_t runs_settle (Analysis *w, Layer *layer, SpillReader *reader) {
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
  *reader = open_run(w, &w->runs[w->run_count - 1], FEW);
  return count;
}
