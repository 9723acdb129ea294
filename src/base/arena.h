/*
** All memory of one search. Blocks are handed out and never given back one by one: they die together, so that an error may
** leave the search from anywhere and nothing is lost.
*/
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/host.h"

typedef struct Chunk Chunk;

typedef struct Arena {
  Host *host;
  Chunk *chunks;        /* the newest first */
  char *next, *end;     /* what is free in the newest */
  size_t held;          /* bytes held now */
  size_t peak;          /* most bytes ever held */
  size_t limit;         /* the most it may hold; 0: no limit */
} Arena;

/* An empty arena that takes its memory from `host`; cannot fail. `limit` in bytes, 0 for none. */
void arena_init (Arena *arena, Host *host, size_t limit);

/*
** `size` bytes, aligned for any type, not cleared, living until arena_free. Leaves the search with STOP_MEMORY at the limit
** and with an error when the host has no more: it returns only with a block.
*/
void *arena_alloc (Arena *arena, size_t size);

/* Would `size` bytes keep within the limit? */
bool arena_has_room (const Arena *arena, size_t size);

/*
** Room for more in an array of the arena: `list` has *room elements of `each` bytes, and is to have `least` at least. Returns where
** they are from now on, the new ones cleared, and sets *room. What is outgrown stays in the arena: less than what replaced it.
*/
void *arena_widen (Arena *arena, void *list, size_t each, size_t *room, size_t least);

/* Gives everything back; the arena is empty again and may be used again. Cannot fail. */
void arena_free (Arena *arena);

/*
** Memory by pages. Large pages are for memory that is read at random: the system then translates
** addresses faster, and clears the memory in fewer steps.
*/

/* Asks the system for large pages under a fresh block, where it has any. Changes nothing else; cannot fail. */
void pages_enlarge (void *block, size_t size);

/* Memory that is all zeros, and that processes which are forked see as well as this one; NULL if there is none. */
void *pages_map (size_t size);

/* Unmaps a block of pages_map. Cannot fail. */
void pages_unmap (void *block, size_t size);
