/*
** A process that has a unit compiled, seals what comes of it, and names it in the folder of units. It is forked from a host of which
** nothing is known: other threads may hold any lock at that moment, SIGCHLD may be ignored, and any children may be waited for by the host
** itself. So what runs in the worker calls only what a signal handler may call, and it is no child of the host, which hears from it through
** a socket.
**
** A worker outlives its host. As long as a search waits for it, it has the time that it was given; from then on, and where the host has
** ended in whatever way, it runs in the background: there is at most one such worker for each folder of units, and it has less time. A
** worker whose draft is removed ends, too. However it ends, the compiler and all that this has started end with it, and no draft is left.
**
** It leads a new session, so that no terminal reaches it, with nothing of the host but the draft, which is locked until it ends.
*/
#pragma once

#include "system/folder.h"

/* The files of a draft, as the compiler's arguments name them. */
#define WORK_SOURCE "unit.c"
#define WORK_MADE "unit.so"

/* The name of its process in lists: it is forked, and would have that of its host. */
#define WORK_PROCESS "gts-compiler"

/* The worker's job. All pointers are to what was made before the fork. */
typedef struct Work {
  const char *program;          /* a path */
  char *const *const *commands; /* lists of arguments, ended by NULL: the next is tried where one fails soon */
  char *const *environment;
  const Folder *folder;
  FolderDraft draft;            /* where the compiler runs; it has the source */
  const char *name;             /* of the unit, in the folder */
  double seconds, background;   /* how long a compiler may take, and how long from the moment on when no search waits for it */
  int niceness;                 /* of the compiler, added to that of the host */
  bool takes_turns;             /* where there is one processor, no other runs for this folder that does so, too */
} Work;

/* The worker's report. */
typedef struct WorkReport {
  int status;                   /* of the compiler, as of waitpid; or one of these */
  int error;                    /* errno, if what was made cannot be kept */
  int way;                      /* the index of the last command */
  char text[400];               /* the beginning of what the compiler said, ended by 0 */
} WorkReport;

enum { WORK_NOT_STARTED = -1, WORK_TOO_LONG = -2, WORK_NOT_SEALED = -3, WORK_NOT_NAMED = -4, WORK_YIELDED = -5 };

/* Starts a worker. The descriptor where it reports, by one WorkReport; to shut it down for writing signals to the worker that no search
** waits any more. -1, and errno, if it cannot be started. The draft is the worker's from then on, and closed here, in any case. */
int worker_start (Work *work);
