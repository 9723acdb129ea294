#include "search/order.h"

#include <string.h>

#include "search/visit.h"

#define LOOKAHEAD_PART 4        /* a look-ahead goes a quarter as deep as the search that it serves */
#define LOOKAHEAD_DEPTH 3       /* from the root, where the search itself knows no depth */

static OrderLevel *level_at (Search *s, int ply) {
  Ordering *order = s->order;
  order->levels = arena_widen(&s->arena, order->levels, sizeof *order->levels, &order->level_count, (size_t)ply + 1);
  return &order->levels[ply];
}

static Successor *add (Search *s, OrderLevel *level) {
  level->successors = arena_widen(&s->arena, level->successors, sizeof *level->successors, &level->room, level->count + 1);
  return &level->successors[level->count++];
}

/* Opening. */

/* The method of a word: its place among the words of the option, and behind them the function. ORDER_METHODS: none. */
static OrderMethod method_of (const char *word, size_t length) {
  const char *known = option_order.words, *next;
  size_t of_next;
  for (int m = 0; (next = option_next_word(&known, &of_next)) != NULL; m++)
    if (of_next == length && strncmp(next, word, length) == 0) return (OrderMethod)m;
  return strncmp(word, "function", length) == 0 ? ORDER_BY_FUNCTION : ORDER_METHODS;
}

void order_open (Search *s) {
  const char *words = search_word(s, "order");
  if (search_setting(s, "order") == NULL) return;
  if (words == NULL) words = s->deepen && s->table ? "table" : "";
  Ordering order = {.count = 0};
  const char *word;
  size_t length;
  while (order.count < ORDER_METHODS && (word = option_next_word(&words, &length)) != NULL) {
    OrderMethod method = method_of(word, length);
    if (method != ORDER_METHODS) order.methods[order.count++] = method;
  }
  if (order.count == 0) return;
  s->order = arena_alloc(&s->arena, sizeof *s->order);
  *s->order = order;
  s->table_first = order.count == 1 && order.methods[0] == ORDER_BY_TABLE;
}

/* Sorting. */

/* What a move is known by; never 0. */
static uint64_t name (Move move, int64_t index) {
  return mix64(move.slot == 0 ? (uint64_t)move.word : (uint64_t)index * GOLDEN_GAMMA) | 1;
}

/* The look-ahead: alpha-beta without any of its refinements. */
static Value look (Search *s, Node *n, Window w) {
  Node child;
  trace_window(s, w.alpha, w.beta);
  if (visit_leaf(s, n) || !visit_first(s, n, &child)) return visit_evaluate(s, n);
  Value best = worst_for(n->player);
  do {
    Value value = look(s, &child, w);
    if (better(n->player, value, best)) best = value;
    narrow(n->player, value, &w);
  } while (window_open(w) && visit_next(s, n, &child));
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
  Value value = look(s, child, WHOLE_WINDOW);
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
  Ordering *order = s->order;
  switch (method) {
    case ORDER_BY_TABLE: return n->walk.index == move;
    case ORDER_BY_KILLER: return merit_killer(&order->levels[n->ply], name(n->walk.move, n->walk.index));
    case ORDER_BY_HISTORY: return order->history[n->player][name(n->walk.move, n->walk.index) / 2 % HISTORY_MOVES];
    case ORDER_BY_LOOKAHEAD: return merit_ahead(s, n, child);
    case ORDER_BY_FUNCTION: return s->caller.judge(s, n, child);
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
  for (size_t i = 1; i < level->count; i++) {
    if (!before(order, &list[i], &list[i - 1])) continue;
    Successor moved = list[i];
    size_t j = i;
    for (; j > 0 && before(order, &moved, &list[j - 1]); j--) list[j] = list[j - 1];
    list[j] = moved;
  }
}

/* Takes successors, the first of which is `child`, up to number `last`. True: `child` is that one, and was not taken. */
static bool take (Search *s, Node *n, Node *child, OrderLevel *level, int64_t last) {
  Game *game = s->game;
  do {
    if (n->walk.index == last) return true;
    Successor *successor = add(s, level);
    successor->position = game->keep ? game->keep(game, &child->position) : child->position;
    successor->move = game->keep_move ? game->keep_move(game, n->walk.move) : n->walk.move;
    successor->index = n->walk.index;
  } while (visit_pull(s, n, child));
  return false;
}

/* Lets `n` stand at this successor, as if it had walked there; `child` is the node. */
static void stand (Node *n, Node *child, const Successor *successor) {
  n->walk.index = successor->index;
  n->walk.move = successor->move;
  child->position = successor->position;
  child->player = opponent(n->player);
}

/* Asks every method about every successor of the level of `n`. */
static void judge (Search *s, Node *n, Node *child, int64_t move) {
  Ordering *order = s->order;
  OrderLevel *level = &order->levels[n->ply];
  for (size_t i = 0; i < level->count; i++) {
    stand(n, child, &level->successors[i]);
    for (int m = 0; m < order->count; m++)
      level->successors[i].merit[m] = merit(s, order->methods[m], n, child, move);
  }
}

bool order_first (Search *s, Node *n, Node *child, int64_t move) {
  OrderLevel *level = level_at(s, n->ply);
  level->count = level->at = 0;
  level->walks = s->table_first && !trace_on(s);
  if (!visit_first(s, n, child)) return false;
  if (level->walks) {
    level->walks = take(s, n, child, level, move > 0 ? move : 1);
    level->walk = n->walk;
    return level->walks || order_next(s, n, child);
  }
  take(s, n, child, level, 0);
  if (level->count > 1) judge(s, n, child, move);
  sort(s->order, level);
  return order_next(s, n, child);
}

bool order_next (Search *s, Node *n, Node *child) {
  OrderLevel *level = &s->order->levels[n->ply];
  if (level->at < level->count) {
    stand(n, child, &level->successors[level->at++]);
    return true;
  }
  if (!level->walks) return false;
  n->walk = level->walk;
  if (!visit_next(s, n, child)) return false;
  level->walk = n->walk;
  return true;
}

void order_close (Search *s, const Node *n) {
  Game *game = s->game;
  OrderLevel *level = &s->order->levels[n->ply];
  if (game->drop)
    for (size_t i = 0; i < level->count; i++) {
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

static void praise (Search *s, const Node *n) {
  uint64_t known = name(n->walk.move, n->walk.index);
  praise_killer(&s->order->levels[n->ply], known);
  praise_history(s->order->history[n->player], known, s->depth == NO_HORIZON ? 1 : s->depth - n->ply);
}

void order_leave (Search *s, const Node *n, bool cut) {
  if (cut) praise(s, n);
  order_close(s, n);
}
