/*
** UCT: a tree that grows towards what is promising, by the means of random playouts. (Kocsis & Szepesvari, "Bandit based Monte-Carlo
** planning", 2006.)
**
** An iteration goes down from the root, to the child with the greatest
**
**   mean + exploration * sqrt(ln N / n),
**
** the mean of its results from the mover's side, as a part of the range from 0 to 1; N and n are how often the node and the child were
** visited. A child that was not visited comes first, the leftmost of them. There a game is played out, and the result goes into the means
** of all nodes above.
**
** What is proved is kept apart from what is sampled (Winands, Bjornsson & Saito, "Monte-Carlo tree search solver", 2008; Cazenave &
** Saffidine, 2010: see gametree.h). A child that is settled, or dominated, is never visited again; so every iteration adds to the tree,
** and on a tree that ends the search ends with the value. A result is held to what is proved of a node when it passes.
**
** Several threads grow a tree each, by separate playouts: see joint.h; or they share what positions are worth, by a table: see
** transposition.h.
*/
#include "algo/sample/uct.h"
#include "algo/sample/answer.h"
#include "algo/sample/proof.h"
#include "algo/sample/select.h"
#include "search/share.h"

#include <math.h>

/* What plays well in what was measured: ends of games are far apart, and what is said of positions is nearer to the truth. */
#define EXPLORE_ENDS 0.7
#define EXPLORE_ESTIMATES 0.2

static const Option
  option_exploration = {.name = "exploration", .kinds = OPTION_NUMBER, .otherwise = NO_DEFAULT, .least = 0, .most = INFINITY,
    .help = "exploration constant C, for rewards in [0, 1]; default: 0.7 with random "
      "playouts, else 0.2; 1 with select = 'ucb1tuned', 0 with 'rave' and 'grave'",
    .example = "'connect4', {algorithm = 'mcts', iterations = 2000, exploration = 0.5}"},
  option_prior = {.name = "prior", .kinds = OPTION_COUNT, .otherwise = 0,
    .help = "weight, in visits, of the rules' evaluation of a new node; 0 disables it",
    .example = "'connect4', {algorithm = 'mcts', iterations = 2000, prior = 2}"};

static void estimate_by_mean (const GameTree *t, GameNode *n) { n->estimate = gametree_settled(n) ? n->bound[LOWER] : gametree_mean(t, n); }

/* `result` is one more of `n`. */
static void count_in (const GameTree *t, GameNode *n, Value result) {
  if (n->visits < UINT32_MAX) n->visits++;
  n->sum += result;
  estimate_by_mean(t, n);
}

/* `result` is one more of the node at `ply` of the path, and of its position. */
static void count_known (const Uct *m, int ply, Value result) {
  const GameTree *t = m->tree;
  GameNode *n = t->path[ply].at;
  transposition_return(&m->known, ply);
  transposition_count(&m->known, ply, result);
  estimate_by_mean(t, n);
  if (!m->lore) return;
  Lore *lore = uct_lore(m, n);
  lore->results++;
  lore->total += result;
}

/* Returns the number of the move to a node, where `player` moves above it. */
static uint32_t number_of (Uct *m, const GameNode *n, Player player) {
  Lore *lore = uct_lore(m, n);
  if (lore->number == 0) lore->number = moves_number(&m->moves, packed_load_move(n->move, gametree_is(n, HELD_MOVE)), player);
  return lore->number;
}

/* Records the moves of the path. */
static void record_path (Uct *m) {
  const GameTree *t = m->tree;
  m->moves.length = 0;
  for (int ply = 1; ply <= t->end; ply++) {
    GameNode *n = t->path[ply].at;
    moves_play(&m->moves, number_of(m, n, gametree_player(t->path[ply - 1].at)));
  }
  m->policy.first = gametree_player(t->path[t->end].at);
}

/* Plays from the node at the end of the path, which is new. */
static Value play_out (Uct *m) {
  const GameStep *step = &m->tree->path[m->tree->end];
  if (gametree_settled(step->at)) {
    if (!m->estimates) gametree_see(m->tree, step->at->bound[LOWER]);
    return step->at->bound[LOWER];
  }
  const PlayoutValue outcome = playout_run(&m->playout, &step->node);
  if (outcome.exact) gametree_settle(step->at, bounds_hold(m->search, &step->node, outcome.value), outcome.plies);
  if (!outcome.exact || !m->estimates) gametree_see(m->tree, outcome.value);
  return outcome.value;
}

