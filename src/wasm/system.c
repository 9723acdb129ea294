/* Calls to the system that emscripten's library does not have: they fail, as those that it has. */
#include <errno.h>
#include <sys/mman.h>
#include <sys/prctl.h>

int memfd_create (const char *name, unsigned flags) {
  (void)name;
  (void)flags;
  errno = ENOSYS;
  return -1;
}

int prctl (int operation, ...) {
  (void)operation;
  errno = ENOSYS;
  return -1;
}
