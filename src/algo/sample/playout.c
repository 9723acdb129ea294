#include "algo/sample/playout.h"

#define LONGEST_ROLLOUT 1000
#define ITERATIONS 1000000      /* without any limit */

const Option option_iterations = {
  .name = "iterations", .kinds = OPTION_COUNT, .otherwise = NO_DEFAULT, .least = 1,
  .help = "iterations, each of one playout; default: a million, where neither time nor nodes "
    "has a limit",
  .example = "'connect4', {algorithm = 'mcts', iterations = 2000}"
};

const Option option_rollout = {
  .name = "rollout", .kinds = OPTION_WORD | OPTION_COUNT | OPTION_FUNCTION, .otherwise = NO_DEFAULT, .words = "random",
  .help = "the value of a new node: 'random' plays to the end at random; a number, that many "
    "plies, then the rules' evaluation; a function gets position, player, ply and a random "
    "integer, and returns it; default: 'random', but 0 of ubfm with time, depth or iterations",
  .example = "'othello', {algorithm = 'mcts', iterations = 500, rollout = 4}"
};
const Option option_longest_rollout = {
  .name = "longest_rollout", .kinds = OPTION_COUNT, .otherwise = LONGEST_ROLLOUT, .least = 1,
  .help = "the longest playout, in moves: then its value is rules.cycle, else the rules' "
    "evaluation of the position",
  .example = "'connect4', {algorithm = 'mcts', iterations = 2000, longest_rollout = 100}"
};

const Option option_sampling_seed = {
  .name = "seed", .kinds = OPTION_INTEGER, .otherwise = 1,
  .help = "seed of the random numbers",
  .example = "gts.tree{branching=3, depth=6}, {algorithm = 'gsearch', select = 'random', seed = "
    "2}"
};

static int64_t plies_of (double plies) { return plies < 0x1p62 ? (int64_t)plies : INT64_MAX; }

void playout_open (Playout *p, Search *s, bool estimates) {
  const Setting *seed = search_setting(s, "seed");
  double plies = search_number(s, "rollout");
  if (isnan(plies) && estimates && search_word(s, "rollout") == NULL) plies = 0;
  *p = (Playout){.search = s, .random = mix64((uint64_t)seed->integer), .plies = isnan(plies) ? INT64_MAX : plies_of(plies),
                 .longest = plies_of(search_number(s, "longest_rollout")), .function = s->asked.caller.rollout != NULL};
  if (s->team.helper > 0) p->random = mix64(p->random + (uint64_t)s->team.helper);      /* another stream for each */
  if (s->game->whole) p->longest = INT64_MAX;   /* a tree ends */
}

double playout_iterations (Search *s) {
  double iterations = search_number(s, "iterations");
  if (!isnan(iterations)) return iterations;
  return s->asked.time_limit > 0 || s->asked.node_limit > 0 || s->team.helper > 0 ? INFINITY : ITERATIONS;
}

uint64_t playout_draw (Playout *p) {
  p->random += GOLDEN_GAMMA;
  return mix64(p->random);
}

/*
** One of many, each as likely, when it is not known how many there are: the first, until the one that this says after it comes, and so
** on. The k-th stays the last with the probability k / n.
*/
static uint64_t next_choice (Playout *p, uint64_t k) {
  const double unit = ((double)(playout_draw(p) >> 11) + 1) * 0x1p-53, next = (double)k / unit;
  return next < 0x1p63 ? (uint64_t)next + 1 : UINT64_MAX;
}

/* One of the numbers from 1 to `n`, chosen so. */
static uint64_t choose (Playout *p, uint64_t n) {
  uint64_t i = 1;
  for (uint64_t next; n > 1 && (next = next_choice(p, i)) <= n; ) i = next;
  return i;
}

void playout_play (const Playout *p, Stand *st, int64_t ply, int64_t move) {
  Game *game = p->search->game;
  Walk *walk = &st->walks[ply % 2];
  Position child = {{0}};
  if (!st->open[ply % 2]) {
    *walk = (Walk){0, {0, 0}, {0, 0}};
    st->open[ply % 2] = game->step(game, &st->position, walk);
    walk->index = 1;
  }
  walk->move = (Move){move, 0};
  game->play(game, &st->position, walk, &child);
  position_copy(&st->position, &child);
}

/* One of the moves that the game gives by themselves: only its position is made. False: there is none. */
static bool play_one (Playout *p, Stand *st, int64_t ply) {
  Game *game = p->search->game;
  uint64_t set[LEGAL_WORDS];
  const int words = game->legal(game, &st->position, set);
  st->of = 0;
  for (int w = 0; w < words; w++) st->of += (uint64_t)__builtin_popcountll(set[w]);
  if (st->of == 0) return false;
  st->number = (int64_t)choose(p, st->of);
  playout_play(p, st, ply, playout_bit(set, (uint64_t)st->number - 1));
  return true;
}

/* Such walks are left in the order in which they end. */
static void leave_walks (const Playout *p, Stand *st) {
  Game *game = p->search->game;
  for (int i = 1; i >= 0; i--) {
    int64_t word;
    if (st->open[i] && packed_set_aside(game, &st->walks[i], &word)) packed_drop_move(game, word, true);
  }
}

