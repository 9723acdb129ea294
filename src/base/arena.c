/* A list of chunks that double in size; a block is cut from the newest. Nothing is ever moved, so pointers stay good. */
#include "base/arena.h"

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#define ALIGNMENT 16
#define FIRST_CHUNK ((size_t)4 << 10)
#define LARGEST_CHUNK ((size_t)4 << 20)         /* wherever it begins, it has room for a large page */
#define LARGEST_LIMITED ((size_t)1 << 20)

struct Chunk {
  Chunk *older;
  size_t size;          /* with this head */
};

#define HEAD ((sizeof(Chunk) + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1))

void arena_init (Arena *arena, Host *host, size_t limit) { *arena = (Arena){.host = host, .limit = limit}; }

/*
** How large the next chunk should be: twice the last, at least `least`, and within the limit if that can be. What is left of a chunk
** where a block does not fit is lost: so chunks are small beside a limit.
*/
static size_t chunk_size (const Arena *arena, size_t least) {
  size_t size = arena->chunks ? 2 * arena->chunks->size : FIRST_CHUNK;
  size_t largest = arena->limit && arena->limit < 8 * LARGEST_CHUNK ? LARGEST_LIMITED : LARGEST_CHUNK;
  if (size > largest) size = largest;
  if (arena->limit && size > arena->limit - arena->held) size = arena->limit - arena->held;
  return size < least ? least : size;
}

static void add_chunk (Arena *arena, size_t least) {
  Host *host = arena->host;
  if (arena->limit && (arena->held >= arena->limit || least > arena->limit - arena->held)) host->leave(host, STOP_MEMORY);
  size_t size = chunk_size(arena, least);
  Chunk *chunk = host->allocate(host, NULL, 0, size);
  if (chunk == NULL) host_lack(host, "not enough memory");
  if (size >= LARGEST_CHUNK) pages_enlarge(chunk, size);
  *chunk = (Chunk){.older = arena->chunks, .size = size};
  arena->chunks = chunk;
  arena->next = (char *)chunk + HEAD;
  arena->end = (char *)chunk + size;
  arena->held += size;
  if (arena->held > arena->peak) arena->peak = arena->held;
}

void *arena_alloc (Arena *arena, size_t size) {
  if (size > SIZE_MAX - HEAD - ALIGNMENT) host_lack(arena->host, "not enough memory");
  size = (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
  if (size > (size_t)(arena->end - arena->next)) add_chunk(arena, HEAD + size);
  void *block = arena->next;
  arena->next += size;
  return block;
}

bool arena_has_room (const Arena *arena, size_t size) {
  size_t left = (size_t)(arena->end - arena->next);
  return arena->limit == 0 || size <= left || (arena->held < arena->limit && size + HEAD + ALIGNMENT <= arena->limit - arena->held);
}

void *arena_widen (Arena *arena, void *list, size_t each, size_t *room, size_t least) {
  enum { FIRST = 16 };
  if (least <= *room) return list;
  size_t more = *room < FIRST / 2 ? FIRST : 2 * *room;
  if (more < least) more = least;
  if (more > SIZE_MAX / each) host_lack(arena->host, "not enough memory");
  char *wider = arena_alloc(arena, more * each);
  if (*room) memcpy(wider, list, *room * each);
  memset(wider + *room * each, 0, (more - *room) * each);
  *room = more;
  return wider;
}

void arena_free (Arena *arena) {
  Host *host = arena->host;
  for (Chunk *chunk = arena->chunks, *older; chunk; chunk = older) {
    older = chunk->older;
    host->allocate(host, chunk, chunk->size, 0);
  }
  arena->chunks = NULL;
  arena->next = arena->end = NULL;
  arena->held = 0;
}

#define LARGE_PAGE ((uintptr_t)2 << 20)

void pages_enlarge (void *block, size_t size) {
#ifdef MADV_HUGEPAGE
  uintptr_t first = ((uintptr_t)block + LARGE_PAGE - 1) & ~(LARGE_PAGE - 1), end = ((uintptr_t)block + size) & ~(LARGE_PAGE - 1);
  if (first < end) (void)madvise((void *)first, end - first, MADV_HUGEPAGE);
#else
  (void)block, (void)size;
#endif
}

void *pages_map (size_t size) {
  void *block = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return block == MAP_FAILED ? NULL : block;
}

void pages_unmap (void *block, size_t size) { munmap(block, size); }