/* Returns the rules' evaluation of a new child, and gives it the weight of m->prior visits, unless the table has some. */
static Value ask_rules (void *with, GameTree *tree, GameNode *child) {
  Uct *m = with;
  const bool met = child->visits > 0;
  if (met && m->backup != BACKUP_MINIMAX) return child->estimate;
  m->search->outcome.stats.leaves++;
  const Value value = visit_estimate(m->search, &tree->path[tree->end].node);
  if (!met) {
    child->visits = m->prior;
    child->sum = m->prior * value;
  }
  if (!m->lore) return value;
  Lore *lore = uct_lore(m, child);
  lore->squares = m->prior * value * value;
  lore->results = m->prior;
  lore->total = m->prior * value;
  lore->heuristic = value;
  if (value < m->least) m->least = value;
  if (value > m->most) m->most = value;
  return met ? child->estimate : value;
}

/* Makes all children of the last node on the path. */
static void expand (Uct *m) {
  GameTree *t = m->tree;
  GameNode *n = t->path[t->end].at;
  gametree_pull_all(t, m->prior > 0 || m->backup == BACKUP_MINIMAX ? ask_rules : NULL, m);
  for (GameNode *child = n->children; child; child = child->next) {
    if (m->records) number_of(m, child, gametree_player(n));
    if (uct_proves(m)) proof_begin(m, child);
    if (m->prior == 0 && child->visits == 0 && !gametree_settled(child)) child->estimate = gametree_held(child, n->estimate);
    else if (m->prior > 0 || !m->estimates) gametree_see(t, child->estimate);
  }
  if (uct_has_table(m) && uct_proves(m)) proof_back_up(m, n, true);    /* known children are selected by their terms at once */
}

/* Backs up the bounds of the node at `ply` of the path. True: they have changed. */
static bool back_up (const Uct *m, int ply) {
  if (uct_has_table(m)) transposition_rest(&m->known, ply);
  return gametree_back_up(m->tree, ply);
}

/* Makes the next child of the last node on the path that the table does not know, and puts it there. False: there is none left. */
static bool pull (const Uct *m) {
  GameTree *t = m->tree;
  for (GameNode *child; (child = gametree_pull(t)) != NULL; t->end--)
    if (!uct_has_table(m) || !transposition_met(&m->known, child)) return true;
  return false;
}

/* Takes what the table has on the children of the last node on the path; with virtual losses, if `lent`. True: its bounds have changed. */
static bool adopt (const Uct *m, bool lent) {
  const GameTree *t = m->tree;
  const GameNode *n = t->path[t->end].at;
  if (!transposition_refresh(&m->known, n, lent)) return false;
  const bool news = back_up(m, t->end);
  if (uct_proves(m)) proof_back_up(m, n, true);
  return news;
}

/* One more child of the last node on the path: true, and it is on the path. False: all are there, or they are now. */
static bool grow (Uct *m) {
  GameTree *t = m->tree;
  if (gametree_is(t->path[t->end].at, COMPLETE)) return false;
  if (m->at_once || (t->end == 0 && m->halving.on)) expand(m);
  else if (pull(m)) return true;
  if (t->path[t->end].at->children && back_up(m, t->end)) m->tightened = t->end;
  return false;
}

/* The iterations that are left to all threads. */
static double left (const Uct *m) {
  const GameTree *t = m->tree;
  if (uct_has_table(m) && m->search->team.parallel && !m->search->team.tallies)
    return m->iterations - fmax(m->made, (double)t->root->visits - m->began);
  return m->iterations - m->made - (t->beside_count ? (double)t->beside[0].visits : 0);
}

/* Has this thread made the moves of the root that others have counted? They are all to be in the answer. */
static bool has_moves (const GameTree *t) { return t->beside_count <= gametree_count(t->root) + 1 || gametree_is(t->root, COMPLETE); }

