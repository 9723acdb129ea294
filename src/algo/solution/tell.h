/* What OPEN tells a trace: which states it takes, by which case they are replaced, and what it holds. Only while somebody listens. */
#ifndef GTS_SOLUTION_TELL_H
#define GTS_SOLUTION_TELL_H

#include "algo/solution/open.h"

/*
** The nodes above that at `ply`, which belongs to the record that is looked at, or to `slot` of it, which is expanded then (else
** NULL). NULL above the root. Good until the next call.
*/
const Node *tell_trail (const Open *open, int ply, const Record *slot);

/* The record that is looked at stands for the LIVE state `n`, and the next event is of that: `rule` replaces it, 0 for none. */
void tell_live (Open *open, const Node *n, int rule);

/* The same for a state that is SOLVED; tells of it. */
void tell_solved (Open *open, const Node *n, int rule);

/* Case 1: the MIN node of `slot`, of the record that is looked at, which is expanded. */
void tell_solved_min (Open *open, const Record *slot);

/* `r`, somewhere below the root, is held back, or goes on. */
void tell_record (Open *open, EventKind kind, const Record *r);

/* h of the MAX node of the record that is looked at, which is expanded, is `h` now. */
void tell_merit (Open *open, Value h);

/* All states: Search.list_open. */
bool tell_open (Search *search, TellItem *tell, void *to);

#endif
