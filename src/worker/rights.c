/* The capabilities of Linux (capabilities(7)): the process gives up all of every set, and what could bring new ones. */
#include "worker/rights.h"

#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Both words of each set that a process has for itself. */
typedef struct Sets { struct __user_cap_data_struct words[_LINUX_CAPABILITY_U32S_3]; } Sets;

static int is_empty (const Sets *sets) {
  unsigned any = 0;
  for (int i = 0; i < _LINUX_CAPABILITY_U32S_3; i++)
    any |= sets->words[i].effective | sets->words[i].permitted | sets->words[i].inheritable;
  return any == 0;
}

int rights_drop (void) {
  struct __user_cap_header_struct head = {_LINUX_CAPABILITY_VERSION_3, 0};
  Sets sets = {0};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  for (unsigned long i = 0; prctl(PR_CAPBSET_READ, i, 0, 0, 0) >= 0; i++)
    prctl(PR_CAPBSET_DROP, i, 0, 0, 0);
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  syscall(SYS_capset, &head, sets.words);
  return syscall(SYS_capget, &head, sets.words) == 0 && is_empty(&sets) && prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1;
}
