/* Child processes. Only process_copy may lock, or call anything else that a signal handler must not. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

/*
** Starts a copy of this process, by fork, once all that is buffered has been written. Returns its number; 0 in the copy; -1, and
** errno, if there is none. The copy is killed when the thread that started it ends; it ignores SIGINT, and its input is empty.
*/
pid_t process_copy (void);

/* Does a child still run? If not, its status, as of waitpid, is in *status (NULL: not wanted), unless another has waited for it. */
bool process_runs (pid_t child, int *status);

/* Waits for the end of a child. Returns its status, as of waitpid; -1 if another has waited for it. */
int process_wait (pid_t child);

/* Kills a child, and waits for its end. Returns its status, as of waitpid; -1 if another has waited for it. */
int process_kill (pid_t child);

/* Closes all descriptors from `first` on. Cannot fail. */
void process_close_from (int first);

/* Has all signals do what they do in a new process, and blocks none. Until then they are to be blocked: handlers of the host would run. */
void process_reset_signals (void);
