#include "solve/graph_file.h"

#include <errno.h>
#include <string.h>

#define PAIR sizeof(uint64_t)

void graph_file_open (GraphFile *e, Store *store, const Directory *directory, size_t bytes) {
  *e = (GraphFile){.store = store, .directory = directory, .runs = {.file = -1}, .pairs = {.file = -1}, .group = UINT64_MAX};
  e->room = (bytes < GRAPH_FILE_LEAST ? GRAPH_FILE_LEAST : bytes) / PAIR;
  e->buffer = store_take(store, (size_t)e->room * PAIR);
  spill_open(&e->runs, store, directory, "moves", 1);
}

/* The pairs in the buffer become a run. */
static void add_run (GraphFile *e) {
  if (e->held == 0) return;
  if (e->run_count == e->run_room) {
    e->run_room = e->run_room ? 2 * e->run_room : 64;
    e->ends = store_resize(e->store, e->ends, e->run_room * sizeof *e->ends);
  }
  sort_rows(e->buffer, e->held, 1, 1);
  spill_add(&e->runs, e->buffer, e->held);
  e->ends[e->run_count++] = e->runs.rows;
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

void graph_file_settle (GraphFile *e, uint64_t nodes, uint32_t *open) {
  add_run(e);
  const uint64_t room = e->room / (e->run_count + 1), groups = (nodes + GRAPH_FILE_GROUP - 1) / GRAPH_FILE_GROUP;
  if (room == 0) store_fail(e->store, "cannot put moves aside in %s: %s", e->directory->path, strerror(ENOMEM));
  SpillMerge merge;
  spill_merge_open(&merge, e->store, e->run_count, 1);
  e->begin = store_take(e->store, (groups + 1) * sizeof *e->begin);
  spill_open(&e->pairs, e->store, e->directory, "moves", 1);
  uint64_t *out = e->buffer + (uint64_t)e->run_count * room, held = 0, last = UINT64_MAX, group = 0;
  for (uint32_t i = 0; i < e->run_count; i++)
    spill_merge_add(&merge, (SpillReader){.spill = &e->runs, .next = i > 0 ? e->ends[i - 1] : 0, .end = e->ends[i], .room = room,
                                          .buffer = e->buffer + (uint64_t)i * room}, false);
  e->begin[0] = 0;
  for (const uint64_t *row; (row = spill_merge_next(&merge)); last = *row) {
    look(e, 65536);
    if (*row == last) continue;
    for (; group < (*row >> 32) / GRAPH_FILE_GROUP; e->begin[group] = e->pairs.rows + held) group++;
    open[(uint32_t)*row]++;
    out[held++] = *row;
    if (held < room) continue;
    spill_add(&e->pairs, out, held);
    held = 0;
  }
  spill_add(&e->pairs, out, held);
  while (group < groups) e->begin[++group] = e->pairs.rows;
  spill_merge_close(&merge);
  spill_close(&e->runs);
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
    spill_read(&e->pairs, e->buffer, pairs, first);
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
  spill_close(&e->runs);
  spill_close(&e->pairs);
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
