/*
** What follows the root's move, read off the table: where the table settled a node, or a null window gave its value, the search
** itself has no line of play to show.
*/
#ifndef GTS_FOLLOW_H
#define GTS_FOLLOW_H

#include "search/search.h"

/* Makes the line of the root longer while the table has moves that keep to `value`. Evaluates nothing. */
void follow_table (Search *search, Value value);

#endif
