#include "base/clock.h"

#include <math.h>
#include <stdatomic.h>
#include <time.h>

static _Atomic double ahead;

static double seconds_of (const struct timespec *time) { return (double)time->tv_sec + 1e-9 * (double)time->tv_nsec; }

double clock_now (void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return seconds_of(&now) + atomic_load_explicit(&ahead, memory_order_relaxed);
}

void clock_ahead (double seconds) {
  if (seconds > 0) atomic_store(&ahead, ahead + seconds);
}

double clock_processor (void) {
#ifdef CLOCK_THREAD_CPUTIME_ID
  struct timespec taken;
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &taken) == 0) return seconds_of(&taken);
#endif
  return clock_now();
}

int clock_milliseconds (double seconds) {
  const double most = 1e9;
  return seconds < 0 ? -1 : (int)(seconds * 1000 < most ? ceil(seconds * 1000) : most);
}
