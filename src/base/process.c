#include "base/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
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
