#include "worker/jail.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "worker/filter.h"
#include "worker/landlock.h"
#include "worker/rights.h"

#define UNKNOWN_SIZE ((size_t)64 << 20)         /* of the process, where /proc does not tell */

/* What may be taken, and what is left between a warning and the end. */
static void limit_with (int what, size_t most, size_t left) {
  struct rlimit both;
  if (getrlimit((__rlimit_resource_t)what, &both) != 0) return;
  if (both.rlim_max != RLIM_INFINITY && both.rlim_max < most + left) left = 0, most = both.rlim_max < most ? both.rlim_max : most;
  both.rlim_cur = most;
  both.rlim_max = most + left;
  setrlimit((__rlimit_resource_t)what, &both);
}

static void limit (int what, size_t most) { limit_with(what, most, 0); }

void jail_limit (double seconds, size_t stack) {
  struct rlimit room;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  closefrom(STDERR_FILENO + 1);
  prctl(PR_SET_DUMPABLE, 0);
  limit(RLIMIT_CORE, 0);
  signal(SIGINT, SIG_IGN);              /* Ctrl-C is the parent's */
  limit_with(RLIMIT_CPU, (size_t)ceil(seconds), 1);     /* SIGXCPU names the limit, SIGKILL comes a second later */
  if (getrlimit(RLIMIT_STACK, &room) != 0) return;
  room.rlim_cur = room.rlim_max == RLIM_INFINITY || room.rlim_max > stack ? stack : room.rlim_max;
  setrlimit(RLIMIT_STACK, &room);
}

#ifdef __SANITIZE_ADDRESS__

static int limit_memory (size_t memory) {
  (void)memory, (void)UNKNOWN_SIZE;
  return 0;
}

static void close_outputs (void) {}             /* a sanitizer has to say what it finds */

#else

/* Bytes of the address space that are taken. */
static size_t size_now (void) {
  unsigned long pages = 0;
  FILE *file = fopen("/proc/self/statm", "re");
  if (file == NULL) return UNKNOWN_SIZE;
  int got = fscanf(file, "%lu", &pages);
  fclose(file);
  return got == 1 ? (size_t)pages * (size_t)sysconf(_SC_PAGESIZE) : UNKNOWN_SIZE;
}

static int limit_memory (size_t memory) {
  struct rlimit stack;
  size_t room = getrlimit(RLIMIT_STACK, &stack) == 0 ? stack.rlim_cur : 0;
  size_t most = size_now() + room + memory;
  limit(RLIMIT_AS, most);
  struct rlimit now;
  return getrlimit(RLIMIT_AS, &now) == 0 && now.rlim_max <= most;
}

static void close_outputs (void) {
  close(STDOUT_FILENO);
  close(STDERR_FILENO);
}

#endif

unsigned jail_lock (size_t memory) {
  static const int none[] = {RLIMIT_FSIZE, RLIMIT_NPROC, RLIMIT_MEMLOCK, RLIMIT_MSGQUEUE, RLIMIT_NOFILE};
  unsigned had = limit_memory(memory) ? JAIL_MEMORY : 0;
  close_outputs();
  if (rights_drop()) had |= JAIL_RIGHTS;
  if (landlock_lock()) had |= JAIL_FILES;
  for (size_t i = 0; i < sizeof none / sizeof *none; i++) limit(none[i], 0);
  if (filter_lock(JAIL_CHANNEL)) had |= JAIL_CALLS;
  return had;
}
