#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

const char *file_misfit (mode_t mode) {
  if (S_ISREG(mode)) return NULL;
  if (S_ISDIR(mode)) return "is a folder";
  if (S_ISLNK(mode)) return "is a link to another file";
  return "is a device or a pipe, not a file";
}

int file_open (int folder, const char *name, int flags, const char **wrong) {
  struct stat status;
  const int file = openat(folder, name, flags | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0666);
  *wrong = file < 0 || fstat(file, &status) != 0 ? strerror(errno) : file_misfit(status.st_mode);
  if (*wrong == NULL) return file;
  if (file < 0) {               /* what cannot be opened: a folder for writing, a pipe without a reader, a socket */
    const int error = errno;
    const char *misfit = fstatat(folder, name, &status, flags & O_NOFOLLOW ? AT_SYMLINK_NOFOLLOW : 0) == 0 ?
                         file_misfit(status.st_mode) : NULL;
    if (misfit) *wrong = misfit;
    errno = error;
    return -1;
  }
  close(file);
  errno = EINVAL;
  return -1;
}

int file_make (int folder, const char *name, int flags) {
  unlinkat(folder, name, 0);
  return openat(folder, name, flags | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

#ifdef __EMSCRIPTEN__

void file_limit_begin (FileLimit *limit) { *limit = (FileLimit){.pending = false}; }

void file_limit_end (const FileLimit *limit) { (void)limit; }

#else

static void only_limit (sigset_t *set) {
  sigemptyset(set);
  sigaddset(set, SIGXFSZ);
}

static bool is_pending (void) {
  sigset_t now;
  return sigpending(&now) == 0 && sigismember(&now, SIGXFSZ);
}

void file_limit_begin (FileLimit *limit) {
  const int error = errno;
  sigset_t set;
  only_limit(&set);
  pthread_sigmask(SIG_BLOCK, &set, &limit->before);
  limit->pending = sigismember(&limit->before, SIGXFSZ) && is_pending();
  errno = error;
}

void file_limit_end (const FileLimit *limit) {
  const int error = errno;
  const struct timespec none = {0, 0};
  sigset_t set;
  only_limit(&set);
  if (!limit->pending && is_pending()) sigtimedwait(&set, NULL, &none);
  pthread_sigmask(SIG_SETMASK, &limit->before, NULL);
  errno = error;
}

#endif

/* Writes bytes, where the file stands if `offset` is below 0. */
static bool put_all (int file, const char *bytes, size_t size, off_t offset) {
  FileLimit limit;
  bool good = true;
  file_limit_begin(&limit);
  while (size > 0 && good) {
    const ssize_t done = offset < 0 ? write(file, bytes, size) : pwrite(file, bytes, size, offset);
    if (done < 0 && errno == EINTR) continue;
    if (done == 0) errno = EIO;
    good = done > 0;
    bytes += good ? done : 0;
    size -= good ? (size_t)done : 0;
    if (good && offset >= 0) offset += (off_t)done;
  }
  file_limit_end(&limit);
  return good;
}

bool file_write (int file, const void *bytes, size_t size) { return put_all(file, bytes, size, -1); }

bool file_write_at (int file, const void *bytes, size_t size, uint64_t offset) { return put_all(file, bytes, size, (off_t)offset); }

bool file_read_at (int file, void *bytes, size_t size, uint64_t offset) {
  char *to = bytes;
  while (size > 0) {
    const ssize_t done = pread(file, to, size, (off_t)offset);
    if (done < 0 && errno == EINTR) continue;
    if (done == 0) errno = 0;
    if (done <= 0) return false;
    to += done;
    size -= (size_t)done;
    offset += (uint64_t)done;
  }
  return true;
}
