#include "algo/sample/policy.h"

#include <math.h>
#include <string.h>

#include "base/random.h"
#include "game/legal.h"

const Option option_playout = {
  .name = "playout", .kinds = OPTION_WORD, .otherwise = NO_DEFAULT, .word = "random", .words = "random mast nst",
  .help = "how playouts choose moves: at random; MAST, by the mean result of each move; NST, of the last one to three moves; "
    "where they end, `rollout` says",
  .example = "'breakthrough', {algorithm = 'mcts', iterations = 300, playout = 'mast'}"};

const Option option_temperature = {
  .name = "temperature", .kinds = OPTION_NUMBER, .otherwise = 0.1, .least = 0.002, .most = 1e6,    /* e^(1 / least) is a number */
  .help = "of playout = 'mast': the higher, the more playouts are random",
  .example = "'breakthrough', {algorithm = 'mcts', iterations = 300, playout = 'mast', temperature = 0.5}"};

const Option option_epsilon = {.name = "epsilon", .kinds = OPTION_NUMBER, .otherwise = 0.2, .least = 0, .most = 1,
  .help = "of playout = 'nst': the probability of a random move",
  .example = "'breakthrough', {algorithm = 'mcts', iterations = 300, playout = 'nst', epsilon = 0.4}"};

enum { FIRST_ROOM = 1024, LEAST_GRAMS = 7 };

/* N-grams. */

/* The place of a key: taken by it, or free. */
static size_t place_of (const Policy *c, uint64_t key) {
  size_t at = mix64(key) & (c->slots_room - 1);
  while (c->slots[at] && c->keys[c->slots[at]] != key) at = (at + 1) & (c->slots_room - 1);
  return at;
}

/* Two moves, by number; a gram and one move more, told from those by the highest bit. */
static uint64_t pair_key (uint32_t first, uint32_t second) { return (uint64_t)first << 32 | second; }

static uint64_t triple_key (uint32_t pair, uint32_t third) { return UINT64_C(1) << 63 | (uint64_t)pair << 32 | third; }

/* Returns the number of an N-gram; 0: it was never played. */
static uint32_t find (const Policy *c, uint64_t key) { return c->slots_room ? c->slots[place_of(c, key)] : 0; }

static void widen (Policy *c) {
  const size_t room = c->slots_room ? 2 * c->slots_room : FIRST_ROOM;
  c->slots = arena_alloc(&c->moves->search->arena, room * sizeof *c->slots);
  c->slots_room = room;
  memset(c->slots, 0, room * sizeof *c->slots);
  for (uint32_t i = 1; i <= c->grams; i++) c->slots[place_of(c, c->keys[i])] = i;
}

static uint32_t count_gram (Policy *c, uint64_t key, Value result) {
  Arena *arena = &c->moves->search->arena;
  if (2 * (size_t)(c->grams + 1) > c->slots_room) widen(c);
  const size_t at = place_of(c, key);
  if (c->slots[at] == 0) {
    if (c->grams >= INT32_MAX - 1) return 0;
    c->keys = arena_widen(arena, c->keys, sizeof *c->keys, &c->keys_room, c->grams + 2);
    c->of_gram = arena_widen(arena, c->of_gram, sizeof *c->of_gram, &c->of_gram_room, c->grams + 2);
    c->keys[++c->grams] = key;
    c->slots[at] = c->grams;
  }
  Ending *e = &c->of_gram[c->slots[at]];
  e->count++;
  e->sum += result;
  return c->slots[at];
}

void policy_count (Policy *c, Value result) {
  const Moves *m = c->moves;
  uint32_t pair = 0;            /* of the two moves before */
  if (c->rule == POLICY_RANDOM) return;
  c->of_move = arena_widen(&m->search->arena, c->of_move, sizeof *c->of_move, &c->of_move_room, 2 * ((size_t)m->count + 1));
  for (int i = 0; i < m->length; i++) {
    const uint32_t number = m->played[i];
    c->of_move[number].count++;
    c->of_move[number].sum += result;
    if (c->rule != POLICY_NST || i == 0) continue;
    if (pair) count_gram(c, triple_key(pair, number), result);
    pair = count_gram(c, pair_key(m->played[i - 1], number), result);
  }
}

/* Choosing. */

/* A draw among moves that come one by one, each with its weight. */
typedef struct Lottery {
  Policy *policy;
  Playout *playout;
  Player player;
  bool greedy;          /* one of the best moves is drawn */
  uint32_t last, pair;  /* the move before, by number, and the two moves before; 0: there are none, or they were never played */
  double best;          /* score so far, */
  double total;         /* and weight */
} Lottery;

static Lottery lottery (Policy *c, Playout *p, Player player) {
  const Moves *m = c->moves;
  Lottery l = {.policy = c, .playout = p, .player = player, .best = -INFINITY};
  if (c->rule != POLICY_NST) return l;
  l.greedy = random_unit(random_draw(&p->random)) >= c->epsilon;
  l.last = m->length > 0 ? m->played[m->length - 1] : 0;
  l.pair = m->length > 1 ? find(c, pair_key(m->played[m->length - 2], l.last)) : 0;
  return l;
}

