/*
** The search tree of the framework: every node with what is proved about it.
**
** A node that has been generated and not developed is *open*: its bounds are -inf and +inf. To *develop* it is to ask its
** own bounds L and U, or its value if it is a leaf, and to generate all its children, open. Then (Pijls & de Bruin, "A framework
** for game tree algorithms", Definition 1.1)
**
**   Ub(n) = min(U(n), max of the children's Ub),  Lb(n) = max(L(n), max of the children's Lb)   at a MAX node,
**
** and with the least of the children's at a MIN node. Bounds only tighten (Lemma 2.2). So L and U need not be stored, for the last bounds
** contain them; and a development concerns the path to the root alone, and that no further than bounds change on it.
**
** What MIN is to Ub, MAX is to Lb. Hence bounds are stored by the player who is sure of them, and everything is said once.
**
** The children of a node are one block (search/children.h). A node takes 17 bytes beside its position and its move.
*/
#pragma once

#include "search/children.h"
#include "search/visit.h"

/* Bounds by the player who is sure of them. */
enum { UPPER = MIN, LOWER = MAX };

/* Flag of a node: it was developed, and is open no longer. */
enum { DEVELOPED = OWN_FLAG };

/* The proved bounds of a node. */
typedef struct TreeNode {
  Value bound[2];       /* Lb in [LOWER], Ub in [UPPER] */
} TreeNode;

/* A node of the path, its ply being its place there. */
typedef struct Step {
  Children *siblings;       /* it is one of these, */
  int child;              /* this one, from 0 */
  int base;             /* at the root of a local tree: the ply of the next local root above */
  TreeNode *node;
  Children *children;           /* NULL: open, or known well enough without */
  TreeNode *first;      /* of those */
  Window window;        /* script L and U: the bounds of this node and of all above it, and of the search (Definition 2.1) */
  bool locals;          /* of this ply, whatever node stands there: the children are pseudo-terminals */
  int passed;           /* leftmost children that a rule has passed over while `end` was an end of the window: see rsearch.c */
  Value end;
} Step;

typedef struct Tree {
  Search *search;
  ChildrenPool pool;
  bool asks;            /* the caller says which nodes are pseudo-terminals */
  int pseudo;           /* else nodes at plies pseudo, 2 * pseudo, ... are; 0: none is */
  Step *path;
  size_t room;          /* of the path */
} Tree;

/* Where the trees of an algorithm have pseudo-terminals. */
extern const Option option_pseudo;

/* The tree of nothing but the open root, at ply 0 of the path, whose window is the search's. */
Tree *tree_open (Search *search);

/* All children of a block. */
static inline TreeNode *tree_nodes (Children *children) { return children_records(children); }

/* Is nothing known of the node, though it may have been developed? */
static inline bool tree_unknown (const TreeNode *node) { return node->bound[LOWER] == -INFINITY && node->bound[UPPER] == INFINITY; }

static inline bool tree_is_open (const Children *children, int i) { return !(children->flags[i] & DEVELOPED); }

/* Returns the intersection of a window and the bounds of a node. If it is closed the node is not live (Definition 2.2). */
static inline Window tree_narrow (Window w, const TreeNode *node) {
  return (Window){node->bound[LOWER] > w.alpha ? node->bound[LOWER] : w.alpha, node->bound[UPPER] < w.beta ? node->bound[UPPER] : w.beta};
}

/* Makes room for `nodes` nodes on the path. May leave the search. */
void tree_widen_path (Tree *tree, int nodes);

/* The node on the path has these children. */
static inline void tree_have_children (Step *step, Children *children) {
  step->children = children;
  step->first = tree_nodes(children);
}

/* Puts child `i` of the node at `ply` on the path below it. Its window is left to the caller. May leave the search. */
static inline Step *tree_enter (Tree *tree, int ply, int i) {
  if (UNLIKELY((size_t)ply + 2 > tree->room)) tree_widen_path(tree, ply + 2);
  Step *step = &tree->path[ply + 1];
  Children *siblings = step[-1].children;
  step->siblings = siblings;
  step->child = i;
  step->node = &step[-1].first[i];
  step->children = NULL;
  step->passed = 0;
  if (siblings->flags[i] & HAS_CHILDREN) tree_have_children(step, children_below(&tree->pool, siblings, i));
  return step;
}

