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
** work is done is a stack. A block is
**
**   | head | flags, a byte of each son | bounds of each | position of each | move of each, unless they are 1, 2, 3, ... |
**
** so that what is looked at again and again lies close together. A node takes 17 bytes beside its position and its move; the
** head 22. Where a node has sons, the address of their block stands in the place of the first word of its position, which
** went to the head of that block. Positions and moves are packed (search/stored.h).
*/
#ifndef GTS_TREE_H
#define GTS_TREE_H

#include <stddef.h>

#include "search/stored.h"
#include "search/visit.h"

/* Bounds by the player who is sure of them. */
enum { UPPER = MIN, LOWER = MAX };

/* Flags of a node: the game keeps its position, or its move; it was developed, and is open no longer; it has a block of sons. */
enum { HELD_POSITION = 1, HELD_MOVE = 2, DEVELOPED = 4, HAS_SONS = 8 };

/* What is proved of a node. */
typedef struct TreeNode {
  Value bound[2];       /* Lb in [LOWER], Ub in [UPPER] */
} TreeNode;

typedef struct Sons Sons;

struct Sons {
  union {
    Line *line;         /* of a node whose subtree is forgotten, and whose value is exact: how that value comes about */
    Sons *next;         /* of a block that is free, or about to be */
  };
  int64_t father;       /* the first word of their father's position */
  int32_t count;        /* 0 when forgotten */
  uint8_t player;       /* who chooses among them */
  bool numbered;        /* their moves are 1, 2, 3, ... and stored nowhere */
  uint8_t flags[];      /* of each; behind them the rest of what is known of them */
};

/* A node of the path, its ply being its place there. */
typedef struct Step {
  Sons *brothers;       /* it is one of these, */
  int son;              /* this one, from 0 */
  int base;             /* at the root of a local tree: the ply of the next local root above */
  TreeNode *node;
  Sons *sons;           /* NULL: open, or known well enough without */
  TreeNode *first;      /* of those */
  Window window;        /* script L and U: the bounds of this node and of all above it, and of the search (Definition 2.1) */
  bool locals;          /* of this ply, whatever node stands there: the sons are pseudo-terminals */
  int passed;           /* so many sons, from the left, a rule has passed over when this was an end of the window: see rsearch.c */
  Value end;
} Step;

/* Sons that are being generated. */
typedef struct Pulled {
  int64_t *words;       /* of their positions */
  int64_t *moves;
  uint8_t *flags;
  size_t room;
} Pulled;

typedef struct Tree {
  Search *search;
  int words;            /* of a position */
  bool keeps;           /* the game keeps positions or moves */
  bool asks;            /* the caller says which nodes are pseudo-terminals */
  int pseudo;           /* else nodes at plies pseudo, 2 * pseudo, ... are; 0: none is */
  Step *path;
  size_t room;          /* of the path */
  Pulled pulled;
  Sons **unused[2];     /* free blocks, numbered or not, by the number of their nodes */
  size_t unused_room[2];
} Tree;

/* Where the trees of an algorithm have pseudo-terminals. */
extern const Option option_pseudo;

/* The tree of nothing but the open root, at ply 0 of the path, whose window is the search's. */
Tree *tree_open (Search *search);

/* Where the bounds of `count` sons begin in their block. */
static inline size_t tree_head (int32_t count) { return (offsetof(Sons, flags) + (size_t)count + 7) & ~(size_t)7; }

/* All sons of a block. */
static inline TreeNode *tree_nodes (Sons *sons) { return (TreeNode *)(void *)((char *)sons + tree_head(sons->count)); }

/* The words of the position of son `i`, and behind those of the last one the moves, in a block that is not numbered. */
static inline int64_t *tree_words (const Tree *tree, Sons *sons, int i) {
  return (int64_t *)(void *)(tree_nodes(sons) + sons->count) + (size_t)i * (size_t)tree->words;
}

/* What was developed below son `i`; NULL: nothing. */
static inline Sons *tree_below (const Tree *tree, Sons *sons, int i) {
  return sons->flags[i] & HAS_SONS ? (Sons *)(intptr_t)*tree_words(tree, sons, i) : NULL;
}

/* The position of son `i`; it lives as long as the son is held. */
Position tree_position (const Tree *tree, Sons *sons, int i);

/* Is nothing known of the node, though it may have been developed? */
static inline bool tree_unknown (const TreeNode *node) {
  return node->bound[LOWER] == -INFINITY && node->bound[UPPER] == INFINITY;
}

static inline bool tree_is_open (const Sons *sons, int i) { return !(sons->flags[i] & DEVELOPED); }

/* What a window leaves of the values that the node may have. Where it is closed, the node is not live (Definition 2.2). */
static inline Window tree_narrow (Window w, const TreeNode *node) {
  return (Window){node->bound[LOWER] > w.alpha ? node->bound[LOWER] : w.alpha,
                  node->bound[UPPER] < w.beta ? node->bound[UPPER] : w.beta};
}

/* Makes room on the path for so many nodes. May leave the search. */
void tree_widen_path (Tree *tree, int nodes);

/* The node on the path has these sons. */
static inline void tree_have_sons (Step *step, Sons *sons) {
  step->sons = sons;
  step->first = tree_nodes(sons);
}

