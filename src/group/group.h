/*
** A group of worker processes without shared state, which exchange messages.
**
** The transport is a struct of six functions: rings in shared memory between processes of one machine (group/local.h), MPI between machines
** (the module gts.mpi). The functions of group.c are written with these six. No transport function blocks, so there is no deadlock.
**
** Work goes in rounds. In a round members send each other any number of messages; group_meet, a barrier, ends it: it returns when all
** members have called it, and every message of the round has been received. A member that has passed the barrier may send messages of the
** next round while others are in this one: so messages alternate between two lanes, and a member receives only those of its round. No
** member can be two rounds ahead.
*/
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GROUP_MESSAGE 32768     /* bytes of the longest message */
#define GROUP_TEXT 600          /* of why a member is gone, with the zero at its end */
#define GROUP_LANES 2

/* What members exchange at a barrier: sums and maxima over all members. */
enum { TALLY_SUMS = 6, TALLY_MOSTS = 4 };

typedef struct Tally {
  uint64_t sum[TALLY_SUMS];
  int64_t most[TALLY_MOSTS];
} Tally;

typedef struct Group Group;

struct Group {
  int rank, ranks;              /* which member this is, from 0; how many there are */

  /*
  ** The transport.
  **
  ** send: hands over a copy of a message of 1 to GROUP_MESSAGE bytes to another member, in a lane. Messages of one member to another
  ** in one lane come in the order in which they were sent. False: it cannot be taken now; receive what has come, and try again.
  */
  bool (*send) (Group *group, int to, int lane, const void *message, size_t size);
  /* The next message that has come in this lane, from whom, and its size; it is good until the next call. NULL: none has come. */
  const void *(*receive) (Group *group, int lane, int *from, size_t *size);
  /* Pauses until something may have come, or there may be room again, a hundredth of a second at most. */
  void (*wait) (Group *group);
  /* Is a member gone, by `quit` or because it was killed? Then why, into *why, and `text` of GROUP_TEXT. Cheap. */
  bool (*gone) (Group *group, int *why, char *text);
  /* Announces to all others, once, that this member leaves: `why` is the caller's number, `text` a message. Cannot fail. */
  void (*quit) (Group *group, int why, const char *text);
  /* Ends it: nothing is sent or received afterwards. Members of a local group end with their first one. Cannot fail. */
  void (*close) (Group *group);

  /* For the functions below. Receives each message; its first byte is the sender's, and not 0. */
  void (*take) (void *owner, int from, const unsigned char *message, size_t size);
  /* Called now and then while a function below waits; may leave the search. NULL: none. */
  void (*look) (void *owner);
  void *owner;
  int lane, ended;              /* members whose round is over, with their tallies: */
  Tally tally;
  uint64_t messages, bytes;     /* that were sent */
};

/* Initializes a group whose transport, rank and ranks are set, without any communication. Cannot fail. */
void group_open (Group *group);

/* Takes the next message; false: none has come. May leave by way of `take`. */
bool group_take (Group *group);

/* Takes all that has come. May leave by way of `take` or `look`. */
void group_pump (Group *group);

/* Sends a message, however long that takes; what comes meanwhile is taken. `take` must not call it. */
void group_post (Group *group, int to, const void *message, size_t size);

/* Sends a message, or returns false if it cannot be taken now. Never waits; `take` and `look` may call it. */
bool group_try_post (Group *group, int to, const void *message, size_t size);

/* Ends the round; *tally becomes that of all. */
void group_meet (Group *group, Tally *tally);

/* A group as Lua has it: a userdata with this metatable, which begins with a pointer to the group; NULL: it is closed. */
#define GROUP_OBJECT "gts.group"
