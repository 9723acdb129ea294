#include "binding/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"

#define ABOVE 10        /* descriptors from here on are out of the way of those that a process begins with */

/* What a compiler may take. */
#define MOST_MEMORY ((rlim_t)2 << 30)
#define MOST_FILE ((rlim_t)64 << 20)
#define MOST_SECONDS ((rlim_t)60)

/* In the worker: nothing here may lock, or ask for memory. */

static _Noreturn void end_all (void) {
  if (getpgrp() == getpid()) kill(0, SIGKILL);
  _exit(1);
}

static void close_from (int first) {
#ifdef SYS_close_range
  if (syscall(SYS_close_range, (unsigned)first, ~0u, 0u) == 0) return;
#endif
  struct rlimit files;
  int most = 65536;
  if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur < (rlim_t)most) most = (int)files.rlim_cur;
  for (int file = first; file < most; file++) close(file);
}

/* Signals do what they do in a new process. They are blocked until then: the handlers of the host are not for us. */
static void reset_signals (void) {
  struct sigaction action = {.sa_handler = SIG_DFL};
  sigset_t none;
  sigemptyset(&none);
  sigemptyset(&action.sa_mask);
  for (int number = 1; number < NSIG; number++) sigaction(number, &action, NULL);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

static void limit (int what, rlim_t most) {
  struct rlimit old;
  if (getrlimit(what, &old) != 0) return;
  rlim_t is = old.rlim_max < most ? old.rlim_max : most;
  setrlimit(what, &(struct rlimit){is, is});
}

static _Noreturn void run_compiler (const Work *work, int output) {
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  close_from(STDERR_FILENO + 1);
  limit(RLIMIT_AS, MOST_MEMORY);
  limit(RLIMIT_FSIZE, MOST_FILE);
  limit(RLIMIT_CPU, MOST_SECONDS);
  limit(RLIMIT_CORE, 0);
  execve(work->program, work->arguments, work->environment);
  static const char text[] = "it cannot be started";
  (void)!write(STDERR_FILENO, text, sizeof text - 1);
  _exit(127);
}

static void report (int socket, const WorkReport *made) {
  while (send(socket, made, sizeof *made, MSG_NOSIGNAL) < 0 && errno == EINTR) {}
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

/* Waits until the compiler has ended, which is when nobody holds its output any more. */
static void watch (const Work *work, int socket, int output) {
  WorkReport made = {.status = WORK_TOO_LONG};
  size_t length = 0;
  double until = clock_now() + work->seconds;
  struct pollfd files[2] = {{.fd = socket, .events = POLLIN}, {.fd = output, .events = POLLIN}};
  do {
    double left = until - clock_now();
    int ready = poll(files, 2, left > 1000 ? 1000000 : left > 0 ? (int)(left * 1000) + 1 : 0);
    if (ready > 0 && files[0].revents) end_all();       /* nobody wants it any more */
    if (left <= 0) {
      report(socket, &made);
      end_all();
    }
  } while (!files[1].revents || listen_to(output, &made, &length));
  pid_t got;
  while ((got = wait(&made.status)) < 0 && errno == EINTR) {}
  if (got < 0) made.status = WORK_NOT_STARTED;
  report(socket, &made);
}

static pid_t fork_safely (void) {
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 34)
  return _Fork();
#else
  return fork();
#endif
}

static _Noreturn void work_on (const Work *work, int socket) {
  int output[2], nowhere = open("/dev/null", O_RDWR);
  setpgid(0, 0);
  socket = fcntl(socket, F_DUPFD, ABOVE);
  if (nowhere < 0 || socket < 0 || fchdir(work->folder) != 0) _exit(1);
  for (int stream = 0; stream <= 2; stream++) dup2(nowhere, stream);
  reset_signals();
  if (pipe(output) != 0 || (output[1] = fcntl(output[1], F_DUPFD, ABOVE)) < 0) _exit(1);
  pid_t compiler = fork_safely();
  if (compiler == 0) run_compiler(work, output[1]);
  enum { SOCKET = 3, OUTPUT, AFTER };
  output[0] = fcntl(output[0], F_DUPFD, ABOVE);
  dup2(socket, SOCKET);
  dup2(output[0], OUTPUT);
  close_from(AFTER);
  if (compiler < 0) report(SOCKET, &(WorkReport){.status = WORK_NOT_STARTED, .text = "no process can be started"});
  else watch(work, SOCKET, OUTPUT);
  _exit(0);
}

/* In the host. */

pid_t worker_start (const Work *work, int *socket) {
  int ends[2];
  sigset_t all, before;
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return -1;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t worker = fork();
  if (worker == 0) work_on(work, ends[1]);
  int failure = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  close(ends[1]);
  *socket = ends[0];
  if (worker < 0) close(ends[0]);
  errno = failure;
  return worker;
}

void worker_end (pid_t worker, int socket) {
  WorkReport made;
  shutdown(socket, SHUT_WR);
  /* Until the other end is closed. */
  for (ssize_t got; (got = recv(socket, &made, sizeof made, 0)) > 0 || (got < 0 && errno == EINTR); ) {}
  close(socket);
  /* The host may have done so before us, or have the system do it. */
  while (waitpid(worker, NULL, 0) < 0 && errno == EINTR) {}
}
