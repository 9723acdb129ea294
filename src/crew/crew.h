/*
** A crew: worker processes without shared state, which exchange messages.
**
** What carries the messages is a struct of six functions: rings in shared memory between processes
** of one machine (crew/local.h), MPI between machines (the module gts.mpi). All else is made of
** them in crew.c: they never block, so there is no deadlock.
**
** Work goes in rounds. In a round members send each other any number of messages; crew_meet, a
** barrier, ends it: it returns when all members have called it, and every message of the round has
** been taken. A member that is through may send messages of the next round while others are in this
** one: so messages lie in two lanes, by turns, and a member takes only those of its round. No
** member can be two rounds ahead.
*/
#ifndef GTS_CREW_H
#define GTS_CREW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CREW_MESSAGE 32768      /* bytes of the longest message */
#define CREW_TEXT 600           /* of why a member is gone, with the zero at its end */
#define CREW_LANES 2

/* What members tell each other when they meet: sums of all, and the most of all. */
enum { TALLY_SUMS = 6, TALLY_MOSTS = 4 };

typedef struct Tally {
  uint64_t sum[TALLY_SUMS];
  int64_t most[TALLY_MOSTS];
} Tally;

typedef struct Crew Crew;

struct Crew {
  int rank, ranks;              /* which member this is, from 0; how many there are */

  /*
  ** The transport.
  **
  ** send: hands over a copy of a message of 1 to CREW_MESSAGE bytes to another member, in a lane. Messages of one member to another
  ** in one lane come in the order in which they were sent. False: it cannot be taken now; receive what has come, and try again.
  */
  bool (*send) (Crew *crew, int to, int lane, const void *message, size_t size);
  /* The next message that has come in this lane, from whom, and its size; it is good until the next call. NULL: none has come. */
  const void *(*receive) (Crew *crew, int lane, int *from, size_t *size);
  /* Pauses until something may have come, or there may be room again, a hundredth of a second at most. */
  void (*wait) (Crew *crew);
  /* Is a member gone, by `quit` or because it was killed? Then why, into *why, and `text` of CREW_TEXT. Cheap. */
  bool (*gone) (Crew *crew, int *why, char *text);
  /* Tells all others, once, that this member goes: `why` is a number of the caller's, `text` a message. Cannot fail. */
  void (*quit) (Crew *crew, int why, const char *text);
  /* Ends it: nothing is sent or received afterwards. Members of a local crew end with their first one. Cannot fail. */
  void (*close) (Crew *crew);

  /* For the functions below. Receives each message; its first byte is the sender's, and not 0. */
  void (*take) (void *owner, int from, const unsigned char *message, size_t size);
  /* Called now and then while a function below waits; may leave the search. NULL: none. */
  void (*look) (void *owner);
  void *owner;
  int lane, ended;              /* members whose round is over, with what they tell: */
  Tally tally;
  uint64_t messages, bytes;     /* that were sent */
};

/*
** Initializes a crew whose transport, rank and ranks are set, without any communication. Cannot
** fail.
*/
void crew_open (Crew *crew);

/* Takes the next message; false: none has come. May leave by way of `take`. */
bool crew_take (Crew *crew);

/* Takes all that has come. May leave by way of `take` or `look`. */
void crew_pump (Crew *crew);

/* Sends a message, however long that takes; what comes meanwhile is taken. `take` must not call it. */
void crew_post (Crew *crew, int to, const void *message, size_t size);

/*
** Sends a message, or returns false if it cannot be taken now. Never waits; `take` and `look` may
** call it.
*/
bool crew_try_post (Crew *crew, int to, const void *message, size_t size);

/* Ends the round; *tally becomes that of all. */
void crew_meet (Crew *crew, Tally *tally);

/* A crew as Lua has it: a userdata with this metatable, which begins with a pointer to the crew; NULL: it is closed. */
#define CREW_OBJECT "gts.crew"

#endif
