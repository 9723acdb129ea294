/*
** Unbounded best-first minimax: a tree that grows where both players play their best, as far as is known. (Korf & Chickering,
** "Best-first minimax search", 1996; Cohen-Solal, "Learning to play two-player perfect-information games without knowledge", 2020, and
** "Completeness of unbounded best-first game algorithms", 2021.)
**
** An iteration goes down from the root by the best child, makes all children of the leaf where that ends, estimates each, and takes the
** estimates back up, as minimax does. With `descent` it goes on from there, by the best of the new children, to the end of the game
** (descent minimax, of the second paper).
**
** Completion keeps what is resolved apart from what is estimated. As `value` (see gametree.h) a child is resolved where its bounds meet,
** and passed over on the way down, as is a dominated one; so every iteration adds to the tree, and on a tree that ends the search ends
** with the value. As `win`, the papers' own, a node is resolved also where the sign of its value is proved, its completion value: a
** win (c = 1), a loss (-1), else 0. While that of a node is 0, children where it is not are passed over. The best child is the first by
**
**   (c, estimate)                    of which a node has its estimate
**   (c, visits, estimate)            to be played, the safe decision
**   (c, estimate, visits)            to be played, else
**
** in the order of the player to move. As `none` nothing is passed over, and all are 0: Korf and Chickering's.
**
** Of children with equal estimates that which was visited least comes first on the way down, or, with `ties`, the most; then the leftmost.
**
** With a table, nodes with one key share what is known (twins.h): a new node takes it over, and an iteration that makes the children
** of a node whose key had some already goes on below it, as it would had the tree been there.
*/
#include "algo/sample/answer.h"
#include "algo/sample/gametree.h"
#include "algo/sample/playout.h"
#include "algo/sample/twins.h"

#include <limits.h>

static const Option option_safe = {.name = "safe", .kinds = OPTION_FLAG, .otherwise = 1,
  .help = "choose the move with most visits; false: the one with the best estimate",
  .example = "'connect4', {algorithm = 'ubfm', iterations = 2000, safe = false}"};

static const Option option_completion = {
  .name = "completion", .kinds = OPTION_WORD, .otherwise = NO_DEFAULT, .word = "value", .words = "value win none",
  .help = "what is proved on the way down: where the value is, a move is passed over; 'win': also where its sign is, which goes "
    "before all estimates; 'none': nothing is",
  .example = "'othello', {algorithm = 'ubfm', iterations = 500, completion = 'win'}"};

static const Option option_ties = {
  .name = "ties", .kinds = OPTION_WORD, .otherwise = NO_DEFAULT, .word = "fewest", .words = "fewest most",
  .help = "of moves with equal estimates, the one with fewest or with most visits comes first; then the leftmost",
  .example = "'connect4', {algorithm = 'ubfm', iterations = 2000, ties = 'most'}"};

static const Option option_descent = {.name = "descent", .kinds = OPTION_FLAG, .otherwise = 0,
  .help = "descent minimax: an iteration continues to the end of the game, or for longest_rollout plies",
  .example = "'connect4', {algorithm = 'ubfm', iterations = 100, descent = true}"};

typedef enum Completion { BY_VALUE, BY_WIN, BY_NONE } Completion;

typedef struct Ubfm {
  Search *search;
  GameTree *tree;
  Playout playout;
  Completion completion;
  bool most;            /* visits come first, of equals */
  bool descent, safe;
  bool shares;          /* by keys */
  int made_from;        /* the first ply on the path whose children this iteration has made */
  int tightened;        /* the last one whose bounds changed on the way down; -1: none */
} Ubfm;

/* Returns the value of a new child, or an estimate of it. */
static Value estimate_child (void *with, GameTree *tree, GameNode *child) {
  Ubfm *u = with;
  const GameStep *step = &tree->path[tree->end];
  const Basis above = basis_begin(u->search);
  const bool known = u->shares && (twins_look(tree) > 0 || gametree_settled(child));
  const PlayoutValue outcome = known ? (PlayoutValue){child->estimate, false, 0} : playout_run(&u->playout, &step->node);
  if (outcome.exact) gametree_settle(child, bounds_hold(tree->search, &step->node, outcome.value), outcome.plies);
  if (u->shares) twins_note(tree, above);
  else basis_end(u->search, above, tree->end);
  return outcome.value;
}