/* One of the successors. */
static bool pull_one (Playout *p, Stand *st) {
  enum { OFTEN = 4096 };
  Search *s = p->search;
  Game *game = s->game;
  const Position here = st->position;
  Walk walk = {0, {0, 0}, {0, 0}};
  Position child = {{0}};
  int64_t chosen[POSITION_WORDS] = {0}, number = 0, next = 1;
  bool held = false;
  while (game_next(game, &here, &walk, &child)) {
    if (UNLIKELY(++walk.index % OFTEN == 0)) visit_look(s);
    if (walk.index == 2) next = (int64_t)(next_choice(p, 1) & INT64_MAX);
    if (walk.index != next) continue;
    int64_t word = chosen[0];
    bool before = held;
    held = packed_pack(game, &child, chosen);
    if (before) packed_drop(game, &word, true);
    number = walk.index;
    if (number > 1) next = (int64_t)(next_choice(p, (uint64_t)number) & INT64_MAX);
  }
  st->of = (uint64_t)walk.index;
  if (number == 0) return false;
  packed_drop(game, st->words, st->held);
  st->words[0] = chosen[0];
  st->held = held;
  st->number = number;
  packed_load(game, chosen, held, &st->position);
  return true;
}

/* The path of a playout, for those who trace it: makes the node `plies` below `n`. */
static void trail (Playout *p, const Node *n, const Stand *st, int64_t plies) {
  Search *s = p->search;
  const size_t before = p->room;
  p->trail = arena_widen(&s->pass.traced, p->trail, sizeof *p->trail, &p->room, (size_t)plies + 1);
  if (p->room != before)
    for (size_t i = 1; i < p->room; i++) p->trail[i].parent = &p->trail[i - 1];
  if (plies == 0) p->trail[0] = *n;
  else {
    p->trail[plies - 1].walk.index = st->number;
    Node *here = &p->trail[plies];
    here->ply = n->ply + (int)plies;
    here->position = st->position;
    here->player = opponent(here->parent->player);
    here->lower = s->pass.lower;
    here->upper = s->pass.upper;
  }
}

/* Counts and traces a development, when the successors are asked for. */
static void develop (Playout *p, int64_t plies) {
  Search *s = p->search;
  s->outcome.stats.developed++;
  if (!trace_on(s)) return;
  visit_player(s, &p->trail[plies]);
  trace_develop(s, &p->trail[plies]);
}

/*
** Returns the rules' evaluation at the end of the playout, after `plies`. Estimates are not traced:
** they prove nothing.
*/
static Value end_value (Playout *p, const Stand *st, int64_t plies, bool leaf) {
  Search *s = p->search;
  if (leaf) return visit_evaluate(s, UNLIKELY(trace_on(s)) ? &p->trail[plies] : &(Node){.position = st->position});
  s->outcome.stats.leaves++;
  return game_evaluate(s->game, &st->position);
}

/* Why a playout ends; GOES_ON: not yet. */
typedef enum End { GOES_ON, TERMINAL_END, HORIZON_END, ESTIMATED_END } End;

/* Enters the position after `plies`, unless it is the first. Returns why the playout ends there. */
static End enter (const Playout *p, const Node *n, const Stand *st, int64_t plies, int64_t counted) {
  Search *s = p->search;
  if (plies > 0) {
    if (UNLIKELY(--s->watch.until_poll < 0)) visit_poll(s);
    if (game_has_terminal(s->game) && game_terminal(s->game, &st->position)) return TERMINAL_END;
  }
  if (n->ply + plies >= s->pass.depth) return HORIZON_END;
  return plies >= p->plies || counted >= p->longest ? ESTIMATED_END : GOES_ON;
}

/* A playout that is longer than any path may be. */
static void refuse_longer (const Playout *p, const Node *n, const Stand *st, int64_t plies) {
  Search *s = p->search;
  const Node last = {.position = st->position, .ply = n->ply + (int)plies, .parent = n->parent, .player = n->player};
  if (s->pass.depth == NO_HORIZON && last.ply > s->asked.longest) visit_deeper(s, NODE_DOWN(&last));
}

static PlayoutValue play_on (Playout *p, const Node *n, Stand *st) {
  Search *s = p->search;
  const bool moves = s->game->step != NULL && s->game->legal != NULL, cyclic = s->game->cyclic;
  bool exact = !cyclic;                 /* a position that repeats another was not looked for */
  int64_t plies = 0, counted = 0;
  for (;; plies++) {
    if (UNLIKELY(trace_on(s))) trail(p, n, st, plies);
    End end = enter(p, n, st, plies, counted);
    if (end == ESTIMATED_END && cyclic && counted >= p->longest) return (PlayoutValue){s->game->cycle, false};
    if (end != GOES_ON) return (PlayoutValue){end_value(p, st, plies, end != ESTIMATED_END), exact && end == TERMINAL_END};
    develop(p, plies);
    bool played = UNLIKELY(p->choose != NULL) ? p->choose(p->chooser, p, st, plies) : moves ? play_one(p, st, plies) : pull_one(p, st);
    if (!played) return (PlayoutValue){end_value(p, st, plies, true), exact};
    if (st->of > 1) exact = false;
    else refuse_longer(p, n, st, plies);
    counted += st->of > 1 || cyclic;    /* what leaves no choice is no more than the path to it */
  }
}

/* Returns the estimate of the caller's function. */
static Value ask (Playout *p, const Node *n) {
  Search *s = p->search;
  s->outcome.stats.leaves++;
  return s->asked.caller.rollout(s, n, playout_draw(p));
}

PlayoutValue playout_run (Playout *p, const Node *n) {
  if (p->function) return (PlayoutValue){ask(p, n), false};
  Stand st = {.position = n->position};
  const PlayoutValue outcome = play_on(p, n, &st);
  leave_walks(p, &st);
  packed_drop(p->search->game, st.words, st.held);
  return outcome;
}
