#include "program/leaving.h"

#include <errno.h>
#include <stddef.h>
#include <termios.h>
#include <unistd.h>

static const int leaving[] = {SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGALRM, SIGUSR1, SIGUSR2, SIGTSTP};
enum { LEAVING = sizeof leaving / sizeof *leaving };

static struct sigaction before[LEAVING];
static struct termios cooked;           /* the terminal before a line is edited */
static volatile sig_atomic_t *terminal_changed;

/* Calls only what is safe in a handler: signal-safety(7). */
static void on_leaving (int number) {
  int why = errno;
  struct sigaction ours, theirs = {.sa_handler = SIG_DFL};
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, number);
  if (write(STDOUT_FILENO, PASTES_OFF, sizeof PASTES_OFF - 1) >= 0) tcsetattr(STDIN_FILENO, TCSANOW, &cooked);
  sigaction(number, &theirs, &ours);
  raise(number);
  sigprocmask(SIG_UNBLOCK, &one, NULL);         /* ended here; or stopped until SIGCONT */
  sigprocmask(SIG_BLOCK, &one, NULL);
  sigaction(number, &ours, NULL);
  *terminal_changed = 1;
  errno = why;
}

void leaving_begin (volatile sig_atomic_t *changed) {
  struct sigaction action = {.sa_handler = on_leaving};
  sigemptyset(&action.sa_mask);
  terminal_changed = changed;
  tcgetattr(STDIN_FILENO, &cooked);
  for (int i = 0; i < LEAVING; i++) {
    sigaction(leaving[i], NULL, &before[i]);
    if (!(before[i].sa_flags & SA_SIGINFO) && before[i].sa_handler == SIG_DFL) sigaction(leaving[i], &action, NULL);
  }
}

void leaving_end (void) {
  for (int i = 0; i < LEAVING; i++) sigaction(leaving[i], &before[i], NULL);
}
