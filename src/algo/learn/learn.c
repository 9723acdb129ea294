/*
** Learns an evaluation from games against itself (asked.task, a Learner): plays them from the searched position, and changes the weights
** after each, or after each move.
**
** Rules of learning, by what a position's prediction is to become:
**
**    td          what is predicted for those behind it in the game: TD(lambda) (Sutton, "Learning to predict by the methods of
**                temporal differences", 1988; Tesauro, "Practical issues in temporal difference learning", 1992)
**    tdleaf      the same of the leaves that the searches at them led to (Baxter, Tridgell & Weaver, "KnightCap", 1998)
**    rootstrap   the value of the search at it
**    treestrap   and of all inner nodes of that search their own values; those of which a bound is known are moved up to it, or down
**                (both: Veness, Silver, Uther & Blair, "Bootstrapping from game tree search", 2009; algorithm 2)
**
** The first two learn from the last position of a game back to the first, each with the weights as they are by then. So positions that
** look alike take an error away once, and not once each. What is predicted behind a position is what was predicted when it was played:
** the forward view of TD(lambda) (Sutton & Barto, "Reinforcement learning", 2018, section 12.1).
**
** In the middle of a game nothing may be lost: the weights are changed when no rule is called, and what a game has changed is undone
** where it is left (learner_release).
*/
#include "algo/learn/update.h"
#include "base/random.h"
#include "search/packed.h"
#include "search/visit.h"

#define APART __attribute__((noinline))         /* the rules are compiled into it once */

/* An inner node of a search, to be learnt from when that is over. */
typedef struct Strap {
  Seen seen;
  Value value;
  Said said;
} Strap;

/* A position of the game. */
typedef struct Turn {
  Seen seen;
  bool searched;        /* of tdleaf: `seen` is the leaf of its search */
  bool backs_up;        /* what follows says something of it: the move was not a random one */
} Turn;

typedef struct Play {
  Search *search;
  Learner *learner;
  uint64_t random;      /* the state of the generator */
  Position here, chosen;        /* where the game stands, and will; the game may hold something for them */
  bool here_held, chosen_held;
  Player mover, chosen_mover;   /* to move there */
  Look look[2];         /* by the player to move */
  Seen *leaf;           /* by ply: what the search at that node looks at best */
  Turn *turn;
  Strap *strap;
  size_t turn_room, strap_room, straps;
} Play;

/* Holding positions. */

static void drop (Play *p, const Position *position, bool *held) {
  if (*held) p->search->game->drop(p->search->game, position);
  *held = false;
}

/* Takes a position as the one that the game goes on with, unless another one is taken. */
static void choose (Play *p, const Node *child) {
  Game *game = p->search->game;
  const bool holds = game_holds(game, &child->position);
  const Position kept = holds ? game->keep(game, &child->position) : child->position;
  drop(p, &p->chosen, &p->chosen_held);
  p->chosen = kept;
  p->chosen_held = holds;
  p->chosen_mover = child->player;
}

static void go_on (Play *p) {
  drop(p, &p->here, &p->here_held);
  p->here = p->chosen;
  p->here_held = p->chosen_held;
  p->mover = p->chosen_mover;
  p->chosen_held = false;
}

/* Looking at positions. */

/* Fails: a position that is no integer has no patterns. */
static COLD void refuse (const Search *s, const Position *position) {
  s->host->fail(s->host, "learn: position %s is no integer: patterns are of the bits of integers; rules.features serves others",
                DESCRIBED(s, position));
}

/* The estimate of `n`, whose player is known. */
static Value estimate (Play *p, const Node *n, Seen *seen) {
  const Learner *l = p->learner;
  Game *game = p->search->game;
  if (UNLIKELY(seen->row == NULL)) seen->row = arena_alloc(&p->search->arena, learner_row_size(l));
  seen->player = n->player;
  seen->end = false;
  seen->stage = 0;
  seen->settled = l->linear && game_has_score(game) ? game_score(game, &n->position) : 0;
  if (l->features) {
    game->features(game, &n->position, seen->row, l->features);
  } else if (l->packed) {
    Key key = {{0}};
    int64_t words[POSITION_WORDS];
    game_key(game, &n->position, &key);
    for (int w = 0; w < l->words; w++) words[w] = (int64_t)key.word[w];
    learner_look(l, words, n->player, p->look, seen);
  } else {
    if (UNLIKELY(l->words == 1 && n->position.word[1] != 0)) refuse(p->search, &n->position);
    const Position position = n->position;
    learner_look(l, l->words > POSITION_WORDS ? position_row(&position) : position.word, n->player, p->look, seen);
  }
  seen->value = learner_cut(seen->settled + learner_sum(l, seen), MOST_ESTIMATE);
  return seen->value;
}

/*
** What a value of the rules is where a game ends with it after `ply` moves: that; or the winner's, beyond all estimates, the sooner
** the better.
*/
static Value result_of (const Learner *l, Value value, int ply) {
  if (l->linear) return value;
  return value > 0 ? WON_ESTIMATE - ply : value < 0 ? ply - WON_ESTIMATE : 0;
}

