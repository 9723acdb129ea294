#include "base/stack.h"

#include <pthread.h>
#include <stdbool.h>

/* What rules written in Lua, and the functions of C that they call, may need above the floor. */
#define RESERVE ((size_t)512 << 10)

static const char *find_floor (void) {
  pthread_attr_t attributes;
  void *lowest = NULL;
  size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return NULL;
  int failed = pthread_attr_getstack(&attributes, &lowest, &size);
  pthread_attr_destroy(&attributes);
  if (failed || lowest == NULL) return NULL;
  size_t reserve = size / 2 < RESERVE ? size / 2 : RESERVE;
  return (const char *)lowest + reserve;
}

const char *stack_floor (void) {
  static _Thread_local const char *floor;
  static _Thread_local bool known;      /* to ask costs as much as a small search */
  if (!known) {
    floor = find_floor();
    known = true;
  }
  return floor;
}