/* Down to a new node, or to one that is settled on the way; returns what it is worth. */
static Value descend (Uct *m) {
  GameTree *t = m->tree;
  m->reference = t->root;
  m->tightened = -1;
  for (gametree_begin(t); !grow(m); ) {
    GameNode *n = t->path[t->end].at, *child;
    uint32_t number = 0;
    if (uct_has_table(m) && !gametree_settled(n) && adopt(m, true)) m->tightened = t->end;
    if (gametree_settled(n)) {
      if (m->records) record_path(m);
      return n->bound[LOWER];
    }
    select_refer(m, n);
    child = n == t->root && m->halving.on ? halving_select(&m->halving, left(m), &number) :
            select_child(m, n, &number);
    if (child == NULL) return n->estimate;        /* it cannot be: then it would be settled */
    const bool fresh = (m->at_once || m->halving.on || uct_has_table(m)) && child->visits <= m->prior && !gametree_is(child, DEVELOPED);
    gametree_enter(t, child, number);
    if (fresh) break;
    if (uct_has_table(m)) transposition_lend(&m->known);
  }
  if (uct_has_table(m)) transposition_lend(&m->known);
  if (m->records) record_path(m);
  return play_out(m);
}

/* The bounds and the best move of the root so far. */
static void publish_root (const Uct *m) {
  GameTree *t = m->tree;
  if (uct_has_table(m)) {
    t->end = 0;
    adopt(m, false);
  }
  const bool halves = m->halving.on && !m->halving.anytime;
  answer_publish(t, answer_choose(t, halves ? halving_merit : answer_by_visits, &m->halving), gametree_estimate(t, t->root, 0));
}

/* Counts the result of an iteration for the moves that were played from the node at `ply` on. */
static void count_moves (Uct *m, int ply, Value result) {
  const Player player = gametree_player(m->tree->path[ply].at);
  AmafTable **table = &uct_lore(m, m->tree->path[ply].at)->amaf;
  for (int i = ply; i < m->moves.length; i++) {
    const uint32_t number = m->moves.played[i];
    /* RAVE asks the table for moves of the node's own player alone. */
    if (m->moves.last[i] && (m->select == SELECT_GRAVE || moves_player(number) == player)) amaf_count(m->amaf, table, number, result);
  }
}

/* Backs up the minimax value of the rules' evaluations. */
static void back_up_heuristic (const Uct *m, const GameNode *n) {
  const Player player = gametree_player(n);
  Value best = worst_for(player);
  for (const GameNode *child = n->children; child; child = child->next) {
    const Value its = gametree_held(child, uct_lore(m, child)->heuristic);
    if (better(player, its, best)) best = its;
  }
  uct_lore(m, n)->heuristic = best;
}

static void iterate (Uct *m) {
  GameTree *t = m->tree;
  if (m->select == SELECT_GPN) proof_move_on(m);
  Value result = descend(m);
  if (m->estimates) result = gametree_within_seen(t, result);   /* beside estimates an end may count so much that nothing else does */
  if (m->amaf) moves_mark(&m->moves);
  if (m->records) policy_count(&m->policy, result);
  bool news = true, proved_news = true;
  for (int ply = t->end; ply >= 0; ply--) {
    GameNode *n = t->path[ply].at;
    if ((news || ply < m->tightened) && n->children) news = back_up(m, ply);
    result = gametree_held(n, result);
    if (uct_has_table(m)) count_known(m, ply, result);
    else count_in(t, n, result);
    if (m->lore) uct_lore(m, n)->squares += result * result;
    if (m->backup == BACKUP_MINIMAX && n->children) back_up_heuristic(m, n);
    if (uct_proves(m))
      proved_news = proof_back_up(m, n, proved_news || ply >= t->end - 1) || t->search->team.share || uct_has_table(m);
    if (m->amaf) count_moves(m, ply, result);
  }
  publish_root(m);
}

/* What others have found by now. */
static void meet (Uct *m) {
  if (!m->search->team.tallies || !joint_is_due(&m->joint, m->tree)) return;
  joint_meet(m->tree);
  publish_root(m);
}

/* Where nothing is drawn at random all trees would be the same. */
static bool draws (const Playout *p) { return p->function || p->plies > 0; }

/* The AMAF statistics of a node that goes. */
static void forget (void *forgets, GameNode *n) {
  Amaf *amaf = forgets;
  Lore *lore = gametree_extra(amaf->tree, n);
  amaf_drop(amaf, &lore->amaf);
}

/* What asks for statistics of moves; NULL: nothing. */
static const char *why_moves (const Uct *m) {
  if (m->select == SELECT_RAVE) return "select = 'rave'";
  if (m->select == SELECT_GRAVE) return "select = 'grave'";
  if (m->policy.rule == POLICY_MAST) return "playout = 'mast'";
  return m->policy.rule == POLICY_NST ? "playout = 'nst'" : NULL;
}