static APART Value end_value (Play *p, const Node *n, Seen *seen) {
  p->search->outcome.stats.leaves++;
  seen->end = true;
  seen->value = result_of(p->learner, game_evaluate(p->search->game, &n->position), n->ply);
  return seen->value;
}

static APART bool is_terminal (Search *s, Node *n) { return visit_enter_at(s, n, false) != NO_LEAF; }

static APART bool first_child (Search *s, Node *n, Node *child) { return visit_first(s, n, child); }

static APART bool next_child (Search *s, Node *n, Node *child) { return visit_next(s, n, child); }

/* Has `n`, which is entered, a successor? Then its player is known, and the walk is open. */
static APART bool has_child (Search *s, Node *n) {
  Node child;
  visit_player(s, n);
  visit_open(s, n, &child);
  return visit_has_moves(s) ? visit_step(s, n) : visit_next(s, n, &child);
}

/* Sees a position that is not searched: an end, or an estimate. */
static Value see (Play *p, Node *n, Seen *seen) {
  if (is_terminal(p->search, n) || !has_child(p->search, n)) return end_value(p, n, seen);
  return estimate(p, n, seen);
}

/* Sees a position of the game. No walk from a node above it goes on, by which its own would be closed. */
static void see_turn (Play *p, Node *n, Seen *seen) {
  see(p, n, seen);
#ifndef GAME_CALLS              /* in a unit the ply says where a walk is */
  int64_t place;
  if (!seen->end && packed_set_aside(p->search->game, &n->walk, &place)) packed_drop_move(p->search->game, place, true);
#endif
}

/* Searching. */

static inline void swap (Seen *a, Seen *b) {
  const Seen before = *a;
  *a = *b;
  *b = before;
}

/* Remembers what the search says of an inner node. */
static void add_strap (Play *p, const Node *n, Value value, Window w) {
  p->strap = arena_widen(&p->search->arena, p->strap, sizeof *p->strap, &p->strap_room, p->straps + 1);
  Strap *strap = &p->strap[p->straps];
  estimate(p, n, &strap->seen);
  strap->value = value;
  strap->said = value <= w.alpha ? SAID_AT_MOST : value >= w.beta ? SAID_AT_LEAST : SAID_VALUE;
  p->straps++;
}

/*
** Alpha-beta (fail-soft) to `depth` plies below `n`. The leaf that the value comes from is p->leaf[n->ply]. At ply 0 the best move is
** chosen, the leftmost of equals.
*/
static Value search (Play *p, Node *n, int depth, Window w) {
  Search *s = p->search;
  Node child;
  Seen *leaf = &p->leaf[n->ply];
  if (depth == 0) return see(p, n, leaf);
  if (n->ply > 0 && is_terminal(s, n)) return end_value(p, n, leaf);
  if (!first_child(s, n, &child)) return end_value(p, n, leaf);
  const Window given = w;
  Value best = worst_for(n->player);
  do {
    const Value value = search(p, &child, depth - 1, w);
    if (n->walk.index > 1 && !better(n->player, value, best)) continue;
    best = value;
    swap(leaf, leaf + 1);
    if (n->ply == 0) choose(p, &child);
    narrow(n->player, best, &w);
  } while (window_open(w) && next_child(s, n, &child));
  if (p->learner->settings.rule == LEARN_TREESTRAP) add_strap(p, n, best, given);
  return best;
}

/* One successor at random, each as likely. Returns how many there are. */
static int64_t choose_at_random (Play *p, Node *n) {
  Search *s = p->search;
  Node child;
  for (bool more = first_child(s, n, &child); more; more = next_child(s, n, &child)) {
    visit_player(s, &child);
    if (random_unit(random_draw(&p->random)) * (double)n->walk.index < 1) choose(p, &child);
  }
  return n->walk.index;
}

/* Learning. */

/* Learns from what the search at a position has said: of that itself (`root`, of value `value`), or of all inner nodes. */
static void learn_from_search (Play *p, const Seen *root, Value value) {
  Learner *l = p->learner;
  Arena *arena = &p->search->arena;
  if (l->settings.rule == LEARN_ROOTSTRAP) update(l, arena, root, learner_predict(l, value), SAID_VALUE);
  for (size_t i = 0; i < p->straps; i++)
    update(l, arena, &p->strap[i].seen, learner_predict(l, p->strap[i].value), p->strap[i].said);
  p->straps = 0;
}

/* Learns from a game of `moves` moves; its last position is an end, unless it was cut. */
static void learn_from_game (Play *p, int moves) {
  Learner *l = p->learner;
  const double lambda = l->settings.lambda;
  double back = learner_predict(l, p->turn[moves].seen.value);
  for (int t = moves - 1; t >= 0; t--) {
    const Turn *turn = &p->turn[t];
    const double behind = learner_predict(l, p->turn[t + 1].seen.value);
    if (!turn->backs_up) back = learner_predict(l, turn->seen.value);
    else {
      back = (1 - lambda) * behind + lambda * back;
      if (!turn->seen.end) update(l, &p->search->arena, &turn->seen, back, SAID_VALUE);
    }
  }
}

