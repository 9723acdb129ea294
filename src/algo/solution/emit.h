/* Trace events of OPEN: the states that are taken, the cases that replace them, and what it holds. Called only while a trace is on. */
#pragma once

#include "algo/solution/open.h"

/*
** The nodes above that at `ply`, which belongs to the record that is looked at, or to `slot` of it, which is expanded then (else
** NULL). NULL above the root. Good until the next call.
*/
const Node *emit_trail (const Open *open, int ply, const Record *slot);

/* The record that is looked at stands for the LIVE state `n`, and the next event is of that: `rule` replaces it, 0 for none. */
void emit_live (Open *open, const Node *n, int rule);

/* Emits the event of the SOLVED state `n`, for which the record that is looked at stands; `rule` replaces it, 0 for none. */
void emit_solved (Open *open, const Node *n, int rule);

/* Case 1: the MIN node of `slot`, of the record that is looked at, which is expanded. */
void emit_solved_min (Open *open, const Record *slot);

/* `r`, somewhere below the root, is held back, or goes on. */
void emit_record (Open *open, EventKind kind, const Record *r);

/* h of the MAX node of the record that is looked at, which is expanded, is `h` now. */
void emit_merit (Open *open, Value h);
