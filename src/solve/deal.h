/*
** Positions that are dealt out: each belongs to the member of a crew who owns its shard, and who alone keeps it.
**
** What others own is put into a box for each of them: in the first pass the successors themselves; in the second questions, what a
** successor is worth, and edges, that one of the same tier leads to one. A full box is sorted by keys, so that what comes twice goes
** once, and of a key there is sent where it differs from that before it. Answers come in the order of their questions: so a question
** carries nothing but the key.
*/
#ifndef GTS_DEAL_H
#define GTS_DEAL_H

#include "crew/crew.h"
#include "search/search.h"
#include "solve/part.h"
#include "solve/store.h"

typedef struct Whole Whole;
typedef struct Batch Batch;

/* What is in a box. A byte, the first of a message; answers, and what a wave tells, are messages only. */
enum { BOX_ROWS, BOX_QUESTIONS, BOX_EDGES, BOXES, MESSAGE_ANSWERS = 16, MESSAGE_WAVE };

typedef struct Box { uint64_t *entries; uint32_t count; } Box;

/* Questions of one message that were not answered yet. */
typedef struct Asked {
  struct Asked *next;
  uint32_t count;
  struct Ticket { uint64_t parent; Value gain; bool again; } tickets[];         /* again: it is the same question as that before */
} Asked;

/* An answer that could not be sent at once. */
typedef struct Letter { struct Letter *next; int to; size_t size; unsigned char bytes[]; } Letter;

typedef struct Deal {
  Box *boxes;                   /* BOXES for each member */
  uint32_t room;                /* entries of a box */
  Asked **asked, **asked_last;  /* by member */
  uint32_t *asked_count;
  uint64_t open;                /* messages with questions that were not answered */
  Letter *letters, **letters_end;
  unsigned char *message;       /* room for one */
  uint64_t *entry;              /* and for an entry */
  Batch *in;                    /* what has come, unpacked */
  Result *results;              /* of the message with questions that is answered */
  uint32_t result_count;
  /* Successors, questions or edges have come from somebody; of questions the answers are asked for by deal_answer. */
  void (*arrive) (Whole *w, Batch *batch, int kind, int from);
  /* A question was answered: value 0, that is not known. */
  void (*answered) (Whole *w, uint64_t parent, Value gain, Result result);
  /* Any other message. */
  void (*wave) (Whole *w, const unsigned char *message, size_t size, int from);
} Deal;

/* Begins, if there is a crew. Leaves the search for want of memory. */
void deal_open (Whole *w);

/* Puts what others own of a batch into their boxes, and takes it out of the batch. In the second pass `kind` is that of successors
** in later tiers; those in the tier itself are edges, and forgotten unless `edges`. */
void deal_out (Whole *w, Batch *batch, int kind, bool edges);

/* Takes what has come. */
void deal_pump (Whole *w);

/* The results of as many questions as came in a batch, for `from`; value 0: not known. */
void deal_answer (Whole *w, const Result *results, int count);

/* Sends what is in the boxes, waits for all answers, and meets the others. Alone it does nothing. */
void deal_meet (Whole *w, Tally *tally);

/* Is it so for any of us? */
bool deal_any (Whole *w, bool here);

/* Waits until another one's failure ends the search. */
_Noreturn void deal_wait_for_end (Whole *w);

/* Sends a message of another kind, its first byte. */
void deal_send (Whole *w, int to, const void *message, size_t size);

#endif