/*
** Develops the open child `i` of the node at `ply` and sets its bounds. Its children are generated only if it is live in the window
** afterwards, for otherwise nothing below it is ever asked again. True: it has children, and is on the path. May leave the search.
*/
static ALWAYS_INLINE bool tree_develop (Tree *tree, int ply, int i, Window window);

/* Like tree_develop, of a child whose node `n` is known to be no terminal. */
bool tree_develop_inner (Tree *tree, int ply, int i, Node *n, Window window);

/* Like tree_develop, of the node at `ply` of the path, which may be the root. */
void tree_develop_at (Tree *tree, int ply, Window window);

/* Definition 1.1 for the node at `ply`, where `player` moves, and of whose children `changed` has changed. True: so have its own bounds. */
static ALWAYS_INLINE bool tree_back_up (Tree *tree, int ply, const TreeNode *changed, Player player);

/* Like tree_back_up, for the bound that the opponent is sure of, when a child that upheld it does so no longer. */
bool tree_back_up_other (Tree *tree, int ply);

/* Reports that `value`, a bound that the children of the node at `ply` prove, contradicts its `bound`. Returns `bound`. */
Value tree_contradict (Tree *tree, int ply, Value value, Value bound);

/* Frees all below the node at `ply`, but for the principal variation of an exact value. */
void tree_forget (Tree *tree, int ply);

/* The position of the node at `ply`. */
Position tree_position_at (const Tree *tree, int ply);

/* Is the open child `i` of the node at `ply` a pseudo-terminal, the root of a local tree that is searched separately? */
static inline bool tree_pseudo (const Tree *tree, int ply, int i);
bool tree_ask_pseudo (const Tree *tree, int ply, int i);

/* The bounds of the root have changed: what is proved, and by which move, is published. */
void tree_publish (Tree *tree);

/* The search is over: the root is not live in the window of the search. */
void tree_conclude (Tree *tree);

/* Concludes the search, though the root is live: child `i` is best, and `value` a bound that the mover is sure of. */
void tree_conclude_with (Tree *tree, int i, Value value);

/* Inline, for they are the cost of a search whose rules are fast. */

/* A bound that the changed child upheld may be upheld by others: first of all by the last one, which is open longest. */
static ALWAYS_INLINE bool tree_back_up (Tree *tree, int ply, const TreeNode *changed, Player player) {
  const Step *step = &tree->path[ply];
  Value *bound = step->node->bound, best = changed->bound[player];
  const Player other = opponent(player);
  bool news = better(player, best, bound[player]);
  if (news) {
    if (UNLIKELY(better(player, best, bound[other]))) best = tree_contradict(tree, ply, best, bound[other]);
    news = best != bound[player];
    bound[player] = best;
  }
  if (!better(other, changed->bound[other], bound[other])) return news;
  if (!better(other, step->first[step->children->count - 1].bound[other], bound[other])) return news;
  return tree_back_up_other(tree, ply) || news;
}

static inline void tree_set_bounds (TreeNode *node, Value lower, Value upper) {
  node->bound[LOWER] = lower;
  node->bound[UPPER] = upper;
}

/* Child `i` was developed, `node`: so its bounds are known. */
static inline void tree_settle (Children *children, int i, TreeNode *node, Value lower, Value upper) {
  children->flags[i] |= DEVELOPED;
  tree_set_bounds(node, lower, upper);
}

/* The node at `ply` and those above it, for a trace, on the path to its child `i`; good until the next call. */
const Node *tree_trail (const Tree *tree, int ply, int i);

static ALWAYS_INLINE bool tree_develop (Tree *tree, int ply, int i, Window w) {
  Search *s = tree->search;
  Children *children = tree->path[ply].children;
  TreeNode *first = tree->path[ply].first;
  const int64_t *words = (const int64_t *)(const void *)(first + children->count) + (size_t)i * (size_t)tree->pool.words;
  Node n;
  packed_load(s->game, words, children->flags[i] & HELD_POSITION, &n.position);
  n.player = opponent(children->player);
  n.ply = ply + 1;
  n.parent = NULL;
  if (trace_on(s)) n.parent = tree_trail(tree, ply, i);
  if (visit_enter_in(s, &n, w) == NO_LEAF) return tree_develop_inner(tree, ply, i, &n, w);
  Value value = visit_evaluate(s, &n);
  tree_settle(children, i, &first[i], value, value);
  return false;
}

static inline bool tree_pseudo (const Tree *tree, int ply, int i) {
  return tree->path[ply].locals || (UNLIKELY(tree->asks) && tree_ask_pseudo(tree, ply, i));
}
