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
