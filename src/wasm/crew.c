/* crew/local.h where no process can be copied: there are no crews. */
#include "crew/local.h"

#include <errno.h>
#include <stddef.h>

Crew *local_crew (int ranks) {
  (void)ranks;
  errno = ENOSYS;
  return NULL;
}
