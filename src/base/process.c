#include "base/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

pid_t process_copy (void) {
  const pid_t parent = getpid();
  fflush(NULL);                 /* what is not yet written is ours alone */
  const pid_t copy = fork();
  if (copy != 0) return copy;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  signal(SIGINT, SIG_IGN);
  const int nowhere = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (nowhere >= 0) dup2(nowhere, STDIN_FILENO);
  return 0;
}

bool process_runs (pid_t child, int *status) { return waitpid(child, status, WNOHANG) == 0; }

int process_wait (pid_t child) {
  int status = -1;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  return status;
}

int process_kill (pid_t child) {
  kill(child, SIGKILL);
  return process_wait(child);
}

void process_close_from (int first) {
#ifdef SYS_close_range
  if (syscall(SYS_close_range, (unsigned)first, ~0u, 0u) == 0) return;
#endif
  struct rlimit files;
  int most = 65536;
  if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur < (rlim_t)most) most = (int)files.rlim_cur;
  for (int file = first; file < most; file++) close(file);
}

void process_reset_signals (void) {
  struct sigaction action = {.sa_handler = SIG_DFL};
  sigset_t none;
  sigemptyset(&none);
  sigemptyset(&action.sa_mask);
  for (int number = 1; number < NSIG; number++) sigaction(number, &action, NULL);
  sigprocmask(SIG_SETMASK, &none, NULL);
}