/* Returns the mean result, for the player to move; 1: there is none. */
static double mean_of (const Lottery *l, const Ending *e) {
  return e->count ? gametree_scaled(l->policy->tree, e->sum / (double)e->count, l->player) : 1;
}

static double score_of_move (const Lottery *l, uint32_t number) {
  const Policy *c = l->policy;
  return number < c->of_move_room ? mean_of(l, &c->of_move[number]) : 1;
}

static void add_gram (const Lottery *l, uint32_t gram, double *total, int *number) {
  const Ending *e = &l->policy->of_gram[gram];
  if (gram == 0 || e->count < LEAST_GRAMS) return;
  *total += mean_of(l, e);
  ++*number;
}

static double score_of_grams (const Lottery *l, uint32_t move) {
  double total = score_of_move(l, move);
  int number = 1;
  if (l->last) add_gram(l, find(l->policy, pair_key(l->last, move)), &total, &number);
  if (l->pair) add_gram(l, find(l->policy, triple_key(l->pair, move)), &total, &number);
  return total / number;
}

static bool enter (Lottery *l, double weight) {
  const bool first = l->total == 0;
  l->total += weight;
  return first || random_unit(random_draw(&l->playout->random)) * l->total < weight;
}

/* One more move. True: it takes the place of the one that was drawn so far. */
static bool enter_move (Lottery *l, Move move) {
  Policy *c = l->policy;
  if (c->rule == POLICY_MAST) return enter(l, exp(score_of_move(l, moves_number(c->moves, move, l->player)) / c->temperature));
  if (!l->greedy) return enter(l, 1);
  const double score = score_of_grams(l, moves_number(c->moves, move, l->player));
  if (score < l->best) return false;
  if (score > l->best) l->total = 0;
  l->best = score;
  return enter(l, 1);
}

/* Of a game that gives its moves by themselves. */
static bool play_from_set (Policy *c, Playout *p, Stand *st, int64_t ply, Player player) {
  Game *game = p->search->game;
  uint64_t set[LEGAL_WORDS];
  const int words = game->legal(game, &st->position, set);
  st->of = legal_size(set, words);
  if (st->of == 0) return false;
  Lottery l = lottery(c, p, player);
  int64_t move = 0;
  if (c->rule == POLICY_MAST || l.greedy) {
    int64_t i = 0;
    for (int w = 0; w < words; w++)
      for (uint64_t left = set[w]; left; left &= left - 1) {
        const int64_t next = (int64_t)w * MOVES_IN_WORD + lowest_move(left);
        i++;
        if (!enter_move(&l, (Move){next, 0})) continue;
        move = next;
        st->number = i;
      }
  } else {
    st->number = (int64_t)random_below(random_draw(&p->random), st->of) + 1;
    move = legal_numbered(set, (uint64_t)st->number - 1);
  }
  moves_play(c->moves, moves_number(c->moves, (Move){move, 0}, player));
  playout_play(p, st, ply, move);
  return true;
}

static bool play_from_walk (Policy *c, Playout *p, Stand *st, Player player) {
  enum { OFTEN = 4096 };
  Search *s = p->search;
  Game *game = s->game;
  const Position here = st->position;
  Walk walk = {0, {0, 0}, {0, 0}};
  Position child = {{0}};
  Lottery l = lottery(c, p, player);
  int64_t chosen[POSITION_WORDS] = {0};
  bool held = false;
  uint32_t number = 0;
  st->number = 0;
  while (game_next(game, &here, &walk, &child)) {
    if (UNLIKELY(++walk.index % OFTEN == 0)) watch_look(s);
    if (!enter_move(&l, walk.move)) continue;
    number = moves_number(c->moves, walk.move, player);
    packed_drop(game, &(int64_t){chosen[0]}, held);
    held = packed_pack(game, &child, chosen);
    st->number = walk.index;
  }
  st->of = (uint64_t)walk.index;
  if (st->number == 0) return false;
  moves_play(c->moves, number);
  playout_move_to(game, st, chosen, held);
  return true;
}

static bool choose (void *chooser, Playout *p, Stand *st, int64_t ply) {
  Policy *c = chooser;
  Game *game = p->search->game;
  const Player player = game_has_player(game) ? game_player(game, &st->position) : ply % 2 == 0 ? c->first : opponent(c->first);
  if (game->step != NULL && game->legal != NULL) return play_from_set(c, p, st, ply, player);
  return play_from_walk(c, p, st, player);
}

void policy_open (Policy *c, const Playout *p) {
  Search *s = p->search;
  const char *word = search_word(s, option_playout.name);
  *c = (Policy){.rule = (PolicyRule)search_place(s, &option_playout),
                .temperature = search_number(s, option_temperature.name), .epsilon = search_number(s, option_epsilon.name)};
  if (c->rule != POLICY_RANDOM && (p->function || p->plies == 0))
    s->host->fail(s->host, "option 'playout' is '%s', but there are no playouts: option 'rollout' is %s", word,
                  p->function ? "a function" : "0");
}

void policy_lead (Policy *c, Playout *p, Moves *moves, const GameTree *tree) {
  c->moves = moves;
  c->tree = tree;
  p->choose = choose;
  p->chooser = c;
}
