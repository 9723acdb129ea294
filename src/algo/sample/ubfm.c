/*
** Unbounded best-first minimax: a tree that grows where both players play their best, as far as is known. (Korf & Chickering,
** "Best-first minimax search", 1996; Cohen-Solal, "Learning to play two-player perfect-information games without knowledge", 2020.)
**
** An iteration goes down from the root by the best child, makes all children of the leaf where that ends, estimates each, and takes the
** estimates back up, as minimax does. What is resolved is kept apart from what is estimated (Cohen-Solal's completion: see gametree.h):
** a child that is settled, or dominated, is passed over on the way down; so every iteration adds to the tree, and on a tree that ends the
** search ends with the value.
**
** Of children with equal estimates that which was visited least comes first, then the leftmost. The move is that of the most visits (the
** safe decision of the second paper), or else of the best estimate.
*/
#include "algo/sample/gametree.h"
#include "algo/sample/playout.h"

static const Option option_safe = {
  .name = "safe", .kinds = OPTION_FLAG, .otherwise = 1,
  .help = "choose the move with most visits; false: the one with the best estimate",
  .example = "'connect4', {algorithm = 'ubfm', iterations = 2000, safe = false}"
};

/* Returns the value of a new child, or an estimate of it. */
static Value estimate_child (void *with, GameTree *tree, GameNode *child) {
  const GameStep *step = &tree->path[tree->end];
  const PlayoutValue outcome = playout_run(with, &step->node);
  if (outcome.exact) gametree_settle(child, bounds_hold(tree->search, &step->node, outcome.value));
  return outcome.value;
}

/* The best child of a node, as far as is known, that is worth to go down to, and its number; NULL: none is left. */
static GameNode *select_child (const GameNode *n, uint32_t *number) {
  const Player player = gametree_player(n);
  GameNode *best = NULL;
  uint32_t i = 0;
  for (GameNode *child = n->children; child; child = child->next) {
    i++;
    if (gametree_settled(child) || gametree_dominated(n, child, player)) continue;
    if (best && !better(player, child->estimate, best->estimate) &&
        (child->estimate != best->estimate || child->visits >= best->visits)) continue;
    best = child;
    *number = i;
  }
  return best;
}

/* Down to a node whose children are not there, and makes them. Or to one that is settled on the way. */
static void descend (GameTree *t, Playout *playout) {
  for (gametree_begin(t); ; ) {
    const GameNode *n = t->path[t->end].at;
    uint32_t number = 0;
    if (!gametree_is(n, COMPLETE)) {
      gametree_pull_all(t, estimate_child, playout);
      return;
    }
    GameNode *child = select_child(n, &number);
    if (child == NULL) return;                    /* it cannot be: then it would be settled */
    gametree_enter(t, child, number);
  }
}

/* Returns the value of a node by the estimates of its children. */
static Value best_estimate (const GameNode *n) {
  const Player player = gametree_player(n);
  Value best = worst_for(player);
  for (const GameNode *child = n->children; child; child = child->next)
    if (better(player, child->estimate, best)) best = child->estimate;
  return gametree_held(n, best);
}

static double by_estimate (const void *with, const GameTree *t, const GameNode *child, size_t number) {
  (void)with;
  (void)number;
  return gametree_player(t->root) == MAX ? child->estimate : -child->estimate;
}

static double by_visits (const void *with, const GameTree *t, const GameNode *child, size_t number) {
  (void)with;
  (void)t;
  (void)number;
  return child->visits;
}

static void iterate (GameTree *t, Playout *playout, GameMerit *merit) {
  descend(t, playout);
  bool news = true;
  for (int ply = t->end; ply >= 0; ply--) {
    GameNode *n = t->path[ply].at;
    if (n->visits < UINT32_MAX) n->visits++;
    if (n->children == NULL) continue;              /* it has none, and is settled */
    n->estimate = best_estimate(n);
    if (news) news = gametree_back_up(t, ply);
    n->estimate = gametree_held(n, n->estimate);
  }
  gametree_publish(t, gametree_choose(t, merit, NULL), t->root->estimate);
}

/*
** May the rules evaluate any position? Yes with a limit of time, plies or iterations, which calls
** for estimates. Else the search goes to the end of the game, and rules may have no evaluation
** before that.
*/
static bool asks_rules (Search *s) {
  return s->asked.time_limit > 0 || s->pass.depth < NO_HORIZON || !isnan(search_number(s, "iterations"));
}

static void run (Search *s) {
  Playout playout;
  GameMerit *merit = search_flag(s, "safe") ? by_visits : by_estimate;
  GameTree *t = gametree_open(s, 0);
  if (t == NULL) return;
  playout_open(&playout, s, asks_rules(s));
  const double iterations = playout_iterations(s);
  for (double made = 0; !gametree_settled(t->root); made++) {
    if (made >= iterations) s->host->leave(s->host, STOP_ITERATIONS);
    iterate(t, &playout, merit);
  }
  gametree_conclude(t);
}

const Algorithm ubfm = {
  .id = "ubfm", .title = "Unbounded best-first minimax with completion", .family = "sampling",
  .source = "Korf & Chickering 1996; Cohen-Solal 2020",
  .options = OPTIONS(&option_iterations, &option_rollout, &option_longest_rollout, &option_safe, &option_sampling_seed),
  .informed = true, .path = true, .holds = true, .anytime = true, .run = run
};
