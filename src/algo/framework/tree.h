/*
** The search tree of the framework: every node with what is proved about it.
**
** A node that has been generated and not developed is *open*: its bounds are -inf and +inf. To *develop* it is to ask its
** own bounds L and U, or its value if it is a leaf, and to generate all its sons, open. Then (Pijls & de Bruin, "A framework
** for game tree algorithms", Definition 1.1)
**
**   Ub(n) = min(U(n), max of the sons' Ub),  Lb(n) = max(L(n), max of the sons' Lb)   at a MAX node,
**
** and with the least of the sons' at a MIN node. Bounds only tighten (Lemma 2.2). So L and U need not be stored, for the last
** bounds contain them; and a development concerns the path to the root alone, and that no further than bounds change on it.
**
** What MIN is to Ub, MAX is to Lb. Hence bounds are stored by the player who is sure of them, and everything is said once.
**
** The sons of a node lie side by side in one block, and know neither father nor brothers: the path from the root to where the
** work is done is a stack. A node takes 24 bytes, its position and its move; a block 16. Where the game keeps positions or
** moves, a byte for each node at the end of the block says which (search/stored.h).
*/
#ifndef GTS_TREE_H
#define GTS_TREE_H

#include "search/stored.h"
#include "search/visit.h"

/* Bounds by the player who is sure of them. */
enum { UPPER = MIN, LOWER = MAX };

typedef struct Sons Sons;

typedef struct TreeNode {
  Value bound[2];       /* Lb in [LOWER], Ub in [UPPER] */
  Sons *sons;           /* NULL: open, or known well enough without */
  int64_t word[];       /* its position, then the move that leads to it */
} TreeNode;

struct Sons {
  union {
    Line *line;         /* of a node whose subtree is forgotten, and whose value is exact: how that value comes about */
    Sons *next;         /* of a block that is free, or about to be */
  };
  int32_t count;        /* 0 when forgotten */
  Player player;        /* who chooses among them */
  /* here they are, and behind them a byte for each: HELD_POSITION, HELD_MOVE */
};

/* A node of the path, its ply being its place there. */
typedef struct Step {
  TreeNode *node;
  Value window[2];      /* script L and U: the bounds of this node and of all above it, and of the search (Definition 2.1) */
  int son;              /* which son of its father it is, from 0 */
  int base;             /* at the root of a local tree: the ply of the next local root above */
} Step;

typedef struct Tree {
  Search *search;
  size_t stride;        /* bytes of a node */
  bool keeps;           /* the game keeps positions or moves */
  int pseudo;           /* nodes at plies pseudo, 2 * pseudo, ... are pseudo-terminals; 0: none is, or as the caller says */
  Step *path;
  size_t room;          /* of the path */
  char *pulled;         /* sons that are being generated, and what is held of each */
  uint8_t *pulled_held;
  size_t pulled_room, held_room;
  Sons **unused;        /* free blocks, by the number of their nodes */
  size_t unused_room;
} Tree;

/* Where the trees of an algorithm have pseudo-terminals. */
extern const Option option_pseudo;

/* The tree of nothing but the open root, at ply 0 of the path, whose window is the search's. */
Tree *tree_open (Search *search);

static inline TreeNode *tree_son (const Tree *tree, Sons *sons, int i) {
  return (TreeNode *)(void *)((char *)(sons + 1) + tree->stride * (size_t)i);
}

/* The position of son `i`; it lives as long as the son is held. */
Position tree_position (const Tree *tree, Sons *sons, int i);

static inline bool tree_is_open (const TreeNode *node) {
  return node->sons == NULL && node->bound[LOWER] == -INFINITY && node->bound[UPPER] == INFINITY;
}

/* Narrows `window` by what is known of the node itself. False: nothing is left, the node is not live (Definition 2.2). */
static inline bool tree_narrow (const TreeNode *node, Value window[2]) {
  if (node->bound[LOWER] > window[LOWER]) window[LOWER] = node->bound[LOWER];
  if (node->bound[UPPER] < window[UPPER]) window[UPPER] = node->bound[UPPER];
  return window[LOWER] < window[UPPER];
}

/* Puts son `i` of the node at `ply` on the path below it. Its window is left to the caller. May leave the search. */
Step *tree_enter (Tree *tree, int ply, int i);

/*
** Develops the open node at `ply` and sets its bounds. Its sons are generated only if it is live in the window afterwards, for
** otherwise nothing below it is ever asked again. May leave the search.
*/
void tree_develop (Tree *tree, int ply, Window window);

/* Definition 1.1 for the node at `ply`, of whose sons the one on the path has changed. True: bounds have changed. */
bool tree_back_up (Tree *tree, int ply);

/* All below the node at `ply` is given back, but for the line of play that its value comes from, if that is exact. */
void tree_forget (Tree *tree, int ply);

/* The position of the node at `ply`. */
Position tree_position_at (const Tree *tree, int ply);

/* Is the open node at `ply` a pseudo-terminal, from where a local tree of its own is searched? The root never is. */
bool tree_pseudo (const Tree *tree, int ply);

/* The bounds of the root have changed: what is proved, and by which move, is published. */
void tree_publish (Tree *tree);

/* The search is over: the root is not live in the window of the search. */
void tree_conclude (Tree *tree);

#endif