/* Sets up statistics of moves; those of the pass before lent the tree what forgets them. */
static void want_moves (Uct *m, const char *option) {
  Search *s = m->search;
  GameTree *t = m->tree;
  m->records = true;
  moves_open(&m->moves, s, option);
  policy_lead(&m->policy, &m->playout, &m->moves, t);
  if (m->select != SELECT_RAVE && m->select != SELECT_GRAVE) return;
  if (t->forgets == NULL) {
    Amaf *amaf = arena_alloc(&s->arena, sizeof *amaf);
    *amaf = (Amaf){.tree = t};
    t->forget = forget;
    t->forgets = amaf;
  }
  m->amaf = t->forgets;
}

/* The exploration constant, where the option does not say. */
static double default_exploration (const Uct *m) {
  switch (m->select) {
    case SELECT_UCB1TUNED: return 1;
    case SELECT_RAVE: case SELECT_GRAVE: return 0;
    default: return m->estimates ? EXPLORE_ESTIMATES : EXPLORE_ENDS;
  }
}

/* Returns what results mean, for the table: those of other playouts, or to another horizon, are others. */
static uint32_t kind_of_results (const Uct *m) {
  const uint64_t plies = (uint64_t)m->playout.plies * 2 + m->playout.function;
  return (uint32_t)hash_fold(plies + GOLDEN_GAMMA, ((uint64_t)m->search->pass.depth << 32 | m->prior) + 1) | 1;
}

static void run (Search *s) {
  Uct m = {.search = s, .exploration = search_number(s, "exploration")};
  const double iterations = playout_iterations(s), prior = search_number(s, "prior");
  m.prior = prior < UINT32_MAX / 2 ? (uint32_t)prior : UINT32_MAX / 2;
  playout_open(&m.playout, s, false);
  if (!draws(&m.playout) && s->team.tallies) share_decline(s);
  select_open(&m);
  policy_open(&m.policy, &m.playout);
  halving_open(&m.halving, s, iterations);
  m.iterations = iterations;
  if (m.halving.on && !s->team.tallies) share_decline(s);
  m.lore = !select_is_plain(&m) || why_moves(&m) || m.halving.on;
  m.at_once = m.prior > 0 || m.select == SELECT_RAVE || m.select == SELECT_GRAVE || uct_proves(&m) || m.backup == BACKUP_MINIMAX;
  const bool has_table = s->table != NULL && s->table->beside > 0;
  m.tree = gametree_open(s, (m.lore ? sizeof(Lore) : 0) + (has_table ? transposition_bytes(s) : 0));
  if (m.tree == NULL) return;
  m.estimates = m.playout.function || m.playout.plies < INT64_MAX;
  if (m.estimates) gametree_see_only(m.tree);
  if (has_table) transposition_open(&m.known, m.tree, m.lore ? sizeof(Lore) : 0, kind_of_results(&m));
  m.began = m.tree->root->visits;
  if (isnan(m.exploration)) m.exploration = default_exploration(&m);
  const char *option = why_moves(&m);
  if (option) want_moves(&m, option);
  m.halving.tree = m.tree;
  m.halving.trial = offsetof(Lore, trial);
  if (uct_proves(&m)) proof_open(&m);
  for (; !gametree_settled(m.tree->root); m.made++) {
    if (left(&m) <= 0 && has_moves(m.tree)) {
      if (s->team.helper > 0) break;
      s->host->leave(s->host, STOP_ITERATIONS);
    }
    iterate(&m);
    if (UNLIKELY(s->team.share != NULL)) meet(&m);
  }
  if (s->team.helper > 0) {
    if (s->team.tallies) joint_meet(m.tree);
  } else answer_conclude(m.tree);
}

const Algorithm mcts = {.id = "mcts", .title = "Monte-Carlo tree search: UCT with bounds", .family = "sampling",
  .source = "Kocsis & Szepesvari 2006; Winands et al. 2008; Cazenave & Saffidine 2010",
  .options = OPTIONS(&option_iterations, &option_exploration, &option_rollout, &option_longest_rollout, &option_prior,
                     &option_select, &option_ref, &option_bias, &option_backup, &option_backup_weight,
                     &option_playout, &option_temperature, &option_epsilon, &option_root, &option_proof_weight, &option_proof_bias,
                     &option_proof_goal, &option_seed, &option_table, &option_threads, &option_parallel),
  .informed = true, .path = true, .holds = true, .counts = true, .anytime = true, .run = run
};
