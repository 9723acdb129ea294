#include "search/order.h"

#include <string.h>

#include "base/random.h"

#define FIRST_ROOM 16
#define LOOKAHEAD_PART 4        /* a look-ahead goes a quarter as deep as the search that it serves */
#define LOOKAHEAD_DEPTH 3       /* from the root, where the search itself knows no depth */

/* Memory comes from the arena: what is outgrown stays there, less than what replaced it. */
static void *grown (Search *s, const void *old, size_t old_size, size_t size) {
  void *block = arena_alloc(&s->arena, size);
  if (old_size) memcpy(block, old, old_size);
  return block;
}

static OrderLevel *level_at (Search *s, int ply) {
  Ordering *order = s->own.order;
  if (ply >= order->level_count) {
    int count = ply < FIRST_ROOM ? FIRST_ROOM : 2 * ply;
    OrderLevel *levels = grown(s, order->levels, sizeof *levels * (size_t)order->level_count, sizeof *levels * (size_t)count);
    memset(levels + order->level_count, 0, sizeof *levels * (size_t)(count - order->level_count));
    order->levels = levels;
    order->level_count = count;
  }
  return &order->levels[ply];
}

static Successor *add (Search *s, OrderLevel *level) {
  if (level->count == level->room) {
    int64_t room = level->room ? 2 * level->room : FIRST_ROOM;
    level->successors = grown(s, level->successors, sizeof(Successor) * (size_t)level->count, sizeof(Successor) * (size_t)room);
    level->room = room;
  }
  return &level->successors[level->count++];
}

/* What a move is known by; never 0. */
static uint64_t name (Move move, int64_t index) {
  return mix64(move.slot == 0 ? (uint64_t)move.word : (uint64_t)index * GOLDEN_GAMMA) | 1;
}

/* The look-ahead: alpha-beta without any of its refinements. */
static Value look (Search *s, Node *n, Value alpha, Value beta) {
  Node child;
  if (search_leaf(s, n) || !search_first(s, n, &child)) return search_evaluate(s, n);
  Value best = worst_for(n->player);
  do {
    Value value = look(s, &child, alpha, beta);
    if (better(n->player, value, best)) best = value;
    narrow(n->player, value, &alpha, &beta);
  } while (alpha < beta && search_next(s, n, &child));
  return best;
}

/* How many plies to look ahead below the successors of `n`. */
static int lookahead (const Search *s, const Node *n) {
  if (s->depth != NO_HORIZON) return (s->depth - n->ply) / LOOKAHEAD_PART;
  return n->ply < LOOKAHEAD_DEPTH ? LOOKAHEAD_DEPTH - n->ply : 0;
}

/* The search itself goes no deeper than its own horizon, and knows nothing of what was seen here. */
static double merit_ahead (Search *s, const Node *n, Node *child) {
  int depth = s->depth, ahead = child->ply + lookahead(s, n);
  bool horizon = s->horizon;
  if (ahead < depth) s->depth = ahead;
  Value value = look(s, child, -INFINITY, INFINITY);
  s->depth = depth;
  s->horizon = horizon;
  return n->player == MAX ? value : -value;
}

static double merit_killer (const OrderLevel *level, uint64_t known) {
  for (int k = 0; k < KILLERS; k++)
    if (level->killers[k] == known) return KILLERS - k;
  return 0;
}

static double merit (Search *s, OrderMethod method, const Node *n, Node *child, int64_t move) {
  Ordering *order = s->own.order;
  switch (method) {
    case ORDER_BY_TABLE: return n->walk.index == move;
    case ORDER_BY_KILLER: return merit_killer(&order->levels[n->ply], name(n->walk.move, n->walk.index));
    case ORDER_BY_HISTORY: return order->history[n->player][name(n->walk.move, n->walk.index) / 2 % HISTORY_MOVES];
    case ORDER_BY_LOOKAHEAD: return merit_ahead(s, n, child);
    case ORDER_BY_FUNCTION: return order->judge(s, n, child);
    case ORDER_METHODS: break;
  }
  return 0;
}

