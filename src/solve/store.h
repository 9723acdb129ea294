/*
** Memory in large blocks that are given back one by one: what solves a whole graph holds some of it for a while only. Blocks that are held
** when a search is left are freed by store_close, and so are files. (An arena, base/arena.h, gives nothing back before its end.)
*/
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/host.h"

typedef struct Block Block;

typedef struct Store {
  Host *host;
  Block *blocks;        /* all that are held */
  size_t held;          /* bytes */
  size_t beside;        /* bytes that the game holds for what is kept here */
  size_t limit;         /* the most that may be held, with those beside */
} Store;

/* An empty store that takes its memory from `host`. Cannot fail. */
void store_open (Store *store, Host *host, size_t limit);

/* `size` bytes, not cleared. Leaves the search with STOP_MEMORY at the limit, with an error when the host has no more. */
void *store_take (Store *store, size_t size);

/* Changes the size of a block (NULL: a new one) and keeps its contents. Leaves the search like store_take. */
void *store_resize (Store *store, void *bytes, size_t size);

/*
** Room for one more element behind the `count` elements of `each` bytes of an array, a block (NULL: a new one) that grows by doubling.
** Returns the array; what is new of it is cleared. Leaves the search like store_take.
*/
void *store_room (Store *store, void *array, uint64_t count, size_t each);

/* close(block, size) is called before a block is given back. Cannot fail. */
void store_closes (void *bytes, void (*close) (void *bytes, size_t size));

/* Returns room for a file descriptor, -1: none yet, which is closed when it is given back. Leaves the search for want of memory. */
int *store_file (Store *store);

/* Gives a block back; NULL is none. Cannot fail. */
void store_give (Store *store, void *bytes);

/* Would `more` bytes more exceed the limit? */
static inline int store_lacks (const Store *store, size_t more) { return store->held + store->beside + more > store->limit; }

/* Leaves the search with an error, in the format of printf. */
#define store_fail(store, ...) ((store)->host->fail((store)->host, __VA_ARGS__), __builtin_unreachable())

/* Gives everything back. Cannot fail. */
void store_close (Store *store);
