/* group/local.h where no process can be copied: there are no groups. */
#include "group/local.h"

#include <errno.h>
#include <stddef.h>

Group *local_group (int ranks) {
  (void)ranks;
  errno = ENOSYS;
  return NULL;
}
