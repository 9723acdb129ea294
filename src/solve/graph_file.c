#include "solve/graph_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "solve/set.h"

#define PAIR sizeof(uint64_t)

static void fail (const GraphFile *e) {
  const char *why = errno ? strerror(errno) : "a file has become shorter";
  store_fail(e->store, "cannot put moves aside in %s: %s", e->directory->path, why);
}

static int make_file (const GraphFile *e) {
  char draft[DRAFT_NAME];
  directory_draft(e->directory, "run", draft);
  const int file = file_make(e->directory->fd, draft, O_RDWR);
  if (file < 0) fail(e);
  unlinkat(e->directory->fd, draft, 0);
  return file;
}

static void write_pairs (const GraphFile *e, int file, const uint64_t *pairs, uint64_t count, uint64_t at) {
  if (!file_write_at(file, pairs, (size_t)count * PAIR, at * PAIR)) fail(e);
}

static void read_pairs (const GraphFile *e, int file, uint64_t *pairs, uint64_t count, uint64_t at) {
  if (!file_read_at(file, pairs, (size_t)count * PAIR, at * PAIR)) fail(e);
}

void graph_file_open (GraphFile *e, Store *store, const Directory *directory, size_t bytes) {
  *e = (GraphFile){.store = store, .directory = directory, .runs = -1, .file = -1, .group = UINT64_MAX};
  e->room = (bytes < GRAPH_FILE_LEAST ? GRAPH_FILE_LEAST : bytes) / PAIR;
  e->buffer = store_take(store, (size_t)e->room * PAIR);
  e->runs = make_file(e);
}

static uint64_t end_of_runs (const GraphFile *e) { return e->run_count > 0 ? e->ends[e->run_count - 1] : 0; }

/* The pairs in the buffer become a run. */
static void add_run (GraphFile *e) {
  if (e->held == 0) return;
  if (e->run_count == e->run_room) {
    e->run_room = e->run_room ? 2 * e->run_room : 64;
    e->ends = store_resize(e->store, e->ends, e->run_room * sizeof *e->ends);
  }
  const uint64_t begin = end_of_runs(e);
  sort_rows(e->buffer, e->held, 1, 1);
  write_pairs(e, e->runs, e->buffer, e->held, begin);
  e->ends[e->run_count++] = begin + e->held;
  e->held = 0;
}

void graph_file_add (GraphFile *e, uint32_t from, uint32_t to) {
  if (e->held == e->room) add_run(e);
  e->buffer[e->held++] = (uint64_t)to << 32 | from;
}

/* Calls `look` once in `steps` calls. */
static void look (GraphFile *e, uint64_t steps) {
  if (++e->steps % steps == 0 && e->look) e->look(e->owner);
}

/* A run that is merged: its next pairs in a piece of the buffer. */
typedef struct RunOfEdges { uint64_t next, end, *at, count, i; } RunOfEdges;

/* Steps on. False: that was the last pair. */
static bool step (const GraphFile *e, RunOfEdges *r, uint64_t room) {
  if (++r->i < r->count) return true;
  if (r->next == r->end) return false;
  r->count = r->end - r->next < room ? r->end - r->next : room;
  read_pairs(e, e->runs, r->at, r->count, r->next);
  r->next += r->count;
  r->i = 0;
  return true;
}

static uint64_t pair_of (const RunOfEdges *r) { return r->at[r->i]; }

static void sink (RunOfEdges *heap, uint32_t count, uint32_t at) {
  for (uint32_t child; (child = 2 * at + 1) < count; at = child) {
    if (child + 1 < count && pair_of(&heap[child + 1]) < pair_of(&heap[child])) child++;
    if (pair_of(&heap[at]) <= pair_of(&heap[child])) return;
    const RunOfEdges held = heap[at];
    heap[at] = heap[child];
    heap[child] = held;
  }
}

void graph_file_settle (GraphFile *e, uint64_t nodes, uint32_t *open) {
  add_run(e);
  const uint64_t room = e->room / (e->run_count + 1), groups = (nodes + GRAPH_FILE_GROUP - 1) / GRAPH_FILE_GROUP;
  errno = ENOMEM;
  if (room == 0) fail(e);
  RunOfEdges *heap = store_take(e->store, (e->run_count + 1) * sizeof *heap);
  e->begin = store_take(e->store, (groups + 1) * sizeof *e->begin);
  e->file = make_file(e);
  uint64_t *out = e->buffer + (uint64_t)e->run_count * room, held = 0, written = 0, last = UINT64_MAX, group = 0;
  uint32_t count = 0;
  for (uint32_t i = 0; i < e->run_count; i++) {
    heap[count] = (RunOfEdges){.next = i > 0 ? e->ends[i - 1] : 0, .end = e->ends[i], .at = e->buffer + (uint64_t)i * room};
    if (step(e, &heap[count], room)) count++;
  }
  for (uint32_t i = count; i-- > 0;) sink(heap, count, i);
  e->begin[0] = 0;
  for (; count > 0; sink(heap, count, 0)) {
    const uint64_t pair = pair_of(&heap[0]);
    if (pair != last) {
      for (; group < (pair >> 32) / GRAPH_FILE_GROUP; e->begin[group] = written + held) group++;
      open[(uint32_t)pair]++;
      out[held++] = last = pair;
    }
    if (held == room) {
      write_pairs(e, e->file, out, held, written);
      written += held;
      held = 0;
    }
    if (!step(e, &heap[0], room)) heap[0] = heap[--count];
    look(e, 65536);
  }
  write_pairs(e, e->file, out, held, written);
  while (group < groups) e->begin[++group] = written + held;
  store_give(e->store, heap);
  close(e->runs);
  e->runs = -1;
  e->buffer = store_resize(e->store, e->buffer, GRAPH_FILE_LEAST);
  e->room = GRAPH_FILE_LEAST / PAIR;
}

const uint32_t *graph_file_above (GraphFile *e, uint32_t node, uint64_t *count) {
  const uint64_t group = node / GRAPH_FILE_GROUP, first = e->begin[group], pairs = e->begin[group + 1] - first;
  if (group != e->group) {
    if (pairs > e->room) {
      e->buffer = store_resize(e->store, e->buffer, (size_t)pairs * PAIR);
      e->room = pairs;
    }
    read_pairs(e, e->file, e->buffer, pairs, first);
    e->group = group;
    look(e, 4096);
  }
  if (pairs > e->above_room) {
    e->above = store_resize(e->store, e->above, (size_t)pairs * sizeof *e->above);
    e->above_room = pairs;
  }
  *count = 0;
  for (uint64_t i = 0; i < pairs; i++)
    if (e->buffer[i] >> 32 == node) e->above[(*count)++] = (uint32_t)e->buffer[i];
  return e->above;
}

void graph_file_close_files (GraphFile *e) {
  if (!e->directory) return;
  if (e->runs >= 0) close(e->runs);
  if (e->file >= 0) close(e->file);
  e->directory = NULL;
}

void graph_file_close (GraphFile *e) {
  if (!e->directory) return;
  graph_file_close_files(e);
  store_give(e->store, e->buffer);
  store_give(e->store, e->ends);
  store_give(e->store, e->begin);
  store_give(e->store, e->above);
}
