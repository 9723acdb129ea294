/*
** The edges of a graph in a file without a name, where they do not fit into memory: pairs of a successor and what it succeeds,
** collected, sorted in runs and merged, so that the predecessors of a node lie together. They are read for a group of nodes at a time.
*/
#pragma once

#include "solve/spill.h"

#define GRAPH_FILE_LEAST ((size_t)512 << 10) /* bytes of the buffer, at least; what they take beside it is less than SPARE */
#define GRAPH_FILE_GROUP 32                  /* nodes that are read together */

typedef struct GraphFile {
  Store *store;
  const Directory *directory;   /* NULL: there are none */
  void (*look) (void *owner);   /* called now and then: may leave the search */
  void *owner;
  Spill runs, pairs;            /* sorted runs, one behind the other; all of them merged */
  uint64_t *buffer;             /* a pair: the successor in the upper half */
  uint64_t held, room;          /* pairs in it, and at most */
  uint64_t *ends;               /* of each run, in pairs */
  uint32_t run_count, run_room;
  uint64_t *begin;              /* of each group of nodes, and the end */
  uint64_t group, group_room;   /* the group whose pairs the buffer has; UINT64_MAX: none */
  uint32_t *above;              /* the predecessors that were asked for last */
  uint64_t above_room, steps;
} GraphFile;

/* Begins to collect edges, in a buffer of about `bytes`; look and owner are for the caller to set. Fails, as the others do, where the
** file cannot be written or read. */
void graph_file_open (GraphFile *edges, Store *store, const Directory *directory, size_t bytes);
void graph_file_add (GraphFile *edges, uint32_t from, uint32_t to);

/* All edges of `nodes` nodes are there: counts the successors of each in `open`, an edge that came twice once. */
void graph_file_settle (GraphFile *edges, uint64_t nodes, uint32_t *open);

/* Returns the predecessors of a node, good until others are asked for; how many there are. */
const uint32_t *graph_file_above (GraphFile *edges, uint32_t node, uint64_t *count);

/* Closes the files, and gives the memory back; the files alone, where the store gives everything back. Cannot fail. */
void graph_file_close (GraphFile *edges);
void graph_file_close_files (GraphFile *edges);
