/*
** Maxsearch, and its dual Minsearch: Rsearch that always chooses the leftmost live node with the greatest upper bound, as
** procedures. (Pijls & de Bruin, "A framework for game tree algorithms", section 6.) It is to SSS* what alpha-beta is to
** minimax: the same search, which knows lower bounds besides.
**
** `upper` is the upper end of the window of the root. `diminish` develops open live nodes whose window still has that end,
** until none is left: then either Ub < upper, and the next round takes the new bound; or the node is not live any more, and
** Lb >= upper. `expand` is the same for an open node, and for all that it develops. Once a node is developed both walk its
** sons alike, since to diminish an open son is to expand it; so Figs 7 and 8 share their loops.
**
** Minsearch exchanges MAX with MIN and upper with lower. Both are written once, for the `player` who hopes: `hope` is the bound
** that comes down on him (upper for MAX), `sure` the other one (lower). Read it with player = MAX.
**
** The figures as repaired: the main procedure develops its node itself; what follows a call is inside the loop; a round is
** repeated only while Lb < upper, for Fig. 6's own guard is the live test only if upper was infinite.
*/
#include "algo/framework/tell.h"

typedef struct Side {
  Tree *tree;
  Player player;
} Side;

static Value hope_of (const Side *side, const TreeNode *n) { return n->bound[opponent(side->player)]; }

static Value sure_of (const Side *side, const TreeNode *n) { return n->bound[side->player]; }

/* a >= b, for MAX. */
static bool reaches (const Side *side, Value a, Value b) { return !better(side->player, b, a); }

static Value best (const Side *side, Value a, Value b) { return better(side->player, a, b) ? a : b; }

static void develop (const Side *side, int ply, Value sure, Value hope) {
  bool for_max = side->player == MAX;
  tree_develop(side->tree, ply, for_max ? (Window){sure, hope} : (Window){hope, sure});
  if (ply == 0) tree_publish(side->tree);
}

static void expand (const Side *side, int ply, Value sure, Value hope);
static void sons (const Side *side, int ply, Value sure, Value hope);

/* The procedure diminish for son `i` of the node at `ply`, and Definition 1.1 for that node. Returns the son. */
static const TreeNode *diminish (const Side *side, int ply, int i, Value sure, Value hope) {
  TreeNode *son = tree_enter(side->tree, ply, i)->node;
  if (tree_is_open(son)) expand(side, ply + 1, sure, hope);
  else sons(side, ply + 1, sure, hope);
  if (tell_back_up(side->tree, ply) && ply == 0) tree_publish(side->tree);
  return son;
}

/* Where the player moves: every son that has all the hope of the node. One that keeps it is sure of it, and the node too. */
static void every_son (const Side *side, int ply, Value sure, Value hope) {
  TreeNode *n = side->tree->path[ply].node;
  sure = best(side, sure, sure_of(side, n));
  for (int i = 0; i < n->sons->count; i++) {
    const TreeNode *son = tree_son(side->tree, n->sons, i);
    if (!tree_is_open(son) && !reaches(side, hope_of(side, son), hope)) continue;
    diminish(side, ply, i, sure, hope);
    if (reaches(side, hope_of(side, son), hope)) return;
    sure = best(side, sure, sure_of(side, son));
  }
}

/* Where the opponent moves: sons from left to right, until one brings the hope down. All further left have failed to. */
static void first_son (const Side *side, int ply, Value sure, Value hope) {
  TreeNode *n = side->tree->path[ply].node;
  int i = n->sons->count - 1;
  while (i > 0 && tree_is_open(tree_son(side->tree, n->sons, i))) i--;         /* the youngest that is not open, or the first */
  for (; i < n->sons->count; i++) {
    const TreeNode *son = tree_son(side->tree, n->sons, i);
    if (reaches(side, sure_of(side, son), hope_of(side, son))) continue;       /* it is not live */
    if (!reaches(side, hope_of(side, diminish(side, ply, i, sure, hope)), hope)) return;
  }
}

/* The body of both procedures for a node that is developed. */
static void sons (const Side *side, int ply, Value sure, Value hope) {
  const TreeNode *n = side->tree->path[ply].node;
  visit_guard(side->tree->search, ply);
  if (n->sons == NULL || n->sons->count == 0) return;
  if (n->sons->player == side->player) every_son(side, ply, sure, hope);
  else first_son(side, ply, sure, hope);
}

/* The main procedure, for the root of the tree or of a local tree (Fig. 6). */
static void local_search (const Side *side, int ply, Value sure, Value hope) {
  const TreeNode *n = side->tree->path[ply].node;
  develop(side, ply, sure, hope);
  if (!reaches(side, hope_of(side, n), hope)) hope = hope_of(side, n);
  while (!reaches(side, best(side, sure, sure_of(side, n)), hope)) {
    sons(side, ply, sure, hope);
    if (!reaches(side, hope_of(side, n), hope)) hope = hope_of(side, n);
  }
}

static void expand (const Side *side, int ply, Value sure, Value hope) {
  Tree *tree = side->tree;
  const TreeNode *n = tree->path[ply].node;
  if (tree_pseudo(tree, ply)) {
    tell_local(tree, EVENT_ACTIVATE, ply);
    local_search(side, ply, sure, hope);
    tell_local(tree, EVENT_DEACTIVATE, ply);
    tree_forget(tree, ply);
    return;
  }
  develop(side, ply, sure, hope);
  if (!reaches(side, sure_of(side, n), hope) && reaches(side, hope_of(side, n), hope)) sons(side, ply, sure, hope);
}

static void search (Search *s, Player player) {
  Side side = {tree_open(s), player};
  s->list_open = tell_live_nodes;
  local_search(&side, 0, own_side(player, s->window), own_side(opponent(player), s->window));
  tree_conclude(side.tree);
}

static void run_max (Search *s) { search(s, MAX); }

static void run_min (Search *s) { search(s, MIN); }

const Algorithm maxsearch = {
  .id = "maxsearch", .title = "Maxsearch", .family = "framework", .source = "Pijls & de Bruin, Framework, Figs 6-8",
  .options = OPTIONS(&option_window, &option_pseudo), .informed = true, .lines = true, .holds = true, .run = run_max
};

const Algorithm minsearch = {
  .id = "minsearch", .title = "Minsearch", .family = "framework", .source = "Pijls & de Bruin, Framework, section 4",
  .options = OPTIONS(&option_window, &option_pseudo), .informed = true, .lines = true, .holds = true, .run = run_min
};
