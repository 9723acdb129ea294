#include "algo/sample/proof.h"

#include <float.h>
#include <math.h>


const Option option_proof_goal = {
  .name = "goal", .kinds = OPTION_NUMBER, .otherwise = NO_DEFAULT,
  .help = "of select = 'pn': count proof numbers of the question whether the value is at least this; default: the best value for "
    "the player to move",
  .example = "'connect4', {algorithm = 'mcts', iterations = 500, select = 'pn', goal = 1}"
};

typedef struct Pair { double of[2]; } Pair;    /* numbers, by player */

/* The numbers of a node, if its bounds answer the question; else `otherwise`. */
static Pair by_bounds (const Uct *m, const GameNode *n, Pair otherwise) {
  if (n->bound[LOWER] >= m->goal) return (Pair){{[MIN] = INFINITY, [MAX] = 0}};
  if (n->bound[UPPER] < m->goal) return (Pair){{[MIN] = 0, [MAX] = INFINITY}};
  return otherwise;
}

static Pair pair_of (const Uct *m, const GameNode *n) {
  const Lore *lore = uct_lore(m, n);
  return by_bounds(m, n, (Pair){{lore->proof[0], lore->proof[1]}});
}

void proof_begin (const Uct *m, const GameNode *n) {
  const Pair p = by_bounds(m, n, (Pair){{1, 1}});
  Lore *lore = uct_lore(m, n);
  lore->proof[0] = p.of[0];
  lore->proof[1] = p.of[1];
}

static void rank_children (const Uct *m, const GameNode *n) {
  const Player player = gametree_player(n);
  double greatest = 1;
  for (const GameNode *child = n->children; child; child = child->next) {
    const double its = pair_of(m, child).of[player];
    double rank = 1;
    for (const GameNode *other = n->children; other; other = other->next) rank += pair_of(m, other).of[player] < its;
    uct_lore(m, child)->term = rank;
    if (rank > greatest) greatest = rank;
  }
  for (const GameNode *child = n->children; child; child = child->next)
    uct_lore(m, child)->term = 1 - uct_lore(m, child)->term / greatest;
}

bool proof_back_up (const Uct *m, const GameNode *n, bool news) {
  if (!news) return false;
  const Player player = gametree_player(n);
  Lore *lore = uct_lore(m, n);
  const Pair before = {{lore->proof[0], lore->proof[1]}};
  Pair p = n->children ? (Pair){{[MIN] = 0, [MAX] = 0}} : (Pair){{1, 1}};
  if (n->children) p.of[player] = INFINITY;
  for (const GameNode *child = n->children; child; child = child->next) {
    const Pair its = pair_of(m, child);
    if (its.of[player] < p.of[player]) p.of[player] = its.of[player];
    p.of[opponent(player)] += its.of[opponent(player)];
  }
  p = by_bounds(m, n, p);
  lore->proof[0] = p.of[0];
  lore->proof[1] = p.of[1];
  rank_children(m, n);
  return p.of[0] != before.of[0] || p.of[1] != before.of[1];
}

void proof_open (Uct *m) {
  Search *s = m->search;
  m->goal = search_number(s, option_proof_goal.name);
  if (isnan(m->goal)) m->goal = s->pass.root.player == MAX ? s->pass.upper : nextafter(s->pass.lower, INFINITY);
  if (!isfinite(m->goal) || m->goal == -DBL_MAX)
    s->host->fail(s->host, "%s with select = 'pn' needs rules.range, or the option 'goal'", s->algorithm->id);
  proof_begin(m, m->tree->root);
}
