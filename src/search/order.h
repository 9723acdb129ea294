/*
** The order of successors. All algorithms of the window family cut off more if good moves come first; which are good is guessed:
**
**   table       the move that was best when the position was last searched (Slate & Atkin, "Chess 4.5", 1977; "Trends", 4)
**   killer      the moves that last cut off at the same ply (Akl & Newborn, "The principal continuation and the killer
**               heuristic", 1977)
**   history     the moves that cut off most often, each time by 2^depth (Schaeffer, "The history heuristic", 1983)
**   lookahead   a short search of each successor, the shorter the deeper (McCarthy: "Still shorter look-aheads are used
**               deeper in the tree")
**   function    what the caller says of a successor
**
** If the table's move comes before all others it is tried at once, and only the successors on the way to it are taken and set aside:
** mostly it cuts off the rest. Else, and then, an ordered node takes all its successors; equals stay in their own order. The best of
** them is looked for when it is wanted; those that are left when some have been tried are sorted. The methods are asked in
** the order in which they were given, each only deciding between what the ones before hold to be equal.
**
** A move is known by the integer that it is; a move that is none, by its number among the successors.
*/
#ifndef GTS_ORDER_H
#define GTS_ORDER_H

#include "search/search.h"

/* The methods, in the order of the words of option_order. */
typedef enum OrderMethod {
  ORDER_BY_TABLE, ORDER_BY_KILLER, ORDER_BY_HISTORY, ORDER_BY_LOOKAHEAD, ORDER_BY_FUNCTION, ORDER_METHODS
} OrderMethod;

#define KILLERS 2
#define HISTORY_MOVES 4096      /* greater ones are counted by their hash */

typedef struct Successor {
  Position position;            /* kept */
  Move move;                    /* kept */
  double merit[ORDER_METHODS];  /* by method, in the order in which they are asked; the greater the better for who moves */
} Successor;

/* What is known at one ply. */
typedef struct OrderLevel {
  Successor *successors;        /* of the node there, as they were made */
  uint32_t *order;              /* their places there, sorted as far as it was wanted */
  size_t count, room;           /* how many; for how many there is room */
  size_t order_room, at;        /* the same of `order`; how many of it were given */
  bool walks;                   /* they are those up to the table's move, which was given; the walk can go on */
  Walk walk;                    /* where it stands */
  uint64_t killers[KILLERS];    /* the newest first; 0: none */
} OrderLevel;

struct Ordering {
  OrderMethod methods[ORDER_METHODS];
  int count;
  OrderLevel *levels;
  size_t level_count;
  uint32_t history[2][HISTORY_MOVES];
};

/*
** Makes the search sort its successors as the option `order` says, if its algorithm takes that. Without a word of the caller a
** deepening search with a table tries the table's move first. May leave the search for want of memory.
*/
void order_open (Search *search);

/* The same as visit_develop and visit_next, sorted. `move` is the number of the table's move, 0 for none. */
bool order_first (Search *search, Node *n, Node *child, int64_t move);
bool order_next (Search *search, Node *n, Node *child);

/* Is a successor of `n` left? Then the others are not asked for any more. */
bool order_left (Search *search, const Node *n);

/* No more successors of `n` are needed. Must follow order_first, unless the search is left by way of the host. */
void order_close (Search *search, const Node *n);

/* The same; with `cut`, because the successor that `n` stands at cut off the others: it is remembered as a good move. */
void order_leave (Search *search, const Node *n, bool cut);

#endif
