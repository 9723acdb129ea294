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
#ifndef GTS_ORDER_H
#define GTS_ORDER_H

#include "search/search.h"

/* The methods, in the order of the words of option_order. */
typedef enum OrderMethod {
  ORDER_BY_TABLE, ORDER_BY_KILLER, ORDER_BY_HISTORY, ORDER_BY_LOOKAHEAD, ORDER_BY_RULES, ORDER_BY_FUNCTION, ORDER_METHODS
} OrderMethod;

#define KILLERS 2
#define HISTORY_MOVES 4096      /* greater ones are counted by their hash */

typedef struct Successor {
  Position position;            /* kept; not there if the game gives moves without positions */
  Move move;                    /* kept */
  double merit[ORDER_METHODS];  /* by method, in the order in which they are asked; the greater the better for the mover */
} Successor;

/* The state of the ordering at one ply. */
typedef struct OrderLevel {
  Successor *successors;        /* of the node there, as they were made */
  uint32_t *order;              /* their places there, sorted as far as it was wanted */
  size_t count, room;           /* how many; for how many there is room */
  size_t order_room, at;        /* room of `order`; how many of it were given */
  bool walks;                   /* they are those up to the table's move, which was given; the walk can go on */
  bool waits;                   /* they are all, the table's move was given, and the others have no merits yet */
  bool plain;                   /* but for the table's move they stay in their own order */
  bool by_table;                /* the table's move came first */
  uint64_t path;                /* drawn from the moves that lead there, while an order is tried */
  uint64_t opened, gave;        /* visits when the node was opened, and when the last successor was given */
  Walk walk;                    /* where it stands */
  uint64_t killers[KILLERS];    /* the newest first; 0: none */
} OrderLevel;

/*
** The cost of finding the successor that cuts off: the mean logarithm of visits of the node to
** visits of that successor.
*/
typedef struct OrderCost {
  double sum, squares;
  uint64_t nodes;
} OrderCost;

struct Ordering {
  OrderMethod methods[ORDER_METHODS];
  int count;
  bool tries;                   /* some nodes, drawn, are searched in their own order, to see which is better: see drop_order */
  OrderCost costs[2];           /* of nodes that were sorted; of those in their own order */
  OrderLevel *levels;
  size_t level_count;
  uint32_t history[2][HISTORY_MOVES];
};

/*
** Makes the search sort its successors as the option `order` says, if its algorithm takes that. Without a word of the caller a
** deepening search with a table tries the table's move first. May leave the search for want of memory.
*/
void order_open (Search *search);

/*
** Like visit_develop and visit_next, with sorted successors. `move`: the number of the table's
** move, 0 for none.
*/
bool order_first (Search *search, Node *n, Node *child, int64_t move);
bool order_next (Search *search, Node *n, Node *child);

/* Goes back to successor `number`, which was given before; when all have been given. */
bool order_again (Search *search, Node *n, Node *child, int64_t number);

/*
** order_first, order_next and order_again of a node whose successors keep the rules' order, out of
** line.
*/
bool order_own_first (Search *search, Node *n, Node *child);
bool order_own_next (Search *search, Node *n, Node *child);
bool order_own_again (Search *search, Node *n, Node *child, int64_t number);

/* Is a successor of `n` left? Then the others are not asked for any more. */
bool order_left (Search *search, const Node *n);

/* No more successors of `n` are needed. Must follow order_first, unless the search is left by way of the host. */
void order_close (Search *search, const Node *n);

/*
** Like order_close; with `cut`, the successor that `n` stands at cut off the others, and is noted
** as a killer and in the history.
*/
void order_leave (Search *search, const Node *n, bool cut);

#endif
