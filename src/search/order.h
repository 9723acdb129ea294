/*
** The order of successors. All algorithms of the window family cut off more if good moves come first; which are good is guessed:
**
**   table       the move that was best when the position was last searched (Slate & Atkin, "Chess 4.5", 1977; "Trends", 4)
**   killer      the moves that last cut off at the same ply (Akl & Newborn, "The principal continuation and the killer
**               heuristic", 1977)
**   history     the moves that cut off most often, each time by 2^depth (Schaeffer, "The history heuristic", 1983)
**   lookahead   a short search of each successor, the shorter the deeper (McCarthy: "Still shorter look-aheads are used
**               deeper in the tree")
**   rules       what the rules themselves hold of a move (`rank`), in every search: what programs that know their game sort by
**   function    what the caller says of a successor
**
** If the table's move comes before all others it is tried at once, and only the successors on the way to it are taken and set aside:
** mostly it cuts off the rest. Else, and then, an ordered node takes all its successors; equals stay in their own order. The best of
** them is looked for when it is wanted; those that are left when some have been tried are sorted. The methods are asked in
** the order in which they were given, each only deciding between what the ones before hold to be equal.
**
** With the option drop_order a deepening search finds out whether its order pays: of all nodes one in eight, drawn by their paths, are
** searched in their own order, with the table's move first, and those where the order finds what cuts off with no fewer visits than the
** others have it for nothing. Then it is dropped: an order that knows less than the rules spoils theirs.
**
** Where the game gives moves without positions only these are taken, and a position is made when its turn has come.
**
** A move is known by the integer that it is; a move that is none, by its number among the successors.
*/
#pragma once

#include "search/node.h"

typedef struct Search Search;

/* How a search sorts its successors. */
typedef struct Ordering {
  struct OrderState *by;          /* NULL: they stay in their own order */
  bool table_first;             /* all their order is that the table's move comes first */
  bool sorted;                  /* they are all taken and sorted before the first is visited */
  bool lends;                   /* some nodes at least ask for them out of line: they are sorted, or other threads are there */
} Ordering;

/*
** Makes the search sort its successors as the option `order` says, if its algorithm takes that. Without a word of the caller a
** deepening search with a table tries the table's move first. May leave the search for want of memory.
*/
void order_open (Search *search);

/* Like visit_develop and visit_next, with sorted successors. `move`: the number of the table's move, 0 for none. */
bool order_first (Search *search, Node *n, Node *child, int64_t move);
bool order_next (Search *search, Node *n, Node *child);

/* Goes back to successor `number`, which was given before; when all have been given. */
bool order_again (Search *search, Node *n, Node *child, int64_t number);

/* order_first, order_next and order_again of a node whose successors keep the rules' order, out of line. */
bool order_own_first (Search *search, Node *n, Node *child);
bool order_own_next (Search *search, Node *n, Node *child);
bool order_own_again (Search *search, Node *n, Node *child, int64_t number);

/* Is a successor of `n` left? Then the others are not asked for any more. */
bool order_left (Search *search, const Node *n);

/* No more successors of `n` are needed. Must follow order_first, unless the search is left by way of the host. */
void order_close (Search *search, const Node *n);

/* Like order_close; with `cut`, the successor that `n` stands at cut off the others, and is noted as a killer and in the history. */
void order_leave (Search *search, const Node *n, bool cut);
