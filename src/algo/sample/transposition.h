/*
** Transpositions in the tree of mcts, by a table of statistics (search/statistics.h): what a position is worth is the mean of all results at
** it, however it was reached, in this tree and in those of other threads, in this search and in those before it that had the table.
** (Childs, Brodeur & Kocsis, "Transpositions and move groups in Monte Carlo tree search", 2008; Saffidine, Cazenave & Mehat, "UCD:
** Upper confidence bound for rooted directed acyclic graphs", 2012: here d1 = d2 = d3 = 1, mean and visits are those of positions.)
** The tree itself stays a tree: a node has a copy of the statistics, which is refreshed whenever it may be selected.
**
** Bounds are shared in the same entries, as other algorithms store and find them there. Not those that rest on a horizon. Of those that
** rest on a repetition of a node above (search/repeat.h) only a lower bound above the value of a repetition, and an upper bound below it:
** there a repetition is a failure for the player whose proof it is, so that it proves the same of the position itself. For the others a
** node keeps what its bounds rest on. Where a bound of the table contradicts what is proved on a path the latter stands: both lie between
** the values that the node has on the path and by itself, and at the root those are one.
**
** Threads. Each has a tree, and all have the table (tree parallelization: Chaslot, Winands & van den Herik, "Parallel Monte-Carlo tree
** search", 2008; Enzenberger & Mueller, "A lock-free multithreaded Monte-Carlo tree search algorithm", 2009). While a thread is below a
** node that counts as a virtual loss of the player who has moved there, for all threads; virtual losses lie beside the table
** (share.h), so that none outlives the search.
*/
#pragma once

#include "algo/sample/gametree.h"
#include "search/key.h"

/* How a node is looked up; behind what else the algorithm keeps of it. */
typedef struct Mark {
  uint64_t hash, who;
  uint64_t place;       /* in the table, where it was found last */
  Value score;          /* what is settled already, if the game says */
  int depth;            /* plies to go */
  Basis basis;          /* of its bounds, by all that was ever below */
  uint32_t lent;        /* virtual losses in its copy of the statistics, */
  Value sum;            /* and then the sum without them */
  uint32_t owed;        /* results that are in the copy, and not in the table yet, */
  Value owed_sum;       /* and their sum */
  bool visited;         /* this thread is below it: its virtual loss is out */
  bool known;           /* it has a key: it was no leaf by its own word */
  bool reversed;        /* its entry is that of the reversed position */
  uint64_t key[];
} Mark;

typedef struct Transpositions {
  Table *table;         /* NULL: there are none */
  GameTree *tree;
  size_t at;            /* where in a node its Mark begins */
  uint32_t kind;        /* of results */
} Transpositions;

/* Returns the bytes that are kept of a node. */
size_t transposition_bytes (const Search *search);

/*
** Begins, in a tree that was just opened, whose nodes keep a Mark at `at` of what the algorithm keeps; `kind` is that of the results.
** From now on new children are looked up when they are made.
*/
void transposition_open (Transpositions *all, GameTree *tree, size_t at, uint32_t kind);

static inline Mark *transposition_mark (const Transpositions *all, const GameNode *n) {
  return (Mark *)(void *)((char *)(uintptr_t)n + all->at);
}

/* Was `n`, which was just made, known before? Then it is no new node: it is selected like others. */
static inline bool transposition_met (const Transpositions *all, const GameNode *n) {
  const Mark *mark = transposition_mark(all, n);
  return mark->known && (n->visits > 0 || gametree_settled(n));
}

/*
** Refreshes the statistics and bounds of the children of `n`, which are on no path; with virtual losses, if `lent`. True: bounds of
** some have changed.
*/
bool transposition_refresh (const Transpositions *all, const GameNode *n, bool lent);

/* Adds a result to the node at `ply` of the path, and shares its bounds. */
void transposition_count (const Transpositions *all, int ply, Value result);

/* Notes what proofs of the node at `ply` rest on, by its children. Before its bounds are backed up. */
void transposition_rest (const Transpositions *all, int ply);

/* A thread goes down to the last node on the path; it has come up again from the node at `ply`. */
void transposition_lend (const Transpositions *all);
void transposition_return (const Transpositions *all, int ply);