/* Does `a` come before `b`, which stands before it now? */
static bool before (const Ordering *order, const Successor *a, const Successor *b) {
  for (int i = 0; i < order->count; i++)
    if (a->merit[i] != b->merit[i]) return a->merit[i] > b->merit[i];
  return false;
}

/* Insertion: few, nearly sorted, and equals keep their order. */
static void sort (const Ordering *order, OrderLevel *level) {
  Successor *list = level->successors;
  for (int64_t i = 1; i < level->count; i++) {
    if (!before(order, &list[i], &list[i - 1])) continue;
    Successor moved = list[i];
    int64_t j = i;
    for (; j > 0 && before(order, &moved, &list[j - 1]); j--) list[j] = list[j - 1];
    list[j] = moved;
  }
}

/* Takes all successors, the first of which is `child`. */
static void take (Search *s, Node *n, Node *child, OrderLevel *level) {
  Game *game = s->game;
  do {
    Successor *successor = add(s, level);
    successor->position = game->keep ? game->keep(game, &child->position) : child->position;
    successor->move = game->keep_move ? game->keep_move(game, n->walk.move) : n->walk.move;
    successor->index = n->walk.index;
  } while (search_pull(s, n, child));
}

static void stand (Node *n, Node *child, const Successor *successor) {
  n->walk.index = successor->index;
  n->walk.move = successor->move;
  child->position = successor->position;
  child->player = opponent(n->player);
}

static void judge (Search *s, Node *n, Node *child, int64_t move) {
  Ordering *order = s->own.order;
  OrderLevel *level = &order->levels[n->ply];
  for (int64_t i = 0; i < level->count; i++) {
    stand(n, child, &level->successors[i]);
    for (int m = 0; m < order->count; m++)
      level->successors[i].merit[m] = merit(s, order->methods[m], n, child, move);
  }
}

bool order_first (Search *s, Node *n, Node *child, int64_t move) {
  OrderLevel *level = level_at(s, n->ply);
  level->count = level->at = 0;
  if (!search_first(s, n, child)) return false;
  take(s, n, child, level);
  if (level->count > 1) judge(s, n, child, move);
  sort(s->own.order, level);
  return order_next(s, n, child);
}

bool order_next (Search *s, Node *n, Node *child) {
  OrderLevel *level = &s->own.order->levels[n->ply];
  if (level->at == level->count) return false;
  stand(n, child, &level->successors[level->at++]);
  return true;
}

void order_close (Search *s, const Node *n) {
  Game *game = s->game;
  OrderLevel *level = &s->own.order->levels[n->ply];
  if (game->drop)
    for (int64_t i = 0; i < level->count; i++) {
      game->drop(game, &level->successors[i].position);
      game->drop_move(game, level->successors[i].move);
    }
  level->count = level->at = 0;
}

static void praise_killer (OrderLevel *level, uint64_t known) {
  if (level->killers[0] == known) return;
  memmove(&level->killers[1], &level->killers[0], sizeof level->killers[0] * (KILLERS - 1));
  level->killers[0] = known;
}

static void praise_history (uint32_t *history, uint64_t known, int depth) {
  uint32_t *count = &history[known / 2 % HISTORY_MOVES];
  *count += (uint32_t)1 << (depth < 20 ? depth : 20);
  if (*count >= (uint32_t)1 << 30)
    for (int i = 0; i < HISTORY_MOVES; i++) history[i] /= 2;
}

void order_praise (Search *s, const Node *n) {
  uint64_t known = name(n->walk.move, n->walk.index);
  praise_killer(&s->own.order->levels[n->ply], known);
  praise_history(s->own.order->history[n->player], known, s->depth == NO_HORIZON ? 1 : s->depth - n->ply);
}
