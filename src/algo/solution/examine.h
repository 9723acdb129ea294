/* The operator of SSS*: replaces a state of OPEN, by its stage. */
#pragma once

#include "algo/solution/open.h"

/*
** Enters the MIN node of the record that is looked at, LIVE and MIN_LIVE. True: it is a leaf; it was evaluated, and the record is
** SOLVED. False: it is to be developed, and it is certain who moves there. Once is enough.
*/
bool examine_min_node (Open *open);

/*
** Goes on with the record that is looked at, which is LIVE and not expanded, by the cases 2 to 6. It develops the MIN node, and looks at
** its children, or those that were not looked at yet, from left to right: as long as they have h or more, the next in turn is the best
** state. It ends when a leaf has less, and h falls; when a child is a MAX node that has children, and the record is expanded (or, if OPEN
** is cautious, MAX_ENTERED); or when there are no more children, and the record is SOLVED.
*/
void examine (Open *open);

/*
** The MAX node of the record that is looked at, expanded, is solved, with the h it has: forgets its slots. The record goes on
** with the right sibling; where there is none it is SOLVED, at once or when the sibling is asked for.
*/
void examine_solved (Open *open);
