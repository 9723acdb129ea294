/* Landlock: the process gives up files and the network for good (Linux 5.13; Documentation/userspace-api/landlock.rst). */
#include "worker/landlock.h"

#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* As the newest kernels have it, for the headers may be older. A kernel takes as much of it as it knows. */
typedef struct Ruleset { uint64_t files, network, scoped; } Ruleset;

enum { CREATE_RULESET = 444, RESTRICT_SELF = 446, ASK_VERSION = 1 };

int landlock_lock (void) {
  static const uint64_t files[] = {0, 0x1FFF, 0x3FFF, 0x7FFF, 0x7FFF, 0xFFFF};  /* what each version knows to forbid */
  enum { NEWEST = sizeof files / sizeof *files - 1, NETWORK = 4, SCOPED = 6 };
  /* else only root may lock itself; taken alone it may not be so yet */
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  long version = syscall(CREATE_RULESET, NULL, (size_t)0, ASK_VERSION);
  if (version < 1) return 0;
  Ruleset all = {files[version < NEWEST ? version : NEWEST], version >= NETWORK ? 3 : 0, version >= SCOPED ? 3 : 0};
  size_t size = version >= SCOPED ? sizeof all : version >= NETWORK ? 2 * sizeof all.files : sizeof all.files;
  int rules = (int)syscall(CREATE_RULESET, &all, size, 0);
  if (rules < 0) return 0;
  int locked = syscall(RESTRICT_SELF, rules, 0) == 0;
  close(rules);
  return locked;
}
