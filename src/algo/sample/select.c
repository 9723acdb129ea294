/*
** Rules that select a child, beside UCT. X is the mean of a child's results, scaled to [0, 1] for the player to move; N and n are the visits
** of the node and of the child; C is the option `exploration`. A child that is settled or dominated is never selected; else the leftmost of
** the greatest
**
**   uct        X + C sqrt(ln N / n)
**
**   ucb1tuned  X + C sqrt(ln N / n min(1/4, V)),  V = variance of the child's results + sqrt(2 ln N / n)
**              (Auer, Cesa-Bianchi & Fischer, "Finite-time analysis of the multiarmed bandit problem", 2002, section 4)
**
**   rave       (1 - beta) X + beta A + C sqrt(ln N / n),  beta = a / (a + n + bias a n),
**              A the mean of the `a` iterations through the node in which the move was played by the same player, there or later
**              (Gelly & Silver, "Monte-Carlo tree search and rapid action value estimation in computer Go", 2011, section 4;
**              their 4 b^2 is the bias)
**
**   grave      the same, with A and a of the nearest node above, or this one, that was visited more than `ref` times; the root if
**              none was (Cazenave, "Generalized rapid action value estimation", 2015). With ref = 0 it is rave.
**
** A child without visits comes first; with rave and grave, only where the move has no A either: else it is worth A.
*/
#include "algo/sample/select.h"

#include <math.h>
#include <string.h>

const Option option_select = {
  .name = "select", .kinds = OPTION_WORD, .otherwise = NO_DEFAULT, .word = "uct", .words = "uct ucb1tuned rave grave",
  .help = "how mcts selects a child: UCT; UCB1-Tuned, by variances; RAVE and GRAVE, by results of the same move played later",
  .example = "'breakthrough', {algorithm = 'mcts', iterations = 500, select = 'grave'}"
};

const Option option_ref = {
  .name = "ref", .kinds = OPTION_COUNT, .otherwise = 50,
  .help = "of select = 'grave': statistics of moves are those of the nearest node with more visits than this",
  .example = "'breakthrough', {algorithm = 'mcts', iterations = 500, select = 'grave', ref = 100}"
};

const Option option_bias = {
  .name = "bias", .kinds = OPTION_NUMBER, .otherwise = 1e-5, .least = 0, .most = INFINITY,
  .help = "of select = 'rave' and 'grave': the greater, the sooner a child's own results count instead of those of its move",
  .example = "'breakthrough', {algorithm = 'mcts', iterations = 500, select = 'rave', bias = 0.001}"
};

/* What the formulas share at one node. */
typedef struct Bandit {
  const Mcts *m;
  Player player;
  double log;           /* ln N */
  double spread;        /* C sqrt(ln N) */
} Bandit;

static double mean_of (const Bandit *b, const GameNode *child) { return gametree_scaled(b->m->tree, child->estimate, b->player); }

static double uct (const Bandit *b, const GameNode *child) { return mean_of(b, child) + b->spread / sqrt(child->visits); }

static double ucb1_tuned (const Bandit *b, const GameNode *child) {
  const GameTree *t = b->m->tree;
  const double n = child->visits, mean = child->sum / n, width = t->most - t->least;
  const double variance = width > 0 ? (mcts_lore(b->m, child)->squares / n - mean * mean) / (width * width) : 0;
  const double most = (variance > 0 ? variance : 0) + sqrt(2 * b->log / n);
  return mean_of(b, child) + b->m->exploration * sqrt(b->log / n * (most < 0.25 ? most : 0.25));
}

static double rave (const Bandit *b, const GameNode *child) {
  const AmafEntry *e = amaf_find(mcts_lore(b->m, b->m->reference)->amaf, mcts_lore(b->m, child)->number);
  const double n = child->visits, a = e ? e->count : 0;
  if (a == 0) return n > 0 ? uct(b, child) : INFINITY;
  const double beta = a / (a + n + b->m->bias * a * n);
  const double amaf = gametree_scaled(b->m->tree, e->sum / a, b->player);
  return (1 - beta) * mean_of(b, child) + beta * amaf + b->spread / sqrt(n > 1 ? n : 1);
}

GameNode *select_by_rule (const Mcts *m, const GameNode *n, uint32_t *number) {
  const bool moves = m->select == SELECT_RAVE || m->select == SELECT_GRAVE;
  const double log_visits = log(n->visits > 1 ? n->visits : 1);
  const Bandit b = {m, gametree_player(n), log_visits, m->exploration * sqrt(log_visits)};
  GameNode *best = NULL;
  double most = 0;
  uint32_t i = 0;
  for (GameNode *child = n->children; child; child = child->next) {
    i++;
    if (gametree_settled(child) || gametree_dominated(n, child, b.player)) continue;
    const double merit = moves ? rave(&b, child) : child->visits == 0 ? INFINITY : ucb1_tuned(&b, child);
    if (best && !(merit > most)) continue;
    best = child;
    most = merit;
    *number = i;
    if (merit == INFINITY) break;
  }
  return best;
}

void select_open (Mcts *m) {
  Search *s = m->search;
  const char *word = search_word(s, "select");
  m->select = strcmp(word, "ucb1tuned") == 0 ? SELECT_UCB1TUNED : strcmp(word, "rave") == 0 ? SELECT_RAVE :
              strcmp(word, "grave") == 0 ? SELECT_GRAVE : SELECT_UCT;
  m->bias = search_number(s, "bias");
  m->reference_visits = m->select == SELECT_GRAVE ? search_number(s, "ref") : 0;
}