/* The completion value: the sign that is proved of the value. */
static int completion_of (const Ubfm *u, const GameNode *n) {
  return u->completion != BY_WIN ? 0 : n->bound[LOWER] > 0 ? 1 : n->bound[UPPER] < 0 ? -1 : 0;
}

/* Is a child passed over on the way down from `n`? */
static bool is_resolved (const Ubfm *u, const GameNode *n, const GameNode *child) {
  if (u->completion == BY_NONE) return false;
  if (gametree_settled(child) || gametree_dominated(n, child, gametree_player(n))) return true;
  return completion_of(u, n) == 0 && completion_of(u, child) != 0;
}

/* The best child of a node, as far as is known, that is worth to go down to, and its number; NULL: none is left. */
static GameNode *select_child (const Ubfm *u, const GameNode *n, uint32_t *number) {
  const Player player = gametree_player(n);
  GameNode *best = NULL;
  uint32_t i = 0;
  for (GameNode *child = n->children; child; child = child->next) {
    i++;
    if (is_resolved(u, n, child)) continue;
    if (best && !better(player, child->estimate, best->estimate) &&
        (child->estimate != best->estimate || (u->most ? child->visits <= best->visits : child->visits >= best->visits))) continue;
    best = child;
    *number = i;
  }
  return best;
}

/* Makes the children of the last node on the path. Returns whether some node with its key had them before. */
static bool expand (Ubfm *u) {
  GameTree *t = u->tree;
  if (!u->shares) {
    gametree_pull_all(t, estimate_child, u);
    return false;
  }
  const GameNode *n = t->path[t->end].at;
  const Value lower = n->bound[LOWER], upper = n->bound[UPPER];
  const bool before = t->end > 0 && twins_look(t) > 0;      /* of the root a move is wanted, whatever is known */
  if (n->bound[LOWER] > lower || n->bound[UPPER] < upper) u->tightened = t->end;
  if (!gametree_settled(n)) gametree_pull_all(t, estimate_child, u);
  return before;
}

/* The node at the end of the path has new children: does the iteration go on below? */
static bool goes_on (Ubfm *u, bool before, int64_t made) {
  GameTree *t = u->tree;
  GameNode *n = t->path[t->end].at;
  if (!(before || u->descent) || made >= u->playout.longest || n->children == NULL) return false;
  if (gametree_back_up(t, t->end)) u->tightened = t->end;
  if (!gametree_settled(n)) return true;
  n->estimate = n->bound[LOWER];        /* now, for its children are gone */
  return false;
}

/* Down to a node whose children are not there, and makes them. Or to one that is settled on the way. */
static void descend (Ubfm *u) {
  GameTree *t = u->tree;
  int64_t made = 0;
  u->tightened = -1;
  u->made_from = INT_MAX;
  for (gametree_begin(t); ; ) {
    const GameNode *n = t->path[t->end].at;
    uint32_t number = 0;
    if (gametree_settled(n)) {                    /* without completion: a visit, so that limits are watched */
      if (--u->search->watch.until_poll < 0) watch_poll(u->search);
      return;
    }
    if (!gametree_is(n, COMPLETE)) {
      if (made == 0) u->made_from = t->end;
      if (!goes_on(u, expand(u), ++made)) return;
    }
    GameNode *child = select_child(u, n, &number);
    if (child == NULL) return;                    /* it cannot be: then it would be settled */
    gametree_enter(t, child, number);
  }
}

