#include "algo/sample/proof.h"

#include <float.h>
#include <math.h>
#include <string.h>

const Option option_proof_goal = {.name = "goal", .kinds = OPTION_NUMBER, .otherwise = NO_DEFAULT,
  .help = "of select = 'pn': count proof numbers of the question whether the value is at least this; default: the best value for "
    "the player to move",
  .example = "'connect4', {algorithm = 'mcts', iterations = 500, select = 'pn', goal = 1}"};

const Option option_proof_bias = {.name = "proof_bias", .kinds = OPTION_WORD, .otherwise = NO_DEFAULT, .words = "rank max sum",
  .help = "of select = 'pn' and 'gpn': how proof numbers bias selection: by their ranks; by their places between the least and the "
    "greatest; by their parts of the sum; default: 'rank' with 'pn', 'max' with 'gpn'",
  .example = "'breakthrough', {algorithm = 'mcts', iterations = 500, select = 'gpn', proof_bias = 'sum'}"};

/* Returns the number of `player` at a node whose bounds answer his question; else `otherwise`. */
static double by_bounds (const Uct *m, const GameNode *n, Player player, double otherwise) {
  if (!better(player, m->goal[player], n->bound[player])) return 0;
  return better(player, m->goal[player], n->bound[opponent(player)]) ? INFINITY : otherwise;
}

static double number_of (const Uct *m, const GameNode *n, Player player) { return by_bounds(m, n, player, uct_lore(m, n)->proof[player]); }

void proof_begin (const Uct *m, const GameNode *n) {
  for (Player player = MIN; player <= MAX; player++) uct_lore(m, n)->proof[player] = by_bounds(m, n, player, 1);
}

/* Sets the terms of the children of `n`, by ranks. */
static void rank_children (const Uct *m, const GameNode *n) {
  const Player player = gametree_player(n);
  double greatest = 1;
  for (const GameNode *child = n->children; child; child = child->next) {
    const double its = number_of(m, child, player);
    double rank = 1;
    for (const GameNode *other = n->children; other; other = other->next) rank += number_of(m, other, player) < its;
    uct_lore(m, child)->term = rank;
    if (rank > greatest) greatest = rank;
  }
  for (const GameNode *child = n->children; child; child = child->next)
    uct_lore(m, child)->term = 1 - uct_lore(m, child)->term / greatest;
}

/* Sets the terms of the children of `n`, by how large their numbers are. */
static void scale_children (const Uct *m, const GameNode *n) {
  const Player player = gametree_player(n);
  double least = INFINITY, greatest = 0, sum = 0;
  for (const GameNode *child = n->children; child; child = child->next) {
    const double its = number_of(m, child, player);
    if (its == INFINITY) continue;
    least = fmin(least, its);
    greatest = fmax(greatest, its);
    sum += its;
  }
  for (const GameNode *child = n->children; child; child = child->next) {
    const double its = number_of(m, child, player);
    uct_lore(m, child)->term = its == INFINITY ? 0 : m->proof_bias == PROOF_MAX ? 1 - (its - least) / (1 + greatest - least) :
                               1 - its / (1 + sum);
  }
}

bool proof_back_up (const Uct *m, const GameNode *n, bool news) {
  if (!news) return false;
  const Player player = gametree_player(n), other = opponent(player);
  Lore *lore = uct_lore(m, n);
  const double before[2] = {lore->proof[0], lore->proof[1]};
  double least = n->children ? INFINITY : 1, sum = n->children ? 0 : 1;
  for (const GameNode *child = n->children; child; child = child->next) {
    const double its = number_of(m, child, player);
    if (its < least) least = its;
    sum += number_of(m, child, other);
  }
  lore->proof[player] = by_bounds(m, n, player, least);
  lore->proof[other] = by_bounds(m, n, other, sum);
  if (m->proof_bias == PROOF_RANK) rank_children(m, n);
  else scale_children(m, n);
  return memcmp(lore->proof, before, sizeof before) != 0;       /* neither -0 nor NaN is among them */
}

static void count_anew (void *with, GameNode *n) { proof_back_up(with, n, true); }

/* Asks of the root, for either player, whether he gets the best that its bounds allow. True: these are other questions than before. */
static bool ask_for_the_best (Uct *m) {
  const Node *root = &m->search->pass.root;
  const Value *bound = m->tree->root->bound;
  const Value best[2] = {[MIN] = fmax(bound[LOWER], root->lower), [MAX] = fmin(bound[UPPER], root->upper)};
  if (best[MIN] == m->goal[MIN] && best[MAX] == m->goal[MAX]) return false;
  m->goal[MIN] = best[MIN];
  m->goal[MAX] = best[MAX];
  return true;
}

void proof_move_on (Uct *m) {
  if (ask_for_the_best(m)) gametree_each(m->tree, count_anew, m);
}

/* Sets the question of PN. Fails if there is none. */
static void ask_for_goal (Uct *m) {
  Search *s = m->search;
  Value goal = search_number(s, option_proof_goal.name);
  if (isnan(goal)) goal = s->pass.root.player == MAX ? s->pass.upper : nextafter(s->pass.lower, INFINITY);
  if (!isfinite(goal) || goal == -DBL_MAX)
    s->host->fail(s->host, "%s with select = 'pn' needs rules.range, or the option 'goal'", s->algorithm->id);
  m->goal[MAX] = goal;
  m->goal[MIN] = nextafter(goal, -INFINITY);
}

void proof_open (Uct *m) {
  m->proof_bias = m->select == SELECT_GPN ? PROOF_MAX : PROOF_RANK;
  if (search_word(m->search, option_proof_bias.name)) m->proof_bias = (ProofBias)search_place(m->search, &option_proof_bias);
  if (m->select == SELECT_PN) ask_for_goal(m);
  else {
    ask_for_the_best(m);
    if (!isfinite(m->goal[MIN]) || !isfinite(m->goal[MAX]))
      m->search->host->fail(m->search->host, "%s with select = 'gpn' needs rules.range, or rules.bounds of the position",
                            m->search->algorithm->id);
  }
  proof_begin(m, m->tree->root);
}
