/*
** The filter of system calls, by seccomp. What rules in Lua need of the system is memory and the time; the worker itself says its
** answer, and ends. Whatever else is called ends the process, with SIGSYS. A few calls that a C library may make to look around fail
** instead with EPERM: it goes on without.
*/
#include "worker/filter.h"

#ifdef HAVE_SECCOMP

#include <errno.h>
#include <seccomp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <time.h>

static const int allowed[] = {
  SCMP_SYS(exit), SCMP_SYS(exit_group), SCMP_SYS(brk), SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(getrandom), SCMP_SYS(gettimeofday), SCMP_SYS(time), SCMP_SYS(rt_sigreturn), SCMP_SYS(gettid), SCMP_SYS(sched_yield),
#ifdef __SANITIZE_ADDRESS__
  SCMP_SYS(futex), SCMP_SYS(getpid), SCMP_SYS(sigaltstack), SCMP_SYS(rt_sigprocmask),
#endif
};

/* What may be said of memory: that it is not needed, and that it is large. */
static const unsigned advice[] = {
  MADV_DONTNEED, MADV_HUGEPAGE,
#ifdef __SANITIZE_ADDRESS__
  MADV_NOHUGEPAGE, MADV_DONTDUMP, MADV_FREE,
#endif
};

/* The clocks: not those of other processes, nor of devices. Lua's table.sort looks at the time that the process has taken. */
static const unsigned clocks[] = {CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_PROCESS_CPUTIME_ID, CLOCK_THREAD_CPUTIME_ID};

static const int refused[] = {
  SCMP_SYS(open), SCMP_SYS(openat), SCMP_SYS(fstat), SCMP_SYS(newfstatat), SCMP_SYS(readlink), SCMP_SYS(prlimit64), SCMP_SYS(getrlimit),
  SCMP_SYS(sysinfo), SCMP_SYS(sched_getaffinity),
};

/* A call is allowed where an argument is one of those; true if that has failed. */
static int add_values (scmp_filter_ctx filter, int call, unsigned argument, const unsigned *values, size_t count) {
  int failed = 0;
  for (size_t i = 0; i < count; i++)
    failed |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, 1, SCMP_CMP32(argument, SCMP_CMP_EQ, values[i]));
  return failed;
}

/* Calls that are allowed for some arguments. False if the filter cannot be made. */
static int add_conditions (scmp_filter_ctx filter, int descriptor) {
  const struct scmp_arg_cmp channel = SCMP_A0_32(SCMP_CMP_EQ, (unsigned)descriptor),
    no_code = SCMP_A2_32(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0),
    no_file = SCMP_A3_32(SCMP_CMP_MASKED_EQ, MAP_ANONYMOUS, MAP_ANONYMOUS), only_ask = SCMP_A1_64(SCMP_CMP_EQ, 0);
  int failed = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(read), 1, channel) |
    seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(write), 1, channel) |
    seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 2, no_code, no_file) |
    seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mprotect), 1, no_code) |
    seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(rt_sigaction), 1, only_ask) |
    add_values(filter, SCMP_SYS(madvise), 2, advice, sizeof advice / sizeof *advice) |
    add_values(filter, SCMP_SYS(clock_gettime), 0, clocks, sizeof clocks / sizeof *clocks);
#ifndef __SANITIZE_ADDRESS__
  failed |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(rt_sigprocmask), 1, only_ask);
#else
  failed |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(write), 1, SCMP_A0_32(SCMP_CMP_EQ, 2));
#endif
  return !failed;
}

/* A call that this machine has not cannot be made either. */
static int add (scmp_filter_ctx filter, uint32_t action, const int *calls, size_t count) {
  for (size_t i = 0; i < count; i++) {
    int failed = seccomp_rule_add(filter, action, calls[i], 0);
    if (failed && failed != -EDOM) return 0;
  }
  return 1;
}

int filter_lock (int channel) {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_KILL_PROCESS);
  if (filter == NULL) return 0;
  int locked = seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS) == 0 &&
    add(filter, SCMP_ACT_ALLOW, allowed, sizeof allowed / sizeof *allowed) &&
    add(filter, SCMP_ACT_ERRNO(EPERM), refused, sizeof refused / sizeof *refused) &&
    add_conditions(filter, channel) && seccomp_load(filter) == 0;
  seccomp_release(filter);
  return locked;
}

#else

int filter_lock (int channel) {
  (void)channel;
  return 0;
}

#endif
