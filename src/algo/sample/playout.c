#include "algo/sample/playout.h"

#include "game/random_run.h"

#define LONGEST_ROLLOUT 1000
#define ITERATIONS 1000000      /* without any limit */

const Option option_iterations = {.name = "iterations", .kinds = OPTION_COUNT, .otherwise = NO_DEFAULT, .least = 1,
  .help = "iterations, each of one playout; default: a million, where neither time nor nodes has a limit",
  .example = "'connect4', {algorithm = 'mcts', iterations = 2000}"};

const Option option_rollout = {
  .name = "rollout", .kinds = OPTION_WORD | OPTION_COUNT | OPTION_FUNCTION, .otherwise = NO_DEFAULT, .words = "random",
  .help = "the value of a new node: 'random' plays to the end at random; a number, that many "
    "plies, then the rules' evaluation; a function gets position, player, ply and a random "
    "integer, and returns it; default: 'random', but 0 of ubfm with time, depth or iterations",
  .example = "'othello', {algorithm = 'mcts', iterations = 500, rollout = 4}"};
const Option option_longest_rollout = {.name = "longest_rollout", .kinds = OPTION_COUNT, .otherwise = LONGEST_ROLLOUT, .least = 1,
  .help = "the longest playout, in moves: then its value is rules.cycle, else the rules' evaluation of the position",
  .example = "'connect4', {algorithm = 'mcts', iterations = 2000, longest_rollout = 100}"};

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

