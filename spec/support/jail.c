/*
** jail LOCKS ATTEMPT: native code in a worker's jail. It takes the locks ("all", "files": Landlock alone, "calls": the filter alone,
** "rights": no capabilities alone),
** and then does what no rules could even say, for the case that they have broken out of Lua. Exit codes: 0 it was done; 1 it was not,
** with an error; 2 wrong usage; 3 the lock cannot be had here. Or it is killed.
*/
#include <fcntl.h>
#include <linux/capability.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "worker/filter.h"
#include "worker/jail.h"
#include "worker/landlock.h"
#include "worker/rights.h"

#define MEMORY ((size_t)64 << 20)

static _Alignas(4096) char other_page[4096];

static int is_open (int descriptor) { return fcntl(descriptor, F_GETFD) >= 0; }

static int open_file (void) { return open("/etc/passwd", O_RDONLY) >= 0; }
static int open_old (void) { return syscall(SYS_openat, AT_FDCWD, "/etc/passwd", O_RDONLY) >= 0; }
static int list_folder (void) { return open("/", O_RDONLY | O_DIRECTORY) >= 0; }
static int create_file (void) { return open("/tmp/gts-jail-was-open", O_WRONLY | O_CREAT, 0600) >= 0; }
static int remove_file (void) { return unlink("/tmp/gts-jail-prey") == 0; }
static int rename_file (void) { return rename("/tmp/gts-jail-prey", "/tmp/gts-jail-taken") == 0; }
static int change_mode (void) { return chmod("/tmp/gts-jail-prey", 0777) == 0; }
static int make_folder (void) { return mkdir("/tmp/gts-jail-folder", 0700) == 0; }
static int memory_file (void) { return syscall(SYS_memfd_create, "x", 0) >= 0; }
static int internet (void) { return socket(AF_INET, SOCK_STREAM, 0) >= 0; }
static int local_socket (void) { return socket(AF_UNIX, SOCK_STREAM, 0) >= 0; }
static int packets (void) { return socket(AF_NETLINK, SOCK_RAW, 0) >= 0; }
static int make_process (void) { return fork() >= 0; }
static int make_thread (void) { return syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0) >= 0; }
static int run_program (void) { return execl("/bin/true", "true", (char *)NULL) == 0; }
static int trace (void) { return ptrace(PTRACE_TRACEME, 0, 0, 0) == 0; }
static int kill_parent (void) { return kill(getppid(), 0) == 0; }
static int kill_everything (void) { return syscall(SYS_tgkill, 1, 1, 0) == 0; }
static int type_for_user (void) { return ioctl(JAIL_CHANNEL, TIOCSTI, "x") == 0; }
static int read_memory (void) { return open("/proc/self/mem", O_RDWR) >= 0; }
static int name_space (void) { return unshare(CLONE_NEWUSER) == 0; }
static int ring (void) { return syscall(425, 1, NULL) >= 0; }   /* io_uring_setup */
static int write_code (void) { return mmap(NULL, 4096, PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED; }
static int copy_channel (void) { return dup(JAIL_CHANNEL) >= 0; }
static int other_output (void) { return write(7, "x", 1) == 1; }
static int handler (void) { return signal(SIGTERM, SIG_IGN) != SIG_ERR; }
static int wait_longer (void) { alarm(60); return alarm(0) != 0; }

static int page_of_code (void) {
  void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return page != MAP_FAILED && mprotect(page, 4096, PROT_READ | PROT_EXEC) == 0;
}

static int raise_limit (void) {
  struct rlimit none = {RLIM_INFINITY, RLIM_INFINITY};
  return setrlimit(RLIMIT_AS, &none) == 0;
}

static int much_memory (void) { return mmap(NULL, 2 * MEMORY, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED; }

static int advise (void) { return madvise(other_page, sizeof other_page, MADV_WILLNEED) == 0; }

/* The clock of another process, as clock_getcpuclockid has it; and one of the system that is none of ours. */
static int other_clock (void) {
  struct timespec now;
  return syscall(SYS_clock_gettime, (clockid_t)(~(unsigned)getppid() << 3 | 2), &now) == 0;
}
static int system_clock (void) {
  struct timespec now;
  return syscall(SYS_clock_gettime, CLOCK_BOOTTIME, &now) == 0;
}

/* Is there a capability in any set, or could one be had? */
static int rights (void) {
  struct __user_cap_header_struct head = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct sets[2];
  unsigned any = syscall(SYS_capget, &head, sets) != 0 || prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1;
  for (int i = 0; i < 2; i++) any |= sets[i].effective | sets[i].permitted | sets[i].inheritable;
  for (unsigned long i = 0; geteuid() == 0 && i < 64; i++)
    any |= prctl(PR_CAPBSET_READ, i, 0, 0, 0) > 0 || prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_IS_SET, i, 0, 0) > 0;
  return any != 0;
}

/* What has to work, so that the failures above are no accident: memory, and the channel. */
static int allowed (void) {
  static const int clocks[] = {CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_PROCESS_CPUTIME_ID, CLOCK_THREAD_CPUTIME_ID};
  struct timespec now;
  char *block = malloc(MEMORY / 4);
  for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++)
    if (syscall(SYS_clock_gettime, clocks[i], &now) != 0) return 0;
  if (clock() == (clock_t)-1 || madvise(other_page, sizeof other_page, MADV_DONTNEED) != 0) return 0;
  madvise(other_page, sizeof other_page, MADV_HUGEPAGE);        /* a kernel may have none */
  return block && memset(block, 1, MEMORY / 4) && write(JAIL_CHANNEL, "x", 1) == 1;
}

