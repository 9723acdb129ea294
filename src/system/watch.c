#include "system/watch.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/process.h"
#include "base/wait.h"
#include "system/digest.h"

#define ABOVE 10        /* descriptors from here on are out of the way of those that a process begins with */
#define LOOK 100        /* milliseconds between two looks whether the draft is still there */
#define SOON 10.0       /* seconds after which a compiler that fails is not tried with the next command */

/* Limits of a compiler. */
#define MOST_MEMORY ((rlim_t)2 << 30)
#define MOST_FILE ((rlim_t)64 << 20)
#define MOST_SECONDS ((rlim_t)60)

/* In the worker: nothing here may lock, or ask for memory. */

/* Its descriptors, from the first that no program begins with. */
enum { SOCKET = 3, DRAFT, FOLDER, AFTER };

typedef struct Worker {
  const Work *work;
  FolderDraft draft;
  Folder folder;
  double until;                 /* when its time is over */
  bool background;
  int lock;                     /* the folder, locked; -1: it is not */
  WorkReport made;
} Worker;

static void limit (int what, rlim_t most) {
  struct rlimit old;
  if (getrlimit(what, &old) != 0) return;
  rlim_t is = old.rlim_max < most ? old.rlim_max : most;
  setrlimit(what, &(struct rlimit){is, is});
}

static pid_t fork_safely (void) {
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 34)
  return _Fork();
#else
  return fork();
#endif
}

static _Noreturn void run_compiler (const Work *work, char *const *arguments, int output) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  process_close_from(STDERR_FILENO + 1);
  limit(RLIMIT_AS, MOST_MEMORY);
  limit(RLIMIT_FSIZE, MOST_FILE);
  limit(RLIMIT_CPU, MOST_SECONDS);
  limit(RLIMIT_CORE, 0);
  setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + work->niceness);
  execve(work->program, arguments, work->environment);
  static const char text[] = "it cannot be started";
  (void)!write(STDERR_FILENO, text, sizeof text - 1);
  _exit(127);
}

/* Reads what the compiler says, as much of it as is reported. False: its end has come. */
static bool listen_to (int output, WorkReport *made, size_t *length) {
  char more[400];
  ssize_t count = read(output, more, sizeof more);
  if (count < 0) return errno == EINTR;
  size_t room = sizeof made->text - 1 - *length, taken = (size_t)count < room ? (size_t)count : room;
  memcpy(made->text + *length, more, taken);
  *length += taken;
  return count > 0;
}

