#include "base/pages.h"

#include <stdint.h>
#include <sys/mman.h>

#define LARGE_PAGE ((uintptr_t)2 << 20)

void pages_enlarge (void *block, size_t size) {
#ifdef MADV_HUGEPAGE
  uintptr_t first = ((uintptr_t)block + LARGE_PAGE - 1) & ~(LARGE_PAGE - 1), end = ((uintptr_t)block + size) & ~(LARGE_PAGE - 1);
  if (first < end) (void)madvise((void *)first, end - first, MADV_HUGEPAGE);
#else
  (void)block;
  (void)size;
#endif
}

void *pages_map (size_t size) {
  void *block = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return block == MAP_FAILED ? NULL : block;
}

void pages_unmap (void *block, size_t size) { munmap(block, size); }