/* Counts a game, and how far its predictions were from its result. */
static void count_game (Play *p, int moves) {
  Learner *l = p->learner;
  LearnerCounts *counts = &l->counts;
  const Seen *last = &p->turn[moves].seen;
  counts->games++;
  counts->positions += (uint64_t)moves;
  if (!last->end) counts->cut++;
  else if (last->value > 0) counts->max++;
  else if (last->value < 0) counts->min++;
  else counts->draws++;
  for (int t = 0; last->end && t < moves; t++) {
    const double error = learner_predict(l, last->value) - learner_predict(l, p->turn[t].seen.value);
    if (p->turn[t].seen.end) continue;
    counts->predicted++;
    counts->squares += error * error;
  }
}

/* Playing. */

static Turn *turn_at (Play *p, int t) {
  p->turn = arena_widen(&p->search->arena, p->turn, sizeof *p->turn, &p->turn_room, (size_t)t + 1);
  return &p->turn[t];
}

/* Plays move number t, from 0, and looks at what comes of it: turn t + 1. */
static void play_move (Play *p, int t) {
  const LearnerSettings *set = &p->learner->settings;
  Turn *next = turn_at(p, t + 1), *turn = &p->turn[t];
  const bool opening = t < set->plies, random = opening || (set->explore > 0 && random_unit(random_draw(&p->random)) < set->explore);
  const bool searches = !random || (!opening && set->rule != LEARN_TD), straight = set->rule == LEARN_TD && set->depth == 1 && !random;
  Node n = {.position = p->here, .player = p->mover};
  Value value = 0;
  if (searches) value = search(p, &n, set->depth, WHOLE_WINDOW);
  if (searches && set->rule == LEARN_TDLEAF) swap(&turn->seen, &p->leaf[0]);
  if (searches && (set->rule == LEARN_ROOTSTRAP || set->rule == LEARN_TREESTRAP)) learn_from_search(p, &turn->seen, value);
  turn->backs_up = !random || choose_at_random(p, &n) == 1;
  Node after = {.position = p->chosen, .player = p->chosen_mover, .ply = 1};
  if (straight) swap(&next->seen, &p->leaf[0]);
  else see_turn(p, &after, &next->seen);
  p->chosen_mover = after.player;
  go_on(p);
}

/* A game is over: all of it is kept from now on. One that was cut has a result where a game that goes in circles has a value. */
static void end_game (Play *p, int moves) {
  Learner *l = p->learner;
  const Game *game = p->search->game;
  Seen *last = &p->turn[moves].seen;
  if (!last->end && game->cyclic) {
    last->end = true;
    last->value = result_of(l, visit_round(p->search, &p->here), 0);
  }
  if (l->settings.rule == LEARN_TD || l->settings.rule == LEARN_TDLEAF) learn_from_game(p, moves);
  count_game(p, moves);
  l->played++;
  l->playing = false;
  l->undone = 0;
}

static void play_game (Play *p) {
  Search *s = p->search;
  Learner *l = p->learner;
  Node start = s->pass.root;
  int moves = 0;
  p->random = mix64(mix64(l->settings.seed) + l->played);
  l->before = l->counts;
  l->playing = l->settings.rule == LEARN_ROOTSTRAP || l->settings.rule == LEARN_TREESTRAP;
  see_turn(p, &start, &turn_at(p, 0)->seen);
  if (p->turn[0].seen.end) s->host->fail(s->host, "learn: the first position is an end of the game: there is nothing to learn");
  drop(p, &p->here, &p->here_held);
  p->here = start.position;
  p->mover = start.player;
  while (!p->turn[moves].seen.end && moves < l->settings.longest) play_move(p, moves++);
  end_game(p, moves);
}

static void run (Search *s) {
  Learner *l = s->asked.task;
  Play p = {.search = s, .learner = l};
  size_t plies = 0;
  if (l == NULL) s->host->fail(s->host, "learn needs the option 'learner'");
  if (l->packed && (l->words > POSITION_WORDS || !game_has_key(s->game) || s->game->key_words != l->words))
    s->host->fail(s->host, "learn needs rules.key of as many integers as its plan has words");
  if (l->features && !s->game->features) s->host->fail(s->host, "learn needs rules.features, or a plan of patterns");
  p.leaf = arena_widen(&s->arena, NULL, sizeof *p.leaf, &plies, (size_t)l->settings.depth + 1);
  for (int player = 0; player < 2; player++) p.look[player].row = arena_alloc(&s->arena, learner_row_size(l));
  while (l->played < l->settings.games) play_game(&p);
}

const Algorithm learn = {.id = "learn", .alternative = true, .hidden = true, .file = "algo/learn/learn.c", .run = run};