/* Was something inherited? Asked before the locks. */
static int descriptors (void) {
  for (int i = 3; i < 1000; i++)
    if (is_open(i)) return 1;
  return 0;
}

static const struct { const char *name; int (*attempt) (void); } attempts[] = {
  {"open", open_file}, {"openat", open_old}, {"list", list_folder}, {"create", create_file}, {"unlink", remove_file},
  {"rename", rename_file}, {"chmod", change_mode}, {"mkdir", make_folder}, {"memfd", memory_file}, {"internet", internet},
  {"local", local_socket}, {"netlink", packets}, {"fork", make_process}, {"clone", make_thread}, {"exec", run_program},
  {"ptrace", trace}, {"kill", kill_parent}, {"tgkill", kill_everything}, {"ioctl", type_for_user}, {"mem", read_memory},
  {"unshare", name_space}, {"io_uring", ring}, {"mmap-exec", write_code}, {"mprotect-exec", page_of_code}, {"dup", copy_channel},
  {"write", other_output}, {"sigaction", handler}, {"alarm", wait_longer}, {"setrlimit", raise_limit}, {"memory", much_memory},
  {"madvise", advise}, {"clock", other_clock}, {"boottime", system_clock}, {"rights", rights}, {"allowed", allowed},
};

/* Takes the locks; false if they cannot be had here. */
static int take (const char *locks) {
  if (strcmp(locks, "files") == 0) return landlock_lock();
  if (strcmp(locks, "calls") == 0) return filter_lock(JAIL_CHANNEL);
  if (strcmp(locks, "rights") == 0) return rights_drop();
  unsigned had = jail_lock(MEMORY);
  if (strcmp(locks, "memory") == 0) return (had & JAIL_MEMORY) != 0;
  return (had & JAIL_CALLS) != 0;
}

int main (int argc, char **argv) {
  if (argc != 3) return 2;
  jail_limit(10, (size_t)8 << 20);
  if (strcmp(argv[2], "descriptors") == 0) _exit(descriptors());
  for (size_t i = 0; i < sizeof attempts / sizeof *attempts; i++)
    if (strcmp(attempts[i].name, argv[2]) == 0) {
      if (strcmp(argv[1], "none") != 0 && !take(argv[1])) _exit(3);
      _exit(!attempts[i].attempt());
    }
  return 2;
}
