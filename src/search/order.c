#include "search/order.h"

#include <string.h>

#include "search/order_cost.h"
#include "search/visit.h"

/* The methods, in the order of the words of option_order. */
typedef enum OrderMethod {
  ORDER_BY_TABLE, ORDER_BY_KILLER, ORDER_BY_HISTORY, ORDER_BY_LOOKAHEAD, ORDER_BY_RULES, ORDER_BY_FUNCTION, ORDER_METHODS
} OrderMethod;

#define KILLERS 2
#define HISTORY_MOVES 4096      /* greater ones are counted by their hash */

typedef struct Successor {
  Position position;            /* kept, or lasting; not there if the game gives moves without positions */
  Move move;                    /* likewise */
  double merit[ORDER_METHODS];  /* by method, in the order in which they are asked; the greater the better for the mover */
} Successor;

/* The state of the ordering at one ply. */
typedef struct OrderLevel {
  Successor *successors;        /* of the node there, as they were made */
  uint32_t *order;              /* their places there, sorted as far as it was wanted */
  size_t count, room;           /* how many; for how many there is room */
  size_t order_room, at;        /* room of `order`; how many of it were given */
  bool walks;                   /* they are those up to the table's move, which was given, or none; the walk can go on */
  bool waits;                   /* they are all, the table's move was given, and the others have no merits yet */
  bool plain;                   /* but for the table's move they stay in their own order */
  bool by_table;                /* the table's move came first */
  uint64_t path;                /* drawn from the moves that lead there, while an order is tried */
  uint64_t opened, gave;        /* visits when the node was opened, and when the last successor was given */
  Walk walk;                    /* where it stands */
  int64_t slots, above;         /* game->slots before it was opened; above its walk, in whose slots successors lie that last */
  uint64_t killers[KILLERS];    /* the newest first; 0: none */
} OrderLevel;

typedef struct OrderState {
  OrderMethod methods[ORDER_METHODS];
  int count;
  bool tries;                   /* some nodes, drawn, are searched in their own order, to see which is better: see drop_order */
  OrderCost costs[2];           /* of nodes that were sorted; of those in their own order */
  OrderLevel *levels;
  size_t level_count;
  uint32_t history[2][HISTORY_MOVES];
} OrderState;

#define OWN_ORDER 8             /* one node in eight is searched in its own order, while an order is tried */
#define CHOSEN 3                /* successors that are selected one by one; the rest is sorted */
#define LOOKAHEAD_PART 4        /* a look-ahead goes a quarter as deep as the search that it serves */
#define LOOKAHEAD_DEPTH 3       /* from the root, where the search itself knows no depth */

static inline OrderLevel *level_at (Search *s, int ply) {
  OrderState *order = s->order.by;
  if (UNLIKELY((size_t)ply >= order->level_count))
    order->levels = arena_widen(&s->arena, order->levels, sizeof *order->levels, &order->level_count, (size_t)ply + 1);
  return &order->levels[ply];
}

