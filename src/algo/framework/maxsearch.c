/*
** Maxsearch, and its dual Minsearch: Rsearch that always chooses the leftmost live node with the greatest upper bound, as
** procedures. (Pijls & de Bruin, "A framework for game tree algorithms", section 6.) It is to SSS* what alpha-beta is to
** minimax: the same search, which knows lower bounds besides.
**
** `upper` is the upper end of the window of the root. `diminish` develops open live nodes whose window still has that end,
** until none is left: then either Ub < upper, and the next round takes the new bound; or the node is not live any more, and
** Lb >= upper. `expand` is the same for an open node, and for all that it develops. Once a node is developed both walk its
** children alike, since to diminish an open child is to expand it; so Figs 7 and 8 share their loops.
**
** Minsearch exchanges MAX with MIN and upper with lower. Both are written once, for the `player` who hopes: `hope` is the bound
** that comes down on him (upper for MAX), `sure` the other one (lower). Read it with player = MAX.
**
** The figures as repaired: the main procedure develops its node itself; what follows a call is inside the loop; a round is
** repeated only while Lb < upper, for Fig. 6's own guard is the live test only if upper was infinite.
*/
#include "algo/framework/emit.h"

typedef struct Side {
  Tree *tree;
  Player player;
} Side;

static Value hope_of (Player player, const TreeNode *n) { return n->bound[opponent(player)]; }

static Value sure_of (Player player, const TreeNode *n) { return n->bound[player]; }

/* a >= b, for MAX. */
static bool reaches (Player player, Value a, Value b) { return !better(player, b, a); }

static Value best (Player player, Value a, Value b) { return better(player, a, b) ? a : b; }

static void children (const Side *side, int ply, Value sure, Value hope);

/* The window between them, as MAX sees it. */
static ALWAYS_INLINE Window window_of (Value sure, Value hope, Player player) {
  return player == MAX ? (Window){sure, hope} : (Window){hope, sure};
}

/* The main procedure, for the root of the tree or of a local tree (Fig. 6). */
static void local_search (const Side *side, int ply, Value sure, Value hope) {
  const TreeNode *n = side->tree->path[ply].node;
  const Player player = side->player;
  tree_develop_at(side->tree, ply, window_of(sure, hope, player));
  if (ply == 0) tree_publish(side->tree);
  if (!reaches(player, hope_of(player, n), hope)) hope = hope_of(player, n);
  while (!reaches(player, best(player, sure, sure_of(player, n)), hope)) {
    children(side, ply, sure, hope);
    if (!reaches(player, hope_of(player, n), hope)) hope = hope_of(player, n);
  }
}

/* A pseudo-terminal at `ply`: its local tree is searched, and thrown away. */
static void search_local_tree (const Side *side, int ply, Value sure, Value hope) {
  emit_local(side->tree, EVENT_ACTIVATE, ply);
  local_search(side, ply, sure, hope);
  emit_local(side->tree, EVENT_DEACTIVATE, ply);
  tree_forget(side->tree, ply);
}

/* The procedure expand for `n`, the open child `i` of the node at `ply`. */
static ALWAYS_INLINE void expand (const Side *side, int ply, int i, const TreeNode *n, Value sure, Value hope, Player player) {
  Tree *tree = side->tree;
  if (UNLIKELY(tree_pseudo(tree, ply, i))) {
    tree_enter(tree, ply, i);
    search_local_tree(side, ply + 1, sure, hope);
  } else if (tree_develop(tree, ply, i, window_of(sure, hope, player))
             && !reaches(player, sure_of(player, n), hope) && reaches(player, hope_of(player, n), hope))
    children(side, ply + 1, sure, hope);
}

/* The procedure diminish for `n`, child `i` of the node at `ply`, where `mover` moves; and Definition 1.1 for that node. */
static ALWAYS_INLINE void diminish (const Side *side, int ply, int i, const TreeNode *n, Value sure, Value hope, Player player,
                                  Player mover) {
  Tree *tree = side->tree;
  if (tree_is_open(tree->path[ply].children, i)) expand(side, ply, i, n, sure, hope, player);
  else {
    tree_enter(tree, ply, i);
    children(side, ply + 1, sure, hope);
  }
  if (emit_back_up(tree, ply, n, mover) && ply == 0) tree_publish(tree);
}

/* Where the player moves: every child that has all the hope of the node. One that keeps it is sure of it, and the node too. */
static ALWAYS_INLINE void every_child (const Side *side, int ply, const Children *all, Value sure, Value hope, Player player) {
  const TreeNode *child = side->tree->path[ply].first;
  sure = best(player, sure, sure_of(player, side->tree->path[ply].node));
  for (int i = 0; i < all->count; i++, child++) {
    if (!reaches(player, hope_of(player, child), hope)) continue;
    diminish(side, ply, i, child, sure, hope, player, player);
    if (reaches(player, hope_of(player, child), hope)) return;
    sure = best(player, sure, sure_of(player, child));
  }
}

/* Of these children of a node where the opponent moves, of which the first are not open: the last of those, or the first of all. */
static int youngest (const Children *all) {
  int first_open = 0, end = all->count;
  if (tree_is_open(all, 0)) return 0;
  while (first_open < end) {
    int middle = first_open + (end - first_open) / 2;
    if (tree_is_open(all, middle)) end = middle;
    else first_open = middle + 1;
  }
  return first_open > 0 ? first_open - 1 : 0;
}

/* Where the opponent moves: children from left to right, until one brings the hope down. All further left have failed to. */
static ALWAYS_INLINE void first_child (const Side *side, int ply, const Children *all, Value sure, Value hope, Player player) {
  int i = youngest(all);
  for (const TreeNode *child = &side->tree->path[ply].first[i]; i < all->count; i++, child++) {
    if (reaches(player, sure_of(player, child), hope_of(player, child))) continue;          /* it is not live */
    diminish(side, ply, i, child, sure, hope, player, opponent(player));
    if (!reaches(player, hope_of(player, child), hope)) return;
  }
}

static ALWAYS_INLINE void children_of (const Side *side, int ply, const Children *all, Value sure, Value hope, Player player) {
  if (all->player == player) every_child(side, ply, all, sure, hope, player);
  else first_child(side, ply, all, sure, hope, player);
}

/* The body of both procedures for a node that is developed. */
static void children (const Side *side, int ply, Value sure, Value hope) {
  const Children *all = side->tree->path[ply].children;
  visit_guard(side->tree->search, ply);
  if (all == NULL || all->count == 0) return;
  if (side->player == MAX) children_of(side, ply, all, sure, hope, MAX);
  else children_of(side, ply, all, sure, hope, MIN);
}

static void run (Search *s) {
  const Player player = s->algorithm->dual ? MIN : MAX;
  Side side = {tree_open(s), player};
  s->trace.list_open = emit_live_nodes;
  local_search(&side, 0, own_side(player, s->asked.window), own_side(opponent(player), s->asked.window));
  tree_conclude(side.tree);
}

const Algorithm maxsearch = {
  .id = "maxsearch", .title = "Maxsearch", .family = "framework", .source = "Pijls & de Bruin, Framework, Figs 6-8",
  .options = OPTIONS(&option_window, &option_pseudo), .informed = true, .lines = true, .holds = true, .run = run};

const Algorithm minsearch = {
  .id = "minsearch", .title = "Minsearch", .family = "framework", .source = "Pijls & de Bruin, Framework, section 4",
  .options = OPTIONS(&option_window, &option_pseudo), .informed = true, .dual = true, .lines = true, .holds = true,
  .run = run};
