/* Calls to the system that emscripten's library does not have. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST 64

/* Files without a name, which are gone when they are closed. Here a file that is open needs its name: it is taken from it later. */
static struct Nameless {
  int file;
  ino_t is;             /* 0: none */
} nameless[MOST];

static void write_name (char name[32], int i) { snprintf(name, 32, "/nameless-%d", i); }

static int is_open (const struct Nameless *one) {
  struct stat now;
  return one->is != 0 && fstat(one->file, &now) == 0 && now.st_ino == one->is;
}

int memfd_create (const char *unused, unsigned flags) {
  char name[32];
  struct stat made;
  (void)unused, (void)flags;
  for (int i = 0; i < MOST; i++) {
    if (is_open(&nameless[i])) continue;
    write_name(name, i);
    unlink(name);
    nameless[i].is = 0;
  }
  for (int i = 0; i < MOST; i++) {
    if (nameless[i].is != 0) continue;
    write_name(name, i);
    const int file = open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
    if (file >= 0 && fstat(file, &made) == 0) nameless[i] = (struct Nameless){file, made.st_ino};
    return file;
  }
  errno = EMFILE;
  return -1;
}

int prctl (int operation, ...) {
  (void)operation;
  errno = ENOSYS;
  return -1;
}
