#include "solve/store.h"

#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"

#define ENLARGED ((size_t)4 << 20)

struct Block {
  Block *before, *behind;
  size_t size;          /* with this head */
  void (*close) (void *bytes, size_t size);     /* NULL: it needs none */
};

void store_open (Store *store, Host *host, size_t limit) { *store = (Store){.host = host, .limit = limit}; }

static Block *block_of (void *bytes) { return (Block *)bytes - 1; }

/* The neighbours of a block that has moved know where it is. */
static void link_block (Store *store, Block *block) {
  if (block->before) block->before->behind = block;
  else store->blocks = block;
  if (block->behind) block->behind->before = block;
}

void *store_resize (Store *store, void *bytes, size_t size) {
  Host *host = store->host;
  Block *old = bytes ? block_of(bytes) : NULL;
  const size_t had = old ? old->size : 0;
  if (size > SIZE_MAX - sizeof *old) host_lack(host, "not enough memory");
  size += sizeof *old;
  if (size > had && store_lacks(store, size - had)) host->leave(host, STOP_MEMORY);
  Block *block = host->allocate(host, old, had, size);
  if (block == NULL) host_lack(host, "not enough memory");
  if (!old) *block = (Block){.behind = store->blocks};
  block->size = size;
  link_block(store, block);
  if (size >= ENLARGED) pages_enlarge(block, size);
  store->held += size - had;
  return block + 1;
}

void *store_take (Store *store, size_t size) { return store_resize(store, NULL, size); }

void *store_room (Store *store, void *array, uint64_t count, size_t each) {
  enum { FIRST = 16 };
  const size_t had = array ? block_of(array)->size - sizeof(Block) : 0, size = (size_t)(count > 0 ? 2 * count : FIRST) * each;
  if (had >= (size_t)(count + 1) * each) return array;
  char *grown = store_resize(store, array, size);
  memset(grown + had, 0, size - had);
  return grown;
}

void store_closes (void *bytes, void (*close) (void *bytes, size_t size)) { block_of(bytes)->close = close; }

static void close_file (void *file, size_t size) {
  (void)size;
  if (*(const int *)file >= 0) close(*(const int *)file);
}

int *store_file (Store *store) {
  int *file = store_take(store, sizeof *file);
  *file = -1;
  store_closes(file, close_file);
  return file;
}

void store_give (Store *store, void *bytes) {
  if (!bytes) return;
  Block *block = block_of(bytes);
  if (block->close) block->close(bytes, block->size - sizeof *block);
  if (block->before) block->before->behind = block->behind;
  else store->blocks = block->behind;
  if (block->behind) block->behind->before = block->before;
  store->held -= block->size;
  store->host->allocate(store->host, block, block->size, 0);
}

void store_close (Store *store) {
  while (store->blocks) store_give(store, store->blocks + 1);
}
