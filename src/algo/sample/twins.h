/*
** Transpositions in a tree that grows by the leaf: what nodes with one key have in common, where rules have keys.
**
** Proved bounds go to the transposition table (search/probe.h), which outlasts the search if the caller gave it. They hold on every
** path: bounds that rest on a repetition of a node above the one they are of stay in the tree (search/repeat.h), and what rests on a
** horizon serves at the same remaining depth. So each node of the tree keeps the grounds of its bounds, of all that was ever below.
**
** Estimates go to a table of this search alone (s->outcome.numbers): those of nodes with children, backed up, with their visits, and in
** a game with scores without what is settled. They are no proofs, and are shared whatever the path and the depth.
*/
#ifndef GTS_TWINS_H
#define GTS_TWINS_H

#include "algo/sample/gametree.h"

/* What the bounds of a node rest on: kept as its extra (gametree_open). All zero: on nothing above it. */
typedef struct Grounds {
  int above;            /* NO_HORIZON less the least ply that a repetition below repeats */
  bool horizon;         /* some leaf below was at the horizon */
} Grounds;

/* Makes the table of estimates, once a search, and has the tree note what its new nodes rest on. */
void twins_open (GameTree *tree);

/* Between these two calls, all that becomes known is known of nodes below the last on the path, or of that node. */
Grounds twins_begin (Search *search);
void twins_end (GameTree *tree, Grounds outside);

/* The new child at the end of the path was played out: what that rests on, its parent does. */
void twins_note (GameTree *tree);

/* The node at `ply` of the path rests on what the next one does. */
void twins_inherit (GameTree *tree, int ply);

/*
** The node at the end of the path, which has no children, takes what the tables have of its key: bounds, and the estimate. Returns the
** visits of the node whose estimate it is; 0: there is none, or the bounds meet. Between twins_begin and twins_end.
*/
uint32_t twins_look (GameTree *tree);

/* The node at `ply` of the path, which is backed up, goes into the tables: its estimate, and with `news` its bounds. */
void twins_keep (GameTree *tree, int ply, bool news);

#endif
