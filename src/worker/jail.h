/*
** What holds the worker, beside Lua: limits, and after them two locks that nothing in the process can open again. The order is
** jail_limit; then all that has to be read and loaded; then jail_lock; and only then whatever is not trusted.
*/
#pragma once

#include <stddef.h>

enum { JAIL_CHANNEL = 0 };      /* the descriptor that stays open: a socket in the place of the standard input */

/* The means that jail_lock could use, as bits. */
enum {
  JAIL_MEMORY = 1,              /* the address space is limited: not under a sanitizer, which needs all of it */
  JAIL_FILES = 2,               /* Landlock: no file, no address of the network */
  JAIL_CALLS = 4,               /* seccomp: no system call but those for memory, the clock, the channel and the end */
  JAIL_RIGHTS = 8               /* no capability, nor any way to one */
};

/*
** The process dies with its parent, dumps no core, and closes all descriptors but the first three. It may take `seconds` of the
** processor (the parent watches the clock) and `stack` bytes of stack. Cannot fail: what a system refuses here the locks hold as well.
*/
void jail_limit (double seconds, size_t stack);

/*
** Locks the process: `memory` bytes more of memory than it has now, no new descriptor, no process, no file; JAIL_CHANNEL alone stays
** open. Returns the set of what could be had.
*/
unsigned jail_lock (size_t memory);
