/*
** What the engine asks of the program it lives in: memory, a way out, and whether Ctrl-C was
** pressed. The engine itself never prints, never exits and never calls malloc.
*/
#pragma once

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

/* Why a search ended before its end. */
typedef enum Stop {
  STOP_NONE, STOP_TIME, STOP_NODES, STOP_MEMORY, STOP_INTERRUPTED, STOP_PROGRESS,
  STOP_ITERATIONS,      /* the algorithm's own limit: its iterations are used up */
  STOP_SUPERSEDED,      /* the program has something better to do: the answer is of no interest */
  STOP_HELPS            /* this is a forked process from here on, and helps its parent with the search */
} Stop;

typedef struct Host Host;

struct Host {
  /* As realloc; new_size 0 frees and returns NULL. NULL on failure, with the old block untouched. */
  void *(*allocate) (Host *host, void *block, size_t old_size, size_t new_size);
  /* Leaves the search for good, unwinding every C frame of it. Never returns. The answer so far stays in the search. */
  void (*leave) (Host *host, Stop why);
  /* Leaves the search like `leave`, with an error: its message, in the format of printf. Never returns. */
  void (*fail) (Host *host, const char *format, ...) __attribute__((format(printf, 2, 3)));
  /*
  ** Does `work`; true if it came to its end. Else it was left: *why says so; or it failed, and the message is written to `text`, which has
  ** room for `room` characters. For helpers of a search: see search/share.h.
  */
  bool (*protect) (Host *host, void (*work) (void *of), void *of, Stop *why, char *text, size_t room);
  /* Set to non-zero from a signal handler, or from another thread, atomically: the search stops at its next look. */
  const volatile sig_atomic_t *interrupted;
  char *lack;           /* room for HOST_TEXT characters, see host_lack; NULL: want of memory or room is an error */
};

#define HOST_TEXT 500

/*
** Leaves the search for want of memory, or of room of another kind: with STOP_MEMORY and the message in host->lack, so that the caller can
** go on by other means; or as `fail` does. The message is in the format of printf. Never returns.
*/
void host_lack (Host *host, const char *format, ...) __attribute__((noreturn, format(printf, 2, 3)));

/* The format of values in messages: as few digits as the value needs. */
#define VALUE_FORMAT "%.14g"
