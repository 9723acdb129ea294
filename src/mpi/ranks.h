/*
** The ranks of a job of MPI: processes, on whatever machines, that run the same script. Without a launcher (mpirun, srun) there is one
** rank, and MPI is not even started.
**
** A rank whose script comes to its end waits in exit() for the others to come to theirs; it says goodbye to them first, so that no rank
** waits for it elsewhere. One that ends with an error, by an exit code other than 0, ends the whole job.
**
** All of this is for the one process and the one thread that have begun it: a copy, forked, is no rank.
*/
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Begins, once; false: this MPI, or the one that has begun already, is not good enough, and *why says it. */
bool ranks_begin (const char **why);

/* Which rank this is, from 0; how many there are. */
int ranks_rank (void);
int ranks_size (void);

/* Is this the process that has begun it? */
bool ranks_is_own (void);

/*
** Hands over a copy of a text to another rank; texts to one rank come in their order. False: it has 2 GB, or there is not enough
** memory for it.
*/
bool ranks_send (int to, const char *text, size_t size);

/*
** Returns the next text, which the caller frees, and its sender in *from. NULL: none has come
** within `seconds`, or there is not enough memory for it (then *size is not 0).
*/
char *ranks_receive (double seconds, int *from, size_t *size);

/* Has another rank come to the end of its script? Whatever it has sent before has been received, or can be. */
bool ranks_has_left (int rank);

/* A rank that does not answer any more is not waited for at the end. */
void ranks_forget (int rank);

/* A rank that has; -1: none. */
int ranks_left (void);

/* Pauses, the longer the oftener it is called; *idle is 0 at first, and whenever there was something to do. */
void ranks_pause (int *idle);

/* Ends the job at once, with a message. */
_Noreturn void ranks_abort (const char *text);
