/*
** Rules that select a child, beside UCT. X is the mean of a child's results, scaled to [0, 1] for the player to move; N and n are
** the visits of the node and of the child; C is the option `exploration`. A child that is settled or dominated is never selected;
** else the leftmost of the greatest
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
**   pn, gpn    X + C sqrt(ln N / n) + W T,  W the option `proof_weight`, T a term by proof numbers: see proof.h
**              (Kowalski, Doe, Winands, Gorski & Soemers, "Proof number based Monte-Carlo tree search", 2022 and 2024; Kowalski,
**              Soemers, Kosakowski & Winands, "Generalized proof-number Monte-Carlo tree search", 2025)
**
**   function   what it says of (X, n, N)
**
** With the option `backup`, whose weight is w, the place of X is taken by
**
**   minimax    (1 - w) X + w H,  H the minimax value of the rules' evaluations of the positions below, scaled by those that were seen
**              (Lanctot, Winands, Pepels & Sturtevant, "Monte Carlo tree search with heuristic evaluations using implicit minimax
**              backups", 2014; their alpha is w)
**
**   bounds     X + w (P + O),  P and O the pessimistic and the optimistic bound, what is proved, for the player to move
**              (Cazenave & Saffidine, "Score bounded Monte-Carlo tree search", 2010: bounds as a bias, their gamma = delta = w)
**
** A child without visits comes first; with rave and grave, only where the move has no A either: else it is worth A.
*/
#include "algo/sample/select.h"

#include <math.h>

const Option option_select = {.name = "select", .kinds = OPTION_WORD | OPTION_FUNCTION, .otherwise = NO_DEFAULT, .word = "uct",
  .words = "uct ucb1tuned rave grave pn gpn",
  .help = "how mcts selects a child: UCT; UCB1-Tuned, by variances; RAVE and GRAVE, by results of the same move played later; "
    "PN and GPN, by proof numbers; a function gets mean (0 to 1, for the player to move) and visits of a child, and visits of its "
    "parent, and returns a number, of which the greatest is selected",
  .example = "'breakthrough', {algorithm = 'mcts', iterations = 500, select = 'grave'}"};

const Option option_ref = {.name = "ref", .kinds = OPTION_COUNT, .otherwise = 50,
  .help = "of select = 'grave': statistics of moves are from the nearest node with more visits than this",
  .example = "'breakthrough', {algorithm = 'mcts', iterations = 500, select = 'grave', ref = 100}"};

const Option option_bias = {.name = "bias", .kinds = OPTION_NUMBER, .otherwise = 1e-5, .least = 0, .most = INFINITY,
  .help = "of select = 'rave' and 'grave': the greater, the sooner a child's own results count instead of the statistics of its move",
  .example = "'breakthrough', {algorithm = 'mcts', iterations = 500, select = 'rave', bias = 0.001}"};

const Option option_backup = {
  .name = "backup", .kinds = OPTION_WORD, .otherwise = NO_DEFAULT, .word = "mean", .words = "mean minimax bounds",
  .help = "what a node is worth in selection: the mean of its results; with the minimax value of the rules' evaluations below; or "
    "with its proved bounds",
  .example = "'breakthrough', {algorithm = 'mcts', iterations = 300, backup = 'minimax'}"};

const Option option_backup_weight = {.name = "backup_weight", .kinds = OPTION_NUMBER, .otherwise = NO_DEFAULT, .least = 0, .most = 1,
  .help = "weight of what `backup` adds to the mean; default: 0.4 with 'minimax', 0.1 with 'bounds'",
  .example = "'breakthrough', {algorithm = 'mcts', iterations = 300, backup = 'minimax', backup_weight = 0.2}"};

const Option option_proof_weight = {.name = "proof_weight", .kinds = OPTION_NUMBER, .otherwise = 0.5, .least = 0, .most = INFINITY,
  .help = "of select = 'pn' and 'gpn': weight of what proof numbers say of a child",
  .example = "'breakthrough', {algorithm = 'mcts', iterations = 500, select = 'pn', proof_weight = 1}"};

/* What the formulas share at one node. */
typedef struct Bandit {
  const Uct *m;
  Player player;
  uint32_t of;          /* N */
  double log;           /* ln N */
  double spread;        /* C sqrt(ln N) */
} Bandit;

static double limited (double part) { return part > 1 ? 1 : part > 0 ? part : 0; }