/* Puts son `i` of the node at `ply` on the path below it. Its window is left to the caller. May leave the search. */
static inline Step *tree_enter (Tree *tree, int ply, int i) {
  if (rarely((size_t)ply + 2 > tree->room)) tree_widen_path(tree, ply + 2);
  Step *step = &tree->path[ply + 1];
  Sons *brothers = step[-1].sons;
  step->brothers = brothers;
  step->son = i;
  step->node = &step[-1].first[i];
  step->sons = NULL;
  step->passed = 0;
  if (brothers->flags[i] & HAS_SONS) tree_have_sons(step, tree_below(tree, brothers, i));
  return step;
}

/*
** Develops the open son `i` of the node at `ply` and sets its bounds. Its sons are generated only if it is live in the window
** afterwards, for otherwise nothing below it is ever asked again. True: it has sons, and is on the path. May leave the search.
*/
static specialised bool tree_develop (Tree *tree, int ply, int i, Window window);

/* The same, of a node that is no leaf by its own word: `n`. */
bool tree_develop_inner (Tree *tree, int ply, int i, Node *n, Window window);

/* The same for the node at `ply` of the path. */
void tree_develop_at (Tree *tree, int ply, Window window);

/*
** Definition 1.1 for the node at `ply`, where `player` moves, and of whose sons `changed` has changed. True: so have its own bounds.
*/
static specialised bool tree_back_up (Tree *tree, int ply, const TreeNode *changed, Player player);

/* The same for the bound that the opponent is sure of, when a son that upheld it does so no longer. */
bool tree_back_up_other (Tree *tree, int ply);

/* What the sons of the node at `ply` say of a bound, `value`, held to its other bound, which it contradicts. */
Value tree_contradict (Tree *tree, int ply, Value value, Value bound);

/* All below the node at `ply` is given back, but for the line of play that its value comes from, if that is exact. */
void tree_forget (Tree *tree, int ply);

/* The position of the node at `ply`. */
Position tree_position_at (const Tree *tree, int ply);

/* Is the open son `i` of the node at `ply` a pseudo-terminal, from where a local tree of its own is searched? */
static inline bool tree_pseudo (const Tree *tree, int ply, int i);
bool tree_ask_pseudo (const Tree *tree, int ply, int i);

/* The bounds of the root have changed: what is proved, and by which move, is published. */
void tree_publish (Tree *tree);

/* The search is over: the root is not live in the window of the search. */
void tree_conclude (Tree *tree);

/* The search is over, though the root is live: son `i` is best, and `value` is sure to who moves. */
void tree_conclude_with (Tree *tree, int i, Value value);

/* Inline, for they are the cost of a search whose rules are fast. */

/* A bound that the changed son upheld may be upheld by others: first of all by the last one, which is open longest. */
static specialised bool tree_back_up (Tree *tree, int ply, const TreeNode *changed, Player player) {
  const Step *step = &tree->path[ply];
  Value *bound = step->node->bound, best = changed->bound[player];
  const Player other = opponent(player);
  bool news = better(player, best, bound[player]);
  if (news) {
    if (rarely(better(player, best, bound[other]))) best = tree_contradict(tree, ply, best, bound[other]);
    news = best != bound[player];
    bound[player] = best;
  }
  if (!better(other, changed->bound[other], bound[other])) return news;
  if (!better(other, step->first[step->sons->count - 1].bound[other], bound[other])) return news;
  return tree_back_up_other(tree, ply) || news;
}

static inline void tree_set_bounds (TreeNode *node, Value lower, Value upper) {
  node->bound[LOWER] = lower;
  node->bound[UPPER] = upper;
}

/* Son `i` was developed, `node`: so its bounds are known. */
static inline void tree_settle (Sons *sons, int i, TreeNode *node, Value lower, Value upper) {
  sons->flags[i] |= DEVELOPED;
  tree_set_bounds(node, lower, upper);
}

/* Tells a trace the path to `n`, son `i` of the node at `ply`. */
void tree_trace_path (const Tree *tree, int ply, int i, Node *n);

static specialised bool tree_develop (Tree *tree, int ply, int i, Window w) {
  Search *s = tree->search;
  Sons *sons = tree->path[ply].sons;
  TreeNode *first = tree->path[ply].first;
  const int64_t *words = (const int64_t *)(const void *)(first + sons->count) + (size_t)i * (size_t)tree->words;
  Node n;
  stored_load(s->game, words, sons->flags[i] & HELD_POSITION, &n.position);
  n.player = opponent(sons->player);
  n.ply = ply + 1;
  n.parent = NULL;
  if (trace_on(s)) tree_trace_path(tree, ply, i, &n);
  trace_window(s, w.alpha, w.beta);
  if (!visit_leaf(s, &n)) return tree_develop_inner(tree, ply, i, &n, w);
  Value value = visit_evaluate(s, &n);
  tree_settle(sons, i, &first[i], value, value);
  return false;
}

static inline bool tree_pseudo (const Tree *tree, int ply, int i) {
  return tree->path[ply].locals || (rarely(tree->asks) && tree_ask_pseudo(tree, ply, i));
}

#endif
