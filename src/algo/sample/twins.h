/*
** Transpositions in a tree that grows by the leaf: what nodes with one key have in common, where rules have keys.
**
** Proved bounds go to the transposition table (search/probe.h), which outlasts the search if the caller gave it. They hold on every
** path: bounds that rest on a repetition of a node above the one they are of stay in the tree (search/repeat.h), and what rests on a
** horizon serves at the same remaining depth. So each node of the tree keeps what its bounds rest on, by all that
** was ever below: a Basis, as its extra (gametree_open).
**
** Estimates go to a table of this search alone (s->side_table): those of nodes with children, backed up, with their visits, and in
** a game with scores without what is settled. They are no proofs, and are shared whatever the path and the depth.
*/
#pragma once

#include "algo/sample/gametree.h"

/* Makes the table of estimates, once a search, and has the tree note what its nodes rest on. */
void twins_open (GameTree *tree);

/* What is known of the node at the end of the path rests on what was searched since basis_begin, which has returned `above`. */
void twins_note (GameTree *tree, Basis above);

/* The node at `ply` of the path rests on what the next one does. */
void twins_inherit (GameTree *tree, int ply);

/*
** The node at the end of the path, which has no children, takes what the tables have of its key: bounds, and the estimate. Returns the
** visits of the node whose estimate it is; 0: there is none, or the bounds meet.
*/
uint32_t twins_look (GameTree *tree);

/* The node at `ply` of the path, which is backed up, goes into the tables: its estimate, and with `news` its bounds. */
void twins_keep (GameTree *tree, int ply, bool news);
