/*
** B*: which move is best, not what it is worth. (H. J. Berliner, "The B* tree search algorithm: a best-first proof procedure",
** Artificial Intelligence 12, 1979.)
**
** The bounds of a node are what its player may hope for (the optimistic one) and what he is sure of (the pessimistic one); they come from
** the rules, and are backed up as minimax. The search is over when one child of the root is sure of what all others can hope for at most.
** Two ways lead there: to *prove best*, the pessimistic bound of the most hopeful child is raised; to *disprove the rest*, the optimistic
** bound of the next hopeful is lowered, which only helps if no child is more sure than the most hopeful. Below the root each player goes to
** what promises most to him, as in H**.
**
** Which of the two is the option `strategy`: always one, or both by turns; or "depth", after Berliner's criterion: to disprove the rest if
** the bounds of all rivals come from so much less deep that the sum of the squares of their depths is less than that of the most hopeful.
**
** A child that nothing is known of is looked at first. And a move alone is no answer here, without any bound that it is sure of: a forced
** move is searched until there is one.
*/
#include "algo/framework/rsearch.h"

static const Option option_strategy = {
  .name = "strategy", .kinds = OPTION_WORD, .otherwise = NO_DEFAULT, .word = "depth", .words = "depth best rest turns",
  .help = "B* strategy: 'best' proves the best move, 'rest' disproves the others, 'turns' "
    "alternates, 'depth' goes by the depth of proofs",
  .example = "gts.tree{branching=3, depth=6, order='correlated', tightness=3}, {algorithm = 'bstar', strategy = 'turns'}"};

enum { NO_CHILD = -1 };

typedef struct Contest {
  AtRoot root;          /* first: it is handed back to us */
  char strategy;        /* the first letter of its name */
  bool turn;            /* by turns: it is that of the rest */
  int best;             /* when it is over: the best child */
} Contest;

/* A child that may turn out better than what is sure: it is live. */
static bool runs (const Step *root, int i) { return window_open(tree_narrow(root->window, &root->first[i])); }

static Value hope_of (Player player, const TreeNode *n) { return n->bound[opponent(player)]; }

/* The most hopeful of those but `except`. */
static int most_hopeful (const Step *root, Player player, int except) {
  int best = NO_CHILD;
  for (int i = 0; i < root->children->count; i++)
    if (i != except && runs(root, i) &&
        (best < 0 || better(player, hope_of(player, &root->first[i]), hope_of(player, &root->first[best])))) best = i;
  return best;
}

/* The child that is most sure of something, live or not. */
static int most_sure (const Step *root, Player player) {
  int best = 0;
  for (int i = 1; i < root->children->count; i++)
    if (better(player, root->first[i].bound[player], root->first[best].bound[player])) best = i;
  return best;
}

/*
** Returns the best child once it is proved: no other can hope for more than it is sure of; or it is
** the only one that can reach the rules' pessimistic bound of the root. Else NO_CHILD.
*/
static int winner_of (const Step *root, Player player, int sure) {
  const Value sure_of = root->first[sure].bound[player], root_of = own_side(player, root->window);
  if (isinf(root_of)) return NO_CHILD;
  if (!better(player, root_of, sure_of)) return most_hopeful(root, player, sure) < 0 ? sure : NO_CHILD;
  const int only = most_hopeful(root, player, NO_CHILD);
  return most_hopeful(root, player, only) < 0 ? only : NO_CHILD;
}

/* How far below child `i` of the root the leaf lies, or the open node, that its optimistic bound comes from. */
static double depth_below (const Tree *tree, int i) {
  double depth = 1;
  const Value hope = hope_of((Player)tree->path[0].children->player, &tree->path[0].first[i]);
  const int side = opponent(tree->path[0].children->player);
  for (Children *children = children_below(&tree->pool, tree->path[0].children, i); children; depth++) {
    int k = 0;
    while (k < children->count && tree_nodes(children)[k].bound[side] != hope) k++;
    if (k == children->count) break;                /* its own bound */
    children = children_below(&tree->pool, children, k);
  }
  return depth;
}

/* Berliner's criterion: does the proof of the most hopeful child lie deeper than those of its rivals? */
static bool deeper (const Tree *tree, int hopeful, Player player) {
  const Step *root = &tree->path[0];
  const double depth = depth_below(tree, hopeful);
  double sum = 0;
  for (int i = 0; i < root->children->count; i++) {
    if (i == hopeful || !runs(root, i)) continue;
    if (!better(player, hope_of(player, &root->first[i]), root->first[hopeful].bound[player])) continue;
    const double its = depth_below(tree, i);
    sum += its * its;
  }
  return sum < depth * depth;
}

static bool disproves_rest (Contest *contest, const Tree *tree, int hopeful, Player player) {
  switch (contest->strategy) {
    case 'b': return false;
    case 'r': return true;
    case 't': contest->turn = !contest->turn; return !contest->turn;
    default: return deeper(tree, hopeful, player);
  }
}

static int first_open (const Step *root) {
  for (int i = 0; i < root->children->count; i++)
    if (tree_is_open(root->children, i) && runs(root, i)) return i;
  return NO_CHILD;
}

static int choose (AtRoot *at, const Tree *tree) {
  Contest *contest = (Contest *)(void *)at;
  const Step *root = &tree->path[0];
  const Player player = (Player)root->children->player;
  const int open = first_open(root);
  if (open >= 0) return open;
  const int sure = most_sure(root, player), hopeful = most_hopeful(root, player, NO_CHILD);
  contest->best = winner_of(root, player, sure);
  if (contest->best >= 0) return NO_CHILD;
  const int rival = most_hopeful(root, player, hopeful);
  if (rival < 0 || better(player, root->first[sure].bound[player], root->first[hopeful].bound[player])) return hopeful;
  return disproves_rest(contest, tree, hopeful, player) ? rival : hopeful;
}

static void run (Search *s) {
  Contest contest = {.root = {choose}, .strategy = search_word(s, "strategy")[0], .best = NO_CHILD};
  Tree *tree = framework_search_from(s, "hstar", &contest.root);
  if (contest.best < 0) tree_conclude(tree);
  else tree_conclude_with(tree, contest.best, tree->path[0].node->bound[s->pass.root.player]);
}

const Algorithm bstar = {
  .id = "bstar", .title = "B*", .family = "framework", .source = "Berliner 1979", .options = OPTIONS(&option_strategy),
  .informed = true, .alternative = true, .holds = true, .run = run
};
