/*
** A process that runs a compiler and watches over it. It is forked from a host of which nothing is known: other threads may hold any
** lock at that moment, SIGCHLD may be ignored, and any children may be waited for by the host itself. So what runs in the worker calls
** only what a signal handler may call; the host hears from it through a socket and needs no exit code; and where the socket is closed,
** because the host does so or is no more, the worker ends itself and all that it has started.
**
** Worker and compiler are a process group of their own. They have no descriptors of the host.
*/
#ifndef GTS_WORKER_H
#define GTS_WORKER_H

#include <sys/types.h>

/* What the worker is to do. All pointers are to what was made before the fork. */
typedef struct Work {
  const char *program;          /* a path */
  char *const *arguments, *const *environment;
  int folder;                   /* where it runs */
  double seconds;               /* after so many it is ended */
} Work;

/* What the worker reports. */
typedef struct WorkReport {
  int status;                   /* as of waitpid, or one of these */
  char text[400];               /* the beginning of what the compiler said, ended by 0 */
} WorkReport;

enum { WORK_NOT_STARTED = -1, WORK_TOO_LONG = -2 };

/* Starts a worker; its number, and in *socket where it reports; -1, and errno, if it cannot be started. */
pid_t worker_start (const Work *work, int *socket);

/* Ends a worker that has not reported, or waits for one that has; closes the socket. Returns when it is gone. */
void worker_end (pid_t worker, int socket);

#endif
