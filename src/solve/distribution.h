/*
** Distribution of positions over the members of a group: each position belongs to the owner of its shard, which alone keeps it.
**
** What another member owns is put into a box for it: in the first pass successors; in the second questions, what a successor is preference,
** and edges between positions of one tier. A full box is sorted by keys, duplicates are removed, and keys delta-coded. Answers come in the
** order of their questions: so a question carries nothing but the key.
*/
#pragma once

#include "group/group.h"
#include "search/search.h"
#include "solve/part.h"
#include "solve/store.h"

typedef struct Analysis Analysis;
typedef struct Batch Batch;

/* What is in a box. A byte, the first of a message; answers and results of propagation are messages only. */
enum { BOX_ROWS, BOX_QUESTIONS, BOX_EDGES, BOXES, MESSAGE_ANSWERS = 16, MESSAGE_RESULTS };

typedef struct Box { uint64_t *entries; uint32_t count; } Box;

/* Questions of one message that were not answered yet. */
typedef struct PendingQuestions {
  uint32_t count;
  struct Ticket { uint64_t parent; Value gain; bool again; } tickets[];         /* again: it is the same question as that before */
} PendingQuestions;

#define MOST_ASKED 2            /* messages with questions that one member may have to answer to another */

/* What is exchanged with another member. */
typedef struct Peer {
  Box boxes[BOXES];
  PendingQuestions *asked[MOST_ASKED];  /* the oldest first */
  uint32_t asked_count;
  unsigned char *bytes;         /* a message of results, which is not sent yet */
  size_t filled;
} Peer;

/* An answer that could not be sent at once. */
typedef struct Letter { struct Letter *next; int to; size_t size; unsigned char bytes[]; } Letter;

typedef struct Distribution {
  Peer *peers;                  /* by rank */
  uint32_t room;                /* entries of a box */
  uint64_t open;                /* messages with questions that were not answered */
  Letter *letters, **letters_end;
  size_t results_room;          /* bytes of a message of results at most */
  unsigned char *message;       /* room for one */
  uint64_t *entry;              /* and for an entry */
  Batch *in;                    /* what has come, unpacked */
  Result *results;              /* of the message with questions that is answered */
  uint32_t result_count;
  /* Successors, questions or edges have come from member `from`; answers to questions are asked for by distribution_answer. */
  void (*arrive) (Analysis *w, Batch *batch, int kind, int from);
  /* A question was answered: value 0, that is not known. */
  void (*answered) (Analysis *w, uint64_t parent, Value gain, Result result);
  /* Results of a kind have come: see distribution_begin. */
  void (*update) (Analysis *w, int kind, const unsigned char *at, const unsigned char *end);
} Distribution;

/* Begins, if there is a group. Leaves the search for want of memory. */
void distribution_open (Analysis *w);

/* Puts what others own of a batch into their boxes, and takes it out of the batch. In the second pass `kind` is that of successors
** in later tiers; those in the tier itself are edges, but in a check questions too. */
void distribution_out (Analysis *w, Batch *batch, int kind);

/* Takes what has come. */
void distribution_pump (Analysis *w);

/* The results of as many questions as came in a batch, for `from`; value 0: not known. */
void distribution_answer (Analysis *w, const Result *results, int count);

/* Sends what is in the boxes, waits for all answers, and meets the others. Alone it does nothing. */
void distribution_meet (Analysis *w, Tally *tally);

/* Is it so for any of us? */
bool distribution_any (Analysis *w, bool here);

/* A barrier: all members have come here, and what was sent has arrived. */
static inline void distribution_barrier (Analysis *w) { distribution_any(w, false); }

/* Does anything end the search, here or elsewhere? Leaves it then. */
void distribution_look (Analysis *w);

/* Waits until another one's failure ends the search. */
_Noreturn void distribution_wait_for_end (Analysis *w);

/*
** Room for an entry of up to `size` bytes in the message of results for a member, all of whose entries are of one `kind`, from 0. What is
** full is sent before, and the rest when members meet. *begins: the entry is the first of its message. The caller then says where it ends.
*/
unsigned char *distribution_begin (Analysis *w, int to, int kind, size_t size, bool *begins);
static inline void distribution_end (const Distribution *s, int to, const unsigned char *end) {
  s->peers[to].filled = (size_t)(end - s->peers[to].bytes);
}