/*
** One of many, each as likely, when it is not known how many there are: the first, until the one that this says after it comes, and so
** on. The k-th stays the last with the probability k / n.
*/
static uint64_t next_choice (Playout *p, uint64_t k) {
  const double unit = ((double)(random_draw(&p->random) >> 11) + 1) * 0x1p-53, next = (double)k / unit;
  return next < 0x1p63 ? (uint64_t)next + 1 : UINT64_MAX;
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
  st->of = legal_size(set, game->legal(game, &st->position, set));
  if (st->of == 0) return false;
  const uint64_t drawn = random_number(&p->random, st->of);
  st->number = (int64_t)drawn + 1;
  playout_play(p, st, ply, legal_numbered(set, drawn));
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

enum { OFTEN = 4096 };  /* successors between two looks at the limits */

void playout_move_to (Game *game, Stand *st, const int64_t *chosen, bool held) {
  packed_drop(game, st->words, st->held);
  st->words[0] = chosen[0];
  st->held = held;
  packed_load(game, chosen, held, &st->position);
}

/* Packs successor number `number` of the position, with a walk that ends there. */
static bool walk_to (Playout *p, const Position *here, int64_t number, int64_t *chosen) {
  Game *game = p->search->game;
  Walk walk = {0, {0, 0}, {0, 0}};
  Position child = {{0}};
  int64_t place;
  while (walk.index < number && game_next(game, here, &walk, &child))
    if (UNLIKELY(++walk.index % OFTEN == 0)) watch_look(p->search);
  const bool held = packed_pack(game, &child, chosen);
  if (packed_set_aside(game, &walk, &place)) packed_drop_move(game, place, true);
  return held;
}

/*
** One of the successors of a position that is integers. They are counted, and the one that is drawn is among those that were written
** down, or it is made once more.
*/
static bool pull_integers (Playout *p, Stand *st) {
  enum { ROOM = 2048 };
  Game *game = p->search->game;
  const Position here = st->position;
  const int words = game->words;
  Walk walk = {0, {0, 0}, {0, 0}};
  Position child = {{0}};
  int64_t list[ROOM], written = 0, chosen[POSITION_WORDS] = {0};
  bool plain = true, held = false;
  for (; game_next(game, &here, &walk, &child); ) {
    if (UNLIKELY(++walk.index % OFTEN == 0)) watch_look(p->search);
    plain = plain && !game_holds(game, &child) && (written + 1) * words <= ROOM;
    if (!plain) continue;
    list[written * words] = child.word[0];
    packed_copy_rest(words, child.word, &list[written * words]);
    written++;
  }
  st->of = (uint64_t)walk.index;
  if (st->of == 0) return false;
  const int64_t drawn = (int64_t)random_number(&p->random, st->of);
  st->number = drawn + 1;
  if (drawn >= written) held = walk_to(p, &here, drawn + 1, chosen);
  playout_move_to(game, st, drawn < written ? &list[drawn * words] : chosen, held);
  return true;
}

/*
** One of the successors of a position that is held: so may they be, and no more than one is at a time. (Vitter, "Random sampling
** with a reservoir", 1985.)
*/
static bool pull_held (Playout *p, Stand *st) {
  Search *s = p->search;
  Game *game = s->game;
  const Position here = st->position;
  Walk walk = {0, {0, 0}, {0, 0}};
  Position child = {{0}};
  int64_t chosen[POSITION_WORDS] = {0}, number = 0, next = 1;
  bool held = false;
  while (game_next(game, &here, &walk, &child)) {
    if (UNLIKELY(++walk.index % OFTEN == 0)) watch_look(s);
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
  st->number = number;
  playout_move_to(game, st, chosen, held);
  return true;
}

/* The path of a playout, for those who trace it: makes the node `plies` below `n`. */
static void trail (Playout *p, const Node *n, const Stand *st, int64_t plies) {
  Search *s = p->search;
  const size_t before = p->room;
  p->trail = arena_widen(&s->trace.memory, p->trail, sizeof *p->trail, &p->room, (size_t)plies + 1);
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

/* Returns the rules' evaluation at the end of the playout, after `plies`. Estimates are not traced: they prove nothing. */
static Value end_value (Playout *p, const Stand *st, int64_t plies, bool leaf) {
  Search *s = p->search;
  if (leaf) return visit_evaluate(s, UNLIKELY(trace_on(s)) ? &p->trail[plies] : &(Node){.position = st->position});
  s->outcome.stats.leaves++;
  return game_evaluate(s->game, &st->position);
}

/* How a playout goes on: as it has been going, its plies and those that count against option longest_rollout. */
typedef struct Course {
  const Node *from;
  Stand stand;
  int64_t plies, counted;
  bool exact;           /* no choice was made, and no repetition can have been missed */
} Course;

/* Why a playout ends; GOES_ON: not yet. */
typedef enum End { GOES_ON, TERMINAL_END, HORIZON_END, ESTIMATED_END } End;

/* Enters the position. Is it a terminal by its own word? */
static bool enter (Search *s, const Position *position) {
  if (UNLIKELY(--s->watch.until_poll < 0)) watch_poll(s);
  return game_has_terminal(s->game) && game_terminal(s->game, position);
}

/* Is it time to end? */
static End end_of (const Playout *p, const Course *c) {
  if (c->from->ply + c->plies >= p->search->pass.depth) return HORIZON_END;
  return c->plies >= p->plies || c->counted >= p->longest ? ESTIMATED_END : GOES_ON;
}

/* Counts moves, `forced` of them without a choice. */
static void count_moves (const Playout *p, Course *c, int64_t moves, int64_t forced) {
  c->plies += moves;
  if (moves > forced) c->exact = false;
  c->counted += p->search->game->cyclic ? moves : moves - forced;       /* what leaves no choice is no more than the path to it */
}

/* A playout that is longer than any path may be. */
static void refuse_longer (const Playout *p, const Course *c) {
  Search *s = p->search;
  const Node *n = c->from;
  const Node last = {.position = c->stand.position, .ply = n->ply + (int)c->plies, .parent = n->parent, .player = n->player};
  if (s->pass.depth == NO_HORIZON && last.ply > s->asked.longest) visit_deeper(s, NODE_DOWN(&last));
}

/* The number of a successor, from 1; 0 if it is none. Only asked for a trace. */
static int64_t number_of (Playout *p, const Position *here, int64_t move) {
  Walk walk = {0, {0, 0}, {0, 0}};
  Position child = {{0}};
  int64_t number = 0;
  while (game_next(p->search->game, here, &walk, &child)) {
    walk.index++;
    if (walk.move.slot == 0 && walk.move.word == move) number = walk.index;
  }
  return number;
}

/* Asks the rules' own function for a random move. False: it has found none. */
static bool ask_random (Playout *p, Stand *st) {
  Game *game = p->search->game;
  Position child = {{0}};
  int64_t move = 0;
  if (game->random == NULL || game_holds(game, &st->position)) return false;
  if (!game->random(game, &st->position, (int64_t)random_draw(&p->random), &move, &child)) return false;
  if (UNLIKELY(trace_on(p->search))) st->number = number_of(p, &st->position, move);
  st->of = 2;                           /* or more: they are not counted */
  position_copy(&st->position, &child);
  return true;
}

bool playout_step (Playout *p, Stand *st, int64_t ply) {
  Game *game = p->search->game;
  if (game->step != NULL && game->legal != NULL) return play_one(p, st, ply);
  return game_holds(game, &st->position) ? pull_held(p, st) : pull_integers(p, st);
}

/* One of the successors. False: there is none. */
static bool draw_one (Playout *p, Stand *st, int64_t ply) {
  if (UNLIKELY(p->choose != NULL)) return p->choose(p->chooser, p, st, ply);
  return ask_random(p, st) || playout_step(p, st, ply);
}

/* Makes a move. False: there is none. */
static bool move_on (Playout *p, Course *c) {
  const Stand *st = &c->stand;
  develop(p, c->plies);
  if (!draw_one(p, &c->stand, c->plies)) return false;
  if (st->of == 1) refuse_longer(p, c);
  count_moves(p, c, 1, st->of == 1);
  return true;
}

static int64_t least (int64_t a, int64_t b) { return a < b ? a : b; }

/* How many moves may be made in one run: until the limits are looked at, or the playout is to end, or its path is a long one. */
static int64_t most_moves (const Playout *p, const Course *c) {
  const Search *s = p->search;
  const int64_t ply = c->from->ply + c->plies;
  if (s->game->run == NULL || p->choose != NULL || game_holds(s->game, &c->stand.position) || trace_on(s)) return 0;
  const int64_t to_end = least(least(s->pass.depth - ply, p->plies - c->plies), p->longest - c->counted);
  return least(least(s->watch.until_poll, to_end), s->asked.longest - ply);
}

/* Makes at most `most` moves, >= 1, by the loop that is compiled with the rules. */
static RunEnd run_on (Playout *p, Course *c, int64_t most) {
  Search *s = p->search;
  RandomRun run = {.position = c->stand.position, .random = p->random, .most = most};
  const RunEnd end = (RunEnd)s->game->run(s->game, &run);
  position_copy(&c->stand.position, &run.position);
  p->random = run.random;
  s->watch.until_poll -= run.moves;
  s->outcome.stats.developed += (uint64_t)run.moves + (end == RUN_NO_MOVE);
  count_moves(p, c, run.moves, run.forced);
  return end;
}

static PlayoutValue ended (Playout *p, const Course *c, bool leaf, bool exact) {
  return (PlayoutValue){end_value(p, &c->stand, c->plies, leaf), c->exact && exact, c->plies};
}

/* Where a run has been left the engine makes a move, and then there may be another run. */
static PlayoutValue play_on (Playout *p, Course *c) {
  Search *s = p->search;
  for (bool entered = true;;) {
    if (UNLIKELY(trace_on(s))) trail(p, c->from, &c->stand, c->plies);
    if (!entered && enter(s, &c->stand.position)) return ended(p, c, true, true);
    const End end = end_of(p, c);
    if (end == ESTIMATED_END && s->game->cyclic && c->counted >= p->longest) return (PlayoutValue){visit_round(s, &c->stand.position), false, 0};
    if (end != GOES_ON) return ended(p, c, end == HORIZON_END, false);
    const int64_t most = most_moves(p, c);
    const RunEnd run = most > 0 ? run_on(p, c, most) : RUN_LEFT;
    if (run == RUN_TERMINAL || run == RUN_NO_MOVE || (run == RUN_LEFT && !move_on(p, c))) return ended(p, c, true, true);
    entered = run == RUN_OVER;
  }
}

/* Returns the estimate of the caller's function. */
static Value ask (Playout *p, const Node *n) {
  Search *s = p->search;
  s->outcome.stats.leaves++;
  return s->asked.caller.rollout(s, n, random_draw(&p->random));
}

PlayoutValue playout_run (Playout *p, const Node *n) {
  if (p->function) return (PlayoutValue){ask(p, n), false, 0};
  Course c = {.from = n, .stand = {.position = n->position}, .exact = !p->search->game->cyclic};
  const PlayoutValue outcome = play_on(p, &c);
  leave_walks(p, &c.stand);
  packed_drop(p->search->game, c.stand.words, c.stand.held);
  return outcome;
}
