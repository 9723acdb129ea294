#include "base/clock.h"

#include <math.h>
#include <time.h>

double clock_now (void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int clock_milliseconds (double seconds) {
  const double most = 1e9;
  return seconds < 0 ? -1 : (int)(seconds * 1000 < most ? ceil(seconds * 1000) : most);
}