static inline Successor *add (Search *s, OrderLevel *level) {
  const size_t count = level->count + 1;
  if (UNLIKELY(count > level->room)) {
    if (count > UINT32_MAX) s->host->fail(s->host, "a position has too many successors");
    level->successors = arena_widen(&s->arena, level->successors, sizeof *level->successors, &level->room, count);
    level->order = arena_widen(&s->arena, level->order, sizeof *level->order, &level->order_room, level->room);
  }
  level->order[level->count] = (uint32_t)level->count;
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

COLD void order_open (Search *s) {
  const char *words = search_word(s, "order");
  if (search_setting(s, "order") == NULL) return;
  if (words == NULL) words = s->asked.selective ? s->table ? "table killer history" : "killer history" : s->asked.deepen && s->table ? "table" : "";
  OrderMethod methods[ORDER_METHODS];
  int count = 0;
  const char *word;
  size_t length;
  while (count < ORDER_METHODS && (word = option_next_word(&words, &length)) != NULL) {
    OrderMethod method = method_of(word, length);
    if (method == ORDER_BY_RULES && !s->game->rank) s->host->fail(s->host, "the order 'rules' needs rules.rank");
    if (method != ORDER_METHODS) methods[count++] = method;
  }
  if (count == 0 && s->asked.selective) methods[count++] = ORDER_BY_TABLE;      /* its root is searched by an order */
  if (count == 0) return;
  s->order.by = arena_alloc(&s->arena, sizeof *s->order.by);
  *s->order.by = (OrderState){.count = count};
  memcpy(s->order.by->methods, methods, (size_t)count * sizeof *methods);
  s->order.table_first = count == 1 && methods[0] == ORDER_BY_TABLE;
  s->order.by->tries = s->asked.deepen && !s->order.table_first && search_flag(s, "drop_order");
}

/* What it cost to find the successor that cuts off. Where the table's move does, nothing was sorted; beside leaves it is no matter. */
static void count_cost (Search *s, const Node *n) {
  OrderState *order = s->order.by;
  const OrderLevel *level = &order->levels[n->ply];
  const uint64_t now = search_visits(s);
  bool pays;
  if ((level->by_table && level->gave == level->opened) || now - level->gave < 2) return;
  order_cost_add(&order->costs[level->plain], now - level->opened, now - level->gave);
  if (!order_cost_decides(&order->costs[0], &order->costs[1], &pays)) return;
  order->tries = false;
  s->order.table_first = !pays;
}

/* Sorting. */

/* Returns the hash of a move; never 0. */
static uint64_t name (Move move, int64_t index) { return mix64(move.slot == 0 ? (uint64_t)move.word : (uint64_t)index * GOLDEN_GAMMA) | 1; }

/* Where a move is counted: small integers, as most moves are, each by itself. */
static size_t place_in_history (Move move, int64_t index) {
  if (move.slot == 0 && move.word >= 0 && move.word < HISTORY_MOVES) return (size_t)move.word;
  return name(move, index) / 2 % HISTORY_MOVES;
}

/* The look-ahead: alpha-beta without any of its refinements. */
static COLD Value look (Search *s, Node *n, Window w) {
  Node child;
  n->lower = -INFINITY;         /* no bounds are asked for */
  n->upper = INFINITY;
  if (visit_enter_in(s, n, w) != NO_LEAF || !visit_first(s, n, &child)) return visit_evaluate(s, n);
  Value best = worst_for(n->player);
  do {
    Value value = look(s, &child, w);
    if (better(n->player, value, best)) best = value;
    narrow(n->player, value, &w);
  } while (window_open(w) && visit_next(s, n, &child));
  return best;
}

/* Returns the number of plies to look ahead below the successors of `n`. */
static int lookahead (const Search *s, const Node *n) {
  if (s->pass.depth != NO_HORIZON) return (s->pass.depth - n->ply) / LOOKAHEAD_PART;
  return n->ply < LOOKAHEAD_DEPTH ? LOOKAHEAD_DEPTH - n->ply : 0;
}

/* The search itself goes no deeper than its own horizon, and knows nothing of what was seen here. */
static double merit_ahead (Search *s, const Node *n, Node *child) {
  int depth = s->pass.depth, ahead = child->ply + lookahead(s, n);
  const bool horizon = s->pass.basis.horizon;
  if (ahead < depth) s->pass.depth = ahead;
  Value value = look(s, child, WHOLE_WINDOW);
  s->pass.depth = depth;
  s->pass.basis.horizon = horizon;
  return n->player == MAX ? value : -value;
}

static double merit_killer (const OrderLevel *level, uint64_t known) {
  for (int k = 0; k < KILLERS; k++)
    if (level->killers[k] == known) return KILLERS - k;
  return 0;
}

static double merit (Search *s, OrderMethod method, const Node *n, Node *child, int64_t move) {
  OrderState *order = s->order.by;
  switch (method) {
    case ORDER_BY_TABLE: return n->walk.index == move;
    case ORDER_BY_KILLER: return merit_killer(&order->levels[n->ply], name(n->walk.move, n->walk.index));
    case ORDER_BY_HISTORY: return order->history[n->player][place_in_history(n->walk.move, n->walk.index)];
    case ORDER_BY_LOOKAHEAD: return merit_ahead(s, n, child);
    case ORDER_BY_RULES: return s->game->rank(s->game, &n->position, n->walk.move);
    case ORDER_BY_FUNCTION: return s->asked.caller.judge(s, n, child);
    case ORDER_METHODS: break;
  }
  return 0;
}

/* Does `a` come before `b`, which stands before it now? */
static bool before (const OrderState *order, const Successor *a, const Successor *b) {
  for (int i = 0; i < order->count; i++)
    if (a->merit[i] != b->merit[i]) return a->merit[i] > b->merit[i];
  return false;
}

/* Place `i` of the order goes to place `to` before it; those between move on. */
static inline void advance (uint32_t *order, size_t i, size_t to) {
  const uint32_t moved = order[i];
  for (; i > to; i--) order[i] = order[i - 1];
  order[to] = moved;
}

/* The best of those that were not given comes next. */
static void choose (const OrderState *order, OrderLevel *level) {
  const Successor *list = level->successors;
  size_t best = level->at;
  for (size_t i = best + 1; i < level->count; i++)
    if (before(order, &list[level->order[i]], &list[level->order[best]])) best = i;
  advance(level->order, best, level->at);
}

/* All that were not given. Insertion: few, nearly sorted, and equals keep their order. */
static void sort (const OrderState *order, OrderLevel *level) {
  const Successor *list = level->successors;
  for (size_t i = level->at + 1; i < level->count; i++) {
    size_t to = i;
    while (to > level->at && before(order, &list[level->order[i]], &list[level->order[to - 1]])) to--;
    advance(level->order, i, to);
  }
}

/* Takes successors, the first of which is `child`, up to number `last` (0: all). True: `child` is that one. */
static bool take (Search *s, Node *n, Node *child, OrderLevel *level, int64_t last) {
  Game *game = s->game;
  do {
    Successor *successor = add(s, level);
    position_copy(&successor->position, &child->position);
    successor->move = n->walk.move;
    if (game_holds(game, &child->position) && !game_lasts(child->position.word[1]))
      successor->position = game->keep(game, &child->position);
    if (!game_lasts(n->walk.move.slot) && game_holds_move(n->walk.move)) successor->move = game->keep_move(game, n->walk.move);
    if (n->walk.index == last) return true;
  } while (visit_pull(s, n, child));
  return false;
}

/* What the successor that `n` stands at is drawn by: its path, so that it is searched in the same order whenever it is. */
static COLD void note_path (const OrderState *order, const Node *n) {
  OrderLevel *level = &order->levels[n->ply];
  level[1].path = mix64(level->path + name(n->walk.move, n->walk.index));
}

/* Lets `n` stand at the successor of this place, as if it had walked there; `child` is the node, made if there is none yet and it is
** `wanted`. */
static inline void stand (Search *s, Node *n, Node *child, const OrderLevel *level, size_t place, bool wanted) {
  const Successor *successor = &level->successors[place];
  n->walk.index = (int64_t)place + 1;
  n->walk.move = successor->move;
  if (UNLIKELY(s->order.by->tries)) note_path(s->order.by, n);
  child->player = opponent(n->player);
  if (wanted && visit_has_moves(s)) visit_play(s, n, child);
  if (visit_has_moves(s)) return;
  position_copy(&child->position, &successor->position);
  if (s->game->slots) *s->game->slots = level->above;   /* at its end the walk has freed its own */
}

/* Does a method look at the position after a move? */
static bool sees_positions (const OrderState *order) {
  for (int m = 0; m < order->count; m++)
    if (order->methods[m] == ORDER_BY_LOOKAHEAD || order->methods[m] == ORDER_BY_FUNCTION) return true;
  return false;
}

/* Asks every method about every successor of the level of `n` that was not given. One alone needs no judge. */
static void judge (Search *s, Node *n, Node *child, int64_t move) {
  OrderState *order = s->order.by;
  OrderLevel *level = &order->levels[n->ply];
  if (level->count - level->at < 2) return;
  const bool positions = sees_positions(order);
  for (size_t i = level->at; i < level->count; i++) {
    const uint32_t place = level->order[i];
    stand(s, n, child, level, place, positions);
    for (int m = 0; m < order->count; m++)
      level->successors[place].merit[m] = merit(s, order->methods[m], n, child, move);
  }
}

/* The table's move, number `move` or the first, was found and comes first. Where else the successors stay in their own order, those
** behind it are asked for one by one. */
static bool begin_with (Search *s, Node *n, Node *child, OrderLevel *level, int64_t move) {
  level->walks = take(s, n, child, level, move);
  level->walk = n->walk;
  if (!level->walks) return false;
  advance(level->order, (size_t)move - 1, 0);
  level->at = 1;
  return true;
}

/* All that are left behind the table's move. */
static void take_rest (Search *s, Node *n, Node *child, OrderLevel *level) {
  level->walks = false;
  n->walk = level->walk;
  if (visit_pull(s, n, child)) take(s, n, child, level, 0);
}

/* The one behind those that were taken. Where none was, the walk of the node goes on. */
static bool walk_on (Search *s, Node *n, Node *child, OrderLevel *level) {
  if (level->count == 0) return visit_next(s, n, child);
  n->walk = level->walk;
  if (!visit_next(s, n, child)) return false;
  level->walk = n->walk;
  return true;
}

/* order_first in a game that gives moves without positions. */
static bool first_move (Search *s, Node *n, Node *child, OrderLevel *level, int64_t move) {
  visit_open(s, n, child);
  if (!visit_step(s, n)) return false;
  do add(s, level)->move = n->walk.move; while (visit_step(s, n));
  level->waits = level->by_table && (size_t)move <= level->count;
  if (level->waits) advance(level->order, (size_t)move - 1, 0);
  else if (!level->plain) judge(s, n, child, move);
  if (!level->waits) return order_next(s, n, child);
  stand(s, n, child, level, level->order[level->at++], true);
  return true;
}

bool order_first (Search *s, Node *n, Node *child, int64_t move) {
  OrderState *order = s->order.by;
  if (order->tries) level_at(s, n->ply + 1);
  OrderLevel *level = level_at(s, n->ply);
  if (s->game->slots) level->slots = *s->game->slots;
  level->count = level->at = 0;
  level->waits = false;
  /* To sort leaves of a selective search costs more than it saves. */
  const bool above_leaves = s->pass.techniques && s->pass.depth != NO_HORIZON && s->pass.depth - n->ply <= 1;
  level->plain = s->order.table_first || above_leaves || (order->tries && level->path % OWN_ORDER == 1);
  level->by_table = (level->plain || order->methods[0] == ORDER_BY_TABLE) && move > 0;
  level->opened = level->gave = search_visits(s);
  level->walks = level->plain && move <= 1;
  if (level->walks) return visit_develop(s, n, child);
  if (visit_has_moves(s)) return first_move(s, n, child, level, move);
  if (!visit_develop(s, n, child)) return false;
  if (s->game->slots) level->above = *s->game->slots;
  if (level->by_table && begin_with(s, n, child, level, move)) return true;
  if (level->count == 0) take(s, n, child, level, 0);
  if (!level->plain) judge(s, n, child, move);
  return order_next(s, n, child);
}

bool order_next (Search *s, Node *n, Node *child) {
  OrderLevel *level = &s->order.by->levels[n->ply];
  level->gave = search_visits(s);
  if (level->walks && !level->plain) {
    take_rest(s, n, child, level);
    judge(s, n, child, 0);
  } else if (level->waits) {
    level->waits = false;
    if (!level->plain) judge(s, n, child, 0);
  }
  if (level->at == level->count) return level->walks && walk_on(s, n, child, level);
  if (!level->plain) {
    if (level->at < CHOSEN) choose(s->order.by, level);
    else if (level->at == CHOSEN) sort(s->order.by, level);
  }
  stand(s, n, child, level, level->order[level->at++], true);
  return true;
}

bool order_again (Search *s, Node *n, Node *child, int64_t number) {
  const OrderLevel *level = &s->order.by->levels[n->ply];
  if ((size_t)number <= level->count) {
    stand(s, n, child, level, (size_t)number - 1, true);
    return true;
  }
  return order_own_again(s, n, child, number);  /* one of those that were asked for one by one */
}

bool order_own_first (Search *s, Node *n, Node *child) { return visit_develop(s, n, child); }

bool order_own_next (Search *s, Node *n, Node *child) { return visit_next(s, n, child); }

bool order_own_again (Search *s, Node *n, Node *child, int64_t number) {
  n->walk.index = 0;
  do {
    if (!visit_next(s, n, child)) return false;
  } while (n->walk.index < number);
  return true;
}

bool order_left (Search *s, const Node *n) {
  const OrderLevel *level = &s->order.by->levels[n->ply];
  Walk walk = level->count == 0 ? n->walk : level->walk;
  Position position;
  return level->at < level->count || (level->walks && game_next(s->game, &n->position, &walk, &position));
}

void order_close (Search *s, const Node *n) {
  Game *game = s->game;
  OrderLevel *level = &s->order.by->levels[n->ply];
  for (size_t i = 0; i < level->count; i++) {
    const Successor *successor = &level->successors[i];
    if (!visit_has_moves(s) && game_holds(game, &successor->position)) game->drop(game, &successor->position);
    if (game_holds_move(successor->move)) game->drop_move(game, successor->move);
  }
  if (game->slots) *game->slots = level->slots; /* its walk is not at its end after a cutoff */
  level->count = level->at = 0;
}

/* The successor that `n` stands at has cut off the others. */
static void praise (Search *s, const Node *n) {
  OrderState *order = s->order.by;
  uint64_t *killers = order->levels[n->ply].killers, known = name(n->walk.move, n->walk.index);
  uint32_t *history = order->history[n->player], *count = &history[place_in_history(n->walk.move, n->walk.index)];
  const int depth = s->pass.depth == NO_HORIZON ? 1 : s->pass.depth - n->ply;
  if (killers[0] != known) {
    memmove(&killers[1], &killers[0], sizeof killers[0] * (KILLERS - 1));
    killers[0] = known;
  }
  *count += (uint32_t)1 << (depth < 20 ? depth : 20);
  if (*count >= (uint32_t)1 << 30)
    for (int i = 0; i < HISTORY_MOVES; i++) history[i] /= 2;
}

void order_leave (Search *s, const Node *n, bool cut) {
  if (cut && s->order.by->tries) count_cost(s, n);
  if (cut) praise(s, n);
  order_close(s, n);
}
