#include "base/wait.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

bool wait_on (const uint32_t *word, uint32_t value, double seconds) {
  const time_t whole = (time_t)seconds;
  const struct timespec time = {whole, (long)((seconds - (double)whole) * 1e9)};
  return syscall(SYS_futex, word, FUTEX_WAIT, value, &time, NULL, 0) == 0 || errno != ETIMEDOUT;
}

void wait_wake (const uint32_t *word) { syscall(SYS_futex, word, FUTEX_WAKE, INT_MAX, NULL, NULL, 0); }

int wait_processors (void) {
  enum { MOST = 256 };
  cpu_set_t set;
  const long count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : sysconf(_SC_NPROCESSORS_ONLN);
  return count < 1 ? 1 : count > MOST ? MOST : (int)count;
}
