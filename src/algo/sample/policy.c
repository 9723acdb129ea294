#include "algo/sample/policy.h"

#include "base/random.h"

/* A draw among moves that come one by one, each with its weight. */
typedef struct Lottery {
  Playout *playout;
  double total;         /* weight so far */
} Lottery;

/* One more move. True: it takes the place of the one that was drawn so far. */
static bool enter (Lottery *l, double weight) {
  const bool first = l->total == 0;
  l->total += weight;
  return first || random_unit(playout_draw(l->playout)) * l->total < weight;
}

/* Of a game that gives its moves by themselves. */
static bool play_from_set (const Policy *c, Playout *p, Stand *st, int64_t ply, Player player) {
  Game *game = p->search->game;
  uint64_t set[LEGAL_WORDS];
  const int words = game->legal(game, &st->position, set);
  st->of = 0;
  for (int w = 0; w < words; w++) st->of += (uint64_t)__builtin_popcountll(set[w]);
  if (st->of == 0) return false;
  const uint64_t chosen = st->of > 1 ? random_below(playout_draw(p), st->of) : 0;
  st->number = (int64_t)chosen + 1;
  const int64_t move = playout_bit(set, chosen);
  moves_play(c->moves, moves_number(c->moves, (Move){move, 0}, player));
  playout_play(p, st, ply, move);
  return true;
}

static bool play_from_walk (const Policy *c, Playout *p, Stand *st, Player player) {
  enum { OFTEN = 4096 };
  Search *s = p->search;
  Game *game = s->game;
  const Position here = st->position;
  Walk walk = {0, {0, 0}, {0, 0}};
  Position child = {{0}};
  Lottery lottery = {p, 0};
  int64_t chosen[POSITION_WORDS] = {0};
  bool held = false;
  uint32_t number = 0;
  st->number = 0;
  while (game_next(game, &here, &walk, &child)) {
    if (UNLIKELY(++walk.index % OFTEN == 0)) visit_look(s);
    if (!enter(&lottery, 1)) continue;
    number = moves_number(c->moves, walk.move, player);
    packed_drop(game, (int64_t[]){chosen[0]}, held);
    held = packed_pack(game, &child, chosen);
    st->number = walk.index;
  }
  st->of = (uint64_t)walk.index;
  if (st->number == 0) return false;
  moves_play(c->moves, number);
  packed_drop(game, st->words, st->held);
  st->words[0] = chosen[0];
  st->held = held;
  packed_load(game, chosen, held, &st->position);
  return true;
}

static bool choose (void *chooser, Playout *p, Stand *st, int64_t ply) {
  const Policy *c = chooser;
  Game *game = p->search->game;
  const Player player = game_has_player(game) ? game_player(game, &st->position) : ply % 2 == 0 ? c->first : opponent(c->first);
  if (game->step != NULL && game->legal != NULL) return play_from_set(c, p, st, ply, player);
  return play_from_walk(c, p, st, player);
}

void policy_open (Policy *c, Playout *p, Moves *moves) {
  *c = (Policy){.moves = moves};
  p->choose = choose;
  p->chooser = c;
}