/* Locks the folder until the worker ends. False: another worker has locked it. */
static bool lock_folder (Worker *w) {
  if (w->lock < 0) w->lock = openat(FOLDER, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  return w->lock < 0 || flock(w->lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

/* No search waits any more. False: another worker is in the background already. */
static bool go_to_background (Worker *w) {
  double until = clock_now() + w->work->background;
  w->background = true;
  if (until < w->until) w->until = until;
  return lock_folder(w);
}

static bool has_draft (void) {
  struct stat status;
  return fstatat(DRAFT, WORK_SOURCE, &status, AT_SYMLINK_NOFOLLOW) == 0;
}

/* Waits until no other compiler runs, where there is one processor for all. False: the time is over, or no search waits. */
static bool take_turn (Worker *w) {
  if (!w->work->takes_turns || wait_processors() > 1) return true;
  while (!lock_folder(w)) {
    struct pollfd socket = {.fd = SOCKET, .events = POLLIN};
    w->made.status = clock_now() >= w->until ? WORK_TOO_LONG : WORK_YIELDED;
    if (w->made.status == WORK_TOO_LONG || !has_draft() || poll(&socket, 1, LOOK / 10) > 0) return false;
  }
  return true;
}

/* Waits for the end of the compiler, which is when no process holds its output any more. False: it has to be ended. */
static bool watch (Worker *w, int output) {
  size_t length = 0;
  bool more = true;
  while (more) {
    struct pollfd files[2] = {{.fd = output, .events = POLLIN},
                              {.fd = w->background ? -1 : SOCKET, .events = POLLIN}};
    int ready = poll(files, 2, LOOK);
    bool late = clock_now() >= w->until;
    w->made.status = late ? WORK_TOO_LONG : WORK_YIELDED;
    if (late || !has_draft()) return false;
    if (ready > 0 && files[1].revents && !go_to_background(w)) return false;
    if (ready > 0 && files[0].revents) more = listen_to(output, &w->made, &length);
  }
  return true;
}

/* Ends all that the compiler has started, and waits until it is gone: it would write into the draft. */
static void end_compiler (pid_t compiler, int output) {
  enum { PATIENCE = 1000 };
  char rest[400];
  struct pollfd file = {.fd = output, .events = POLLIN};
  kill(-compiler, SIGKILL);
  kill(compiler, SIGKILL);      /* before it has a group */
  process_wait(compiler);
  while (poll(&file, 1, PATIENCE) > 0 && read(output, rest, sizeof rest) > 0) {}
}

/* Runs a compiler. False: it was ended, or could not be started; w->made says so. */
static bool compile (Worker *w, char *const *arguments) {
  int output[2];
  w->made = (WorkReport){.status = WORK_NOT_STARTED, .way = w->made.way};
  unlinkat(DRAFT, WORK_MADE, 0);
  if (pipe(output) != 0) return false;
  pid_t compiler = fork_safely();
  if (compiler == 0) run_compiler(w->work, arguments, output[1]);
  close(output[1]);
  bool ended = compiler > 0 && watch(w, output[0]);
  if (compiler > 0 && !ended) end_compiler(compiler, output[0]);
  close(output[0]);
  if (!ended) return false;
  w->made.status = process_wait(compiler);
  return w->made.status >= 0;
}

static bool has_succeeded (int status) { return status >= 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0; }

/* Seals what the compiler has made, and names it in the folder of units. */
static void keep (Worker *w) {
  int file = folder_open(DRAFT, WORK_MADE, O_RDWR);
  w->made.status = WORK_NOT_SEALED;
  if (file < 0) {
    w->made.error = errno;
    return;
  }
  bool sealed = checksum_file(file);
  if (close(file) != 0 || !sealed || !has_draft()) return;
  w->made.status = renameat(DRAFT, WORK_MADE, FOLDER, w->work->name) == 0 ? 0 : WORK_NOT_NAMED;
  w->made.error = errno;
}

/* Does all of the work, removes the draft, and then says what came of it. */
static _Noreturn void work_on (const Work *work) {
  double began = clock_now();
  Worker w = {.work = work, .draft = work->draft, .folder = {FOLDER, work->folder->path},
              .until = began + work->seconds, .lock = -1};
  w.draft.at = DRAFT;
  for (bool turn = take_turn(&w); turn && work->commands[w.made.way]; w.made.way++) {
    if (!compile(&w, work->commands[w.made.way]) || has_succeeded(w.made.status)) break;
    if (clock_now() - began > SOON || !work->commands[w.made.way + 1]) break;
  }
  if (has_succeeded(w.made.status)) keep(&w);
  folder_remove(&w.folder, &w.draft);
  while (send(SOCKET, &w.made, sizeof w.made, MSG_NOSIGNAL) < 0 && errno == EINTR) {}
  _exit(0);
}

/* Leaves the terminal, the signals and the files of the host, and the host itself: this process is no child of it. */
static _Noreturn void leave_host (const Work *work, int socket) {
  int kept[] = {socket, work->draft.at, work->folder->at};
  int nowhere = open("/dev/null", O_RDWR);
  if (nowhere < 0 || fchdir(work->draft.at) != 0) _exit(1);
  setsid();
  prctl(PR_SET_NAME, WORK_PROCESS);
  for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
    if ((kept[i] = fcntl(kept[i], F_DUPFD, ABOVE)) < 0) _exit(1);
  for (int stream = 0; stream <= 2; stream++) dup2(nowhere, stream);
  for (int i = 0; i < (int)(sizeof kept / sizeof *kept); i++) dup2(kept[i], SOCKET + i);
  process_close_from(AFTER);
  process_reset_signals();
  pid_t worker = fork_safely();
  if (worker != 0) _exit(worker < 0);
  work_on(work);
}

/* In the host. */

int worker_start (Work *work) {
  int ends[2] = {-1, -1};
  sigset_t all, before;
  pid_t first = -1;
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) == 0) {
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    first = fork();
    if (first == 0) leave_host(work, ends[1]);
    int failure = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = failure;
  }
  int failure = errno;
  if (first < 0) folder_remove(work->folder, &work->draft);
  else close(work->draft.at);
  work->draft.at = -1;
  /* The host may have done so before us, or have the system do it. */
  if (first > 0) process_wait(first);
  if (ends[1] >= 0) close(ends[1]);
  if (first < 0 && ends[0] >= 0) close(ends[0]);
  errno = failure;
  return first < 0 ? -1 : ends[0];
}
