/*
** What follows the root's move where the search has no line of play to show: where the table settled a node, a null window gave its
** value, or the bounds of the rules said enough.
*/
#pragma once

#include "search/search.h"

/* Will pv_extend make lines of this search longer? */
static inline bool pv_extends (const Search *s) { return s->pass.path == NULL && (s->asked.deepen || s->table); }

/*
** Makes the line of the answer of a completed pass longer, to a leaf if it can: where the table has no move that keeps to the value the
** successors are searched for one, with a null window. That costs a small part of what the search has cost, or the line ends there. Not
** counted. Does nothing if the value is a bound, if there is no line, or for an algorithm that knows none; nor for a single search without
** a table, whose rules are asked what is counted, and nothing else.
*/
void pv_extend (Search *search, Answer *answer);