/* Returns the value of a node by the estimates of its children. */
static Value best_estimate (const Ubfm *u, const GameNode *n) {
  const Player player = gametree_player(n);
  Value best = worst_for(player);
  int won = player == MAX ? -1 : 1;
  for (const GameNode *child = n->children; child; child = child->next) {
    const int its = completion_of(u, child);
    if (its != won && u->completion == BY_WIN ? !better(player, its, won) : !better(player, child->estimate, best)) continue;
    best = child->estimate;
    won = its;
  }
  return u->completion == BY_NONE ? best : gametree_held(n, best);
}

/* The move. */

static double by_estimate (const void *with, const GameTree *t, const GameNode *child, size_t number) {
  (void)with, (void)number;
  return gametree_player(t->root) == MAX ? child->estimate : -child->estimate;
}

/* Is a child of the root better to play than another? */
static bool plays_better (const Ubfm *u, const GameNode *a, const GameNode *b) {
  const Player player = gametree_player(u->tree->root);
  const int wins_a = completion_of(u, a), wins_b = completion_of(u, b);
  if (wins_a != wins_b) return better(player, wins_a, wins_b);
  if (wins_a != 0 && (answer_resists(u->tree, a, b) || answer_resists(u->tree, b, a))) return answer_resists(u->tree, a, b);
  if (a->visits != b->visits && (u->safe || a->estimate == b->estimate)) return a->visits > b->visits;
  return better(player, a->estimate, b->estimate);
}

/* The child of the root to play: by what is proved, then visits or estimates; or as the papers have it. */
static GameNode *choose (const Ubfm *u) {
  if (u->completion == BY_VALUE) return answer_choose(u->tree, u->safe ? answer_by_visits : by_estimate, NULL);
  GameNode *best = u->tree->root->children;
  for (GameNode *child = best; child; child = child->next)
    if (plays_better(u, child, best)) best = child;
  return best;
}

static void iterate (Ubfm *u) {
  GameTree *t = u->tree;
  bool news = true;
  descend(u);
  for (int ply = t->end; ply >= 0; ply--) {
    GameNode *n = t->path[ply].at;
    if (n->visits < UINT32_MAX) n->visits++;
    if (u->shares && ply < t->end) twins_inherit(t, ply);
    bool tighter = ply >= u->made_from;
    if (n->children) {                              /* else it has none, and is settled */
      n->estimate = best_estimate(u, n);
      if (news || ply < u->tightened) tighter = (news = gametree_back_up(t, ply)) || tighter;
      if (u->completion != BY_NONE || gametree_settled(n)) n->estimate = gametree_held(n, n->estimate);
    }
    if (u->shares) twins_keep(t, ply, tighter);
  }
  answer_publish(t, choose(u), t->root->estimate);
}

static void run (Search *s) {
  Ubfm u = {.search = s, .completion = (Completion)search_place(s, &option_completion), .most = search_place(s, &option_ties),
            .descent = search_flag(s, option_descent.name), .safe = search_flag(s, option_safe.name), .shares = s->table != NULL};
  u.tree = gametree_open(s, u.shares ? sizeof(Basis) : 0);
  if (u.tree == NULL) return;
  if (u.shares) twins_open(u.tree);
  /* Only a limit calls for estimates: else the search goes to the end of the game, and rules may have no evaluation before that. */
  playout_open(&u.playout, s, s->asked.time_limit > 0 || s->pass.depth < NO_HORIZON || !isnan(search_number(s, "iterations")));
  const double iterations = playout_iterations(s);
  for (double made = 0; !gametree_settled(u.tree->root); made++) {
    if (made >= iterations) s->host->leave(s->host, STOP_ITERATIONS);
    iterate(&u);
  }
  answer_conclude(u.tree);
}

const Algorithm ubfm = {.id = "ubfm", .title = "Unbounded best-first minimax with completion", .family = "sampling",
  .source = "Korf & Chickering 1996; Cohen-Solal 2020 and 2021",
  .options = OPTIONS(&option_iterations, &option_rollout, &option_longest_rollout, &option_safe, &option_completion, &option_ties,
                     &option_descent, &option_table, &option_seed),
  .informed = true, .path = true, .holds = true, .anytime = true, .run = run
};