/* What a child's own results are worth, and what `backup` adds. */
static double worth (const Bandit *b, const GameNode *child) {
  const Uct *m = b->m;
  const double mean = gametree_scaled(m->tree, child->estimate, b->player), w = m->backup_weight;
  if (m->backup == BACKUP_MINIMAX) {
    const Value heuristic = gametree_held(child, uct_lore(m, child)->heuristic);
    return (1 - w) * mean + w * limited(scaled_between(m->least, m->most, heuristic, b->player));
  }
  if (m->backup == BACKUP_BOUNDS)
    return mean + w * (limited(gametree_scaled(m->tree, child->bound[b->player], b->player)) +
                       limited(gametree_scaled(m->tree, child->bound[opponent(b->player)], b->player)));
  return mean;
}

static double ucb1 (const Bandit *b, const GameNode *child) { return worth(b, child) + b->spread / sqrt(child->visits); }

static double ucb1_tuned (const Bandit *b, const GameNode *child) {
  const GameTree *t = b->m->tree;
  const Lore *lore = uct_lore(b->m, child);
  const double n = child->visits, own = uct_has_table(b->m) ? lore->results : n, width = t->most - t->least;
  const double mean = (uct_has_table(b->m) ? lore->total : child->sum) / own;
  const double variance = width > 0 && own > 0 ? (lore->squares / own - mean * mean) / (width * width) : 0;
  const double most = (variance > 0 ? variance : 0) + sqrt(2 * b->log / n);
  return worth(b, child) + b->m->exploration * sqrt(b->log / n * (most < 0.25 ? most : 0.25));
}

static double rave (const Bandit *b, const GameNode *child) {
  const AmafEntry *e = amaf_find(uct_lore(b->m, b->m->reference)->amaf, uct_lore(b->m, child)->number);
  const double n = child->visits, a = e ? e->count : 0;
  if (a == 0) return n > 0 ? ucb1(b, child) : INFINITY;
  const double beta = a / (a + n + b->m->bias * a * n);
  const double amaf = gametree_scaled(b->m->tree, e->sum / a, b->player);
  return (1 - beta) * (n > 0 ? worth(b, child) : 0) + beta * amaf + b->spread / sqrt(n > 1 ? n : 1);
}

static double merit_of (const Bandit *b, const GameNode *child) {
  const SelectRule rule = b->m->select;
  if (rule == SELECT_RAVE || rule == SELECT_GRAVE) return rave(b, child);
  if (child->visits == 0) return INFINITY;
  if (rule == SELECT_UCB1TUNED) return ucb1_tuned(b, child);
  if (rule == SELECT_FUNCTION) return b->m->search->asked.caller.merit(b->m->search, worth(b, child), child->visits, b->of);
  return uct_proves(b->m) ? ucb1(b, child) + b->m->proof_weight * uct_lore(b->m, child)->term : ucb1(b, child);
}

/* UCT, of means. */
static inline double plain_merit (const Bandit *b, const GameNode *child) {
  if (child->visits == 0) return INFINITY;
  return gametree_scaled(b->m->tree, child->estimate, b->player) + b->spread / sqrt(child->visits);
}

/* Compiled twice, for most searches are `plain`. */
static ALWAYS_INLINE GameNode *select_best (const Uct *m, const GameNode *n, uint32_t *number, bool plain) {
  const double log_visits = log(n->visits > 1 ? n->visits : 1);
  const Bandit b = {m, gametree_player(n), n->visits, log_visits, m->exploration * sqrt(log_visits)};
  GameNode *best = NULL;
  double most = 0;
  uint32_t i = 0;
  for (GameNode *child = n->children; child; child = child->next) {
    i++;
    if (gametree_settled(child) || gametree_dominated(n, child, b.player)) continue;
    const double merit = plain ? plain_merit(&b, child) : merit_of(&b, child);
    if (best && !(merit > most)) continue;
    best = child;
    most = merit;
    *number = i;
    if (merit == INFINITY) break;
  }
  return best;
}

GameNode *select_child (const Uct *m, const GameNode *n, uint32_t *number) {
  return select_is_plain(m) ? select_best(m, n, number, true) : select_best(m, n, number, false);
}

void select_open (Uct *m) {
  Search *s = m->search;
  m->select = s->asked.caller.merit ? SELECT_FUNCTION : (SelectRule)search_place(s, &option_select);
  m->backup = (BackupRule)search_place(s, &option_backup);
  m->backup_weight = search_number(s, option_backup_weight.name);
  if (isnan(m->backup_weight)) m->backup_weight = m->backup == BACKUP_MINIMAX ? 0.4 : 0.1;
  m->proof_weight = search_number(s, option_proof_weight.name);
  m->least = INFINITY;
  m->most = -INFINITY;
  m->bias = search_number(s, "bias");
  m->reference_visits = m->select == SELECT_GRAVE ? search_number(s, "ref") : 0;
}
