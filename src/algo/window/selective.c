/*
** The selective form of NegaScout: it looks less far where moves are unlikely to matter, further where the position is not quiet, and
** says that it did. The techniques, each of which is a word of the option `selective`:
**
**   quiescence   at the horizon noisy moves (the rules say which) are followed until the position is quiet. The player to move may
**                stand pat on the evaluation if there is a quiet move (Shannon, "Programming a computer for playing chess", 1950;
**                Beal, "A generalised quiescence search algorithm", 1990). At most QUIESCENCE_PLIES beyond the horizon
**   reductions   later moves are searched less deep, by the logarithms of depth and number, and to the full depth only if they turn
**                out better (late move reductions: Romstad, "An introduction to late move reductions", 2006)
**   late         near the horizon, moves late in the order are evaluated at once, if the rules say which are noisy (late move pruning)
**   futility     near the horizon, moves of a node whose evaluation lies a margin below the window are evaluated at once (Schaeffer,
**                "Experiments in search and knowledge", 1986; Heinz, "Extended futility pruning", 1998)
**   static       near the horizon, a node whose evaluation lies a margin beyond the window is cut off by it (static null move: Heinz,
**                "AEL pruning", 2000)
**   null         a node is cut off if the other player, given two moves in a row, cannot bring its value back below the window (null move:
**                Beal, "Experiments with the null move", 1989; Donninger, "Null move and deep search", 1993); from VERIFIED plies
**                to go that is verified by a shallower search of the node itself (David-Tabibi & Netanyahu, 2002)
**   iid          a node of which the table knows no move is searched a ply less deep: its move is there for the next time (in place of
**                internal iterative deepening: Scott, "A chess-playing program", 1969)
**
** Near the horizon no move is left out unseen: "evaluated at once" means that its position is a leaf, so that a win is not overlooked.
**
** Margins are multiples of what the evaluation changes from a position to the next but one in this very search: see estimates.h. So they
** need no number of the game's.
**
** What is proved. A value rests on the horizon if a leaf that it depends on was an estimate. One that does not is proved, however it
** was come by: a reduced search that ended in terminals alone has seen all there is. So s->pass.horizon is kept exactly here: a cutoff
** rests on the child that cuts off, and on no other. Standing pat and cutting off by an evaluation, or by a null move, make a value
** rest on the horizon. s->pass.selective says that the tree was not the whole one.
**
** Table entries lack ENTRY_FULL: no other search trusts them. Their solved bounds are proofs, the others likely.
*/
#include "algo/window/selective.h"

#include "algo/window/estimates.h"
#include "algo/window/root.h"
#include "search/probe.h"
#include "search/successors.h"

#define QUIESCENCE_PLIES 12     /* beyond the horizon */
#define REDUCTION_LEFT 3        /* the least plies to go of a node whose children are reduced */
#define REDUCTION_FROM 3        /* the number of the first child that is */
#define LATE_LEFT 3             /* the most plies to go of a node whose late children are evaluated at once */
#define LATE_AFTER(left) (4 + 2 * (left) * (left))      /* the number of the last child that is not late */
#define FUTILITY_LEFT 3         /* the most plies to go of a node whose children may be futile */
#define STATIC_LEFT 3           /* the most plies to go of a node that its evaluation cuts off; no less than FUTILITY_LEFT */
#define IID_LEFT 4              /* the least plies to go of a node that needs a move */
#define NULL_LEFT 3             /* the least plies to go of a node that is tried by a null move */
#define NULL_LESS 3             /* plies by which the horizon is nearer then */
#define VERIFIED 8              /* the least plies to go of a node where that is verified */

static inline bool uses (const Search *s, Technique technique) { return (s->pass.techniques & technique) != 0; }

/* The value of `n`, entered here, seen through (alpha, beta); s->pass.horizon says whether that value rests on the horizon. */
static Value visit (Search *s, Node *n, Value alpha, Value beta);

static inline bool has_horizon (const Search *s) { return s->pass.depth != NO_HORIZON; }

/* The plies to go at `n`. */
static inline int left_at (const Search *s, const Node *n) { return s->pass.depth - n->ply; }

static inline bool is_null (Window w) { return next_above(w.alpha) >= w.beta; }

/* Does `value` cut off, at a node of the player with this window? */
static inline bool cuts_off (Player player, Value value, Window w) { return player == MAX ? value >= w.beta : value <= w.alpha; }

/* Is the move that the walk of `n` stands at noisy? */
static inline bool stands_at_noisy (Search *s, const Node *n) {
  return game_has_noisy(s->game) && game_noisy(s->game, &n->position, n->walk.move);
}

/* 100 times the natural logarithm of i, from 1. */
static const short LOGARITHMS[64] = {
  0, 0, 69, 110, 139, 161, 179, 195, 208, 220, 230, 240, 248, 256, 264, 271, 277, 283, 289, 294, 300, 304, 309, 314, 318, 322, 326, 330,
  333, 337, 340, 343, 347, 350, 353, 356, 358, 361, 364, 366, 369, 371, 374, 376, 378, 381, 383, 385, 387, 389, 391, 393, 395, 397, 399,
  401, 403, 404, 406, 408, 409, 411, 413, 414
};

static inline int logarithm (int64_t i) { return LOGARITHMS[i < 63 ? i : 63]; }

/* A child whose turn has come: its number in the order, from 1; the window left of the node's; the node's evaluation, or NaN. */
typedef struct Turn {
  int number;
  Window w;
  Value estimate;
} Turn;

/* Is the child where the walk of `n` stands evaluated at once? Then *by is the technique. */
static inline bool is_leaf_at_once (Search *s, const Node *n, const Turn *at, int left, const char **by) {
  *by = NULL;
  if (uses(s, LATE_MOVES) && game_has_noisy(s->game) && left <= LATE_LEFT && at->number > LATE_AFTER(left)) *by = "late";
  else if (uses(s, FUTILITY) && left <= FUTILITY_LEFT && beyond(s, opponent(n->player), at->estimate, at->w, left)) *by = "futility";
  return *by && !stands_at_noisy(s, n);
}

/* By how many plies the horizon is nearer for the child where the walk of `n` stands; and the technique. */
static inline int reduction (Search *s, const Node *n, const Turn *at, const char **by) {
  if (!has_horizon(s) || at->number < 2) return 0;
  const int left = left_at(s, n);
  const bool null = is_null(at->w);
  if (null && left >= 2 && is_leaf_at_once(s, n, at, left, by)) return left - 1;
  if (!uses(s, REDUCTIONS) || at->number < REDUCTION_FROM || left < REDUCTION_LEFT || stands_at_noisy(s, n)) return 0;
  *by = "reductions";
  int less = (6000 + logarithm(left) * logarithm(at->number)) / 14400;
  if (!null && less > 0) less--;
  return less < left - 1 ? less : left - 2;
}

/* The value of `child` in a null window at `bound`, with a horizon `less` plies nearer. */
static Value test (Search *s, Node *child, Player player, Value bound, int less) {
  const Window null = null_window(player, bound);
  s->pass.depth -= less;
  Value value = visit(s, child, null.alpha, null.beta);
  s->pass.depth += less;
  return value;
}

/* NegaScout's searches of a child, with one before them that is reduced. What cuts off and is proved needs no second search. */
static Value search_child (const Successors *it, Node *child, Player player, const Turn *at) {
  Search *s = it->s;
  const Window w = at->w;
  const Value bound = own_side(player, w);
  const char *by;
  Value value;
  s->team.exclusive = false;
  if (at->number == 1) return visit(s, child, w.alpha, w.beta);
  const int less = reduction(s, it->node, at, &by);
  if (less > 0) {
    if (trace_on(s)) trace_technique(s, child, by, less, NAN, w);
    value = test(s, child, player, bound, less);
    if (!better(player, value, bound) || (cuts_off(player, value, w) && !s->pass.horizon)) {
      s->pass.selective |= s->pass.horizon;
      return value;
    }
    line_free(&s->lines, child->line);
  }
  s->team.exclusive = less == 0 && successors_may_defer(it, false) && share_wants(s, child->ply);
  value = test(s, child, player, bound, 0);
  s->team.exclusive = false;
  if (is_deferred(value) || value <= w.alpha || value >= w.beta) return value;
  const bool tested = s->pass.horizon;
  line_free(&s->lines, child->line);
  const Value again = player == MAX ? visit(s, child, value, w.beta) : visit(s, child, w.alpha, value);
  s->pass.horizon |= tested && !better(player, again, value);   /* then it is the test that says that the child is so good */
  return again;
}

/* Stores what was found of a node. A bound that is proved stays until a better one is; another gives way to what was found now. */
static void store (Search *s, const Probe *p, Window w, Value value) {
  const uint64_t now = search_cut(s) ? 0 : ENTRY_SOLVED;
  uint64_t solved = p->solved;
  Value lower = solved & ENTRY_LOWER_SOLVED ? p->lower : -INFINITY, upper = solved & ENTRY_UPPER_SOLVED ? p->upper : INFINITY;
  if (value < w.beta && value < upper && value >= lower) {
    upper = value;
    solved = (solved & ~ENTRY_UPPER_SOLVED) | (now & ENTRY_UPPER_SOLVED);
  }
  if (value > w.alpha && value > lower && value <= upper) {
    lower = value;
    solved = (solved & ~ENTRY_LOWER_SOLVED) | (now & ENTRY_LOWER_SOLVED);
  }
  store_entry(s, p, solved, p->depth, lower, upper);
}

/* The children of a node, from `child` on. */
static Value children (Successors *it, Probe *p, Node *child, Window given, Player player, Value estimate) {
  Search *s = it->s;
  Node *n = it->node;
  Turn at = {1, given, estimate};
  bound_window(s, n, &at.w, player, BOUNDS);
  given = at.w;
  Value g = worst_for(player);
  bool cut = false, horizon = false;
  do {
    Value value = search_child(it, child, player, &at);
    if (is_deferred(value)) {
      successors_defer(it);
      continue;
    }
    at.number++;
    const bool its = s->pass.horizon;
    horizon |= its;
    if (better(player, value, g)) {
      g = value;
      if (!raise_window(s, n, child, g, &at.w, given, player, BOUNDS)) continue;
      p->move = n->walk.index;
      cut = !window_open(at.w);
      if (cut) horizon = its;
    } else visit_dismiss(s, child);
  } while (!cut && successors_next(it, child, true));
  s->pass.horizon = horizon;
  if (cut) successors_trace_cut(it, g, at.w);
  successors_close(it, cut);
  g = bounds_hold(s, n, g);
  if (s->table && (!GAME_REPEATS || s->pass.rests >= n->ply)) store(s, p, given, g);
  return g;
}

/* `n` is cut off by a technique, with `value`: an estimate. */
static Value prune (Search *s, const Node *n, const char *by, Value value, Window w) {
  s->pass.horizon = s->pass.selective = true;
  if (trace_on(s)) trace_technique(s, n, by, 0, value, w);
  return value;
}

/* Forgets what selective passes have found and not proved. */
static void trust_proofs (Probe *p) {
  if (!(p->solved & ENTRY_LOWER_SOLVED)) p->lower = -INFINITY;
  if (!(p->solved & ENTRY_UPPER_SOLVED)) p->upper = INFINITY;
}

/* Narrows the bounds of `n` to those that are proved in the table. */
static void narrow_proved (Node *n, const Probe *p) {
  if (p->solved & ENTRY_LOWER_SOLVED && p->lower > n->lower) n->lower = p->lower;
  if (p->solved & ENTRY_UPPER_SOLVED && p->upper < n->upper) n->upper = p->upper;
}

/* The value of the children of `n`, `less` plies less deep, or of `n` if it has none. */
static Value search_children (Search *s, Node *n, Probe *p, Window w, bool shared, int less, Value estimate) {
  Node child;
  s->pass.depth -= less;
  p->depth -= less;
  Successors it = successors_of(s, n, p->move, s->pass.order != NULL, shared);
  Value value = successors_first(&it, &child, true) ? children(&it, p, &child, w, n->player, estimate) : visit_evaluate(s, n);
  p->depth += less;
  s->pass.depth += less;
  return value;
}

/* May `n` be tried by a null move, if its evaluation cuts off? What repeats a position above a null move does so in no game. */
static inline bool null_allowed (const Search *s, const Node *n) {
  const Estimates *e = estimates(s);
  return uses(s, NULL_MOVE) && game_has_pass(s->game) && left_at(s, n) >= NULL_LEFT && !(GAME_REPEATS && s->pass.path != NULL) &&
         !e->verifies && e->null_ply != n->ply - 1;
}

/* Does the value of `n` without null moves below it cut off, with the horizon `less` plies nearer? */
static bool is_verified (Search *s, Node *n, Probe *p, Window w, bool shared, int less) {
  estimates(s)->verifies = true;
  const Value value = search_children(s, n, p, w, shared, less, NAN);
  estimates(s)->verifies = false;
  line_free(&s->lines, n->line);
  n->line = NULL;
  return cuts_off(n->player, value, w);
}

/* Does `n` cut off although its player passes? Then the bound that is kept is its value: what exceeds it, a pass has made. */
static bool null_cuts_off (Search *s, Node *n, Probe *p, Window w, bool shared) {
  Estimates *e = estimates(s);
  const bool selective = s->pass.selective;
  const int left = left_at(s, n), less = NULL_LESS < left ? NULL_LESS : left - 1, above = e->null_ply;
  Node child;
  if (UNLIKELY(n->ply > s->watch.deepest)) visit_deeper(s, NODE_COPY(s, n));
  game_open_walk(&n->walk, n->ply);
  node_link(s, n, &child);
  if (!game_pass(s->game, &n->position, &n->walk, &child.position)) return false;
  child.player = opponent(n->player);
  if (trace_on(s)) trace_technique(s, &child, "null", less, NAN, w);
  s->team.exclusive = false;
  s->pass.depth -= less;
  e->null_ply = n->ply;
  const Value value = visit(s, &child, w.alpha, w.beta);
  e->null_ply = above;
  s->pass.depth += less;
  line_free(&s->lines, child.line);
  const bool cut = cuts_off(n->player, value, w) && (left < VERIFIED || is_verified(s, n, p, w, shared, less));
  s->pass.selective = selective;
  return cut;
}

/* Develops `n`, of which the table knows *p. */
static Value develop (Search *s, Node *n, Probe *p, Window w, bool shared) {
  Value estimate = NAN;
  visit_player(s, n);
  if (has_horizon(s) && uses(s, FUTILITY | STATIC | NULL_MOVE)) {
    const int left = left_at(s, n);
    const bool null = is_null(w), tried = null && null_allowed(s, n);
    const bool near = left <= STATIC_LEFT && uses(s, FUTILITY | STATIC);
    estimate = estimate_node(s, n, null && (tried || near));
    if (null && near && uses(s, STATIC) && beyond(s, n->player, estimate, w, left)) return prune(s, n, "static", estimate, w);
    if (tried && cuts_off(n->player, estimate, w) && null_cuts_off(s, n, p, w, shared)) {
      const Value bound = n->player == MAX ? w.beta : w.alpha;
      prune(s, n, "null", bound, w);
      if (s->table) store(s, p, w, bound);
      return bound;
    }
  }
  const int less = uses(s, IID) && has_horizon(s) && p->move == 0 && left_at(s, n) >= IID_LEFT;
  const Value value = search_children(s, n, p, w, shared, less, estimate);
  s->pass.selective |= less > 0 && s->pass.horizon;
  return value;
}

/* A node that is no leaf by its own word. */
static Value search (Search *s, Node *n, Window w) {
  Probe p;
  Value value;
  if (!s->table) probe_nothing(&p);
  else if (probe(s, n, &p)) {
    if (s->pass.techniques == 0) trust_proofs(&p);
    if (probe_settles(s, n, &p, w, &value)) {
      s->pass.selective |= s->pass.horizon;
      return value;
    }
  }
  if (visit_known(s, n, w, &value)) return value;
  const bool shared = share_wants(s, n->ply);
  if (shared && share_enter(s, p.hash, n->ply, s->team.exclusive)) return DEFERRED;
  if (s->table) narrow_proved(n, &p);
  value = develop(s, n, &p, w, shared);
  if (shared) share_leave(s, p.hash, n->ply);
  return value;
}

static Found inner (Search *s, NODE, Value alpha, Value beta) {
  Node n;
  NODE_ENTERED(&n);
  const bool selective = s->pass.selective;
  const int rests = s->pass.rests;
  s->pass.selective = false;
  if (GAME_REPEATS) s->pass.rests = NO_HORIZON;
  Value value = search(s, &n, (Window){alpha, beta});
  s->pass.selective |= selective;
  if (GAME_REPEATS && (s->pass.rests >= n.ply || rests < s->pass.rests)) s->pass.rests = rests;
  return (Found){value, n.line};
}

/* The moves of a node at the horizon, as far as they have been looked at. */
typedef struct Moves { bool quiet, noisy; } Moves;

/*
** Looks at the moves of `n` until it has seen a quiet one and, unless `enough` or behind a quiet one there are no others, a noisy one. Not
** traced, not counted.
*/
static ALWAYS_INLINE Moves look_at_moves (Search *s, Node *n, bool enough) {
  Moves moves = {false, false};
  Node child;
  enough |= s->game->noisy_first;
  if (UNLIKELY(n->ply > s->watch.deepest)) visit_deeper(s, NODE_COPY(s, n));
  game_open_walk(&n->walk, n->ply);
  node_link(s, n, &child);
  while (!(moves.quiet && (enough || moves.noisy)) && visit_next(s, n, &child)) {
    if (game_noisy(s->game, &n->position, n->walk.move)) moves.noisy = true;
    else moves.quiet = true;
  }
  return moves;
}

/* The noisy moves of `n`; if there is a quiet one the player may refrain from them, with `stand`. */
static ALWAYS_INLINE Value noisy_children (Search *s, Node *n, Value stand, Window w, Player player, bool quiet) {
  Node child;
  Value g = quiet ? stand : worst_for(player);
  bool horizon = quiet, cut = false;
  const Window given = w;
  if (quiet) narrow(player, stand, &w);
  for (bool more = visit_develop(s, n, &child); more && !cut; more = !cut && visit_next(s, n, &child)) {
    if (!game_noisy(s->game, &n->position, n->walk.move)) {
      if (s->game->noisy_first) break;
      continue;
    }
    Value value = visit(s, &child, w.alpha, w.beta);
    const bool its = s->pass.horizon;
    horizon |= its;
    if (better(player, value, g)) {
      g = value;
      if (!raise_window(s, n, &child, g, &w, given, player, UNKNOWN)) continue;
      cut = !window_open(w);
      if (cut) horizon = its;
    } else visit_dismiss(s, &child);
  }
  s->pass.horizon = horizon;
  return bounds_hold(s, n, g);
}

/* `n` lies at the horizon or beyond, and was entered last. */
static __attribute__((noinline)) Found quiesce (Search *s, NODE, Value alpha, Value beta) {
  Node n;
  NODE_ENTERED(&n);
  const Window w = {alpha, beta};
  Value value;
  const Value stand = visit_evaluate(s, &n);
  if (n.ply - s->pass.depth >= QUIESCENCE_PLIES) return (Found){stand, NULL};
  visit_player(s, &n);
  const bool enough = cuts_off(n.player, stand, w);
  const Moves moves = look_at_moves(s, &n, enough);
  s->pass.horizon = moves.noisy || moves.quiet;         /* else it is terminal */
  if (!moves.noisy || (enough && moves.quiet)) return (Found){stand, NULL};
  s->pass.horizon = false;
  if (visit_known(s, &n, w, &value)) return (Found){value, NULL};
  s->pass.selective = true;
  if (trace_on(s)) trace_technique(s, &n, "quiescence", 0, stand, w);
  value = noisy_children(s, &n, stand, w, n.player, moves.quiet);
  return (Found){value, n.line};
}

static Value visit (Search *s, Node *n, Value alpha, Value beta) {
  s->pass.horizon = false;
  const Leaf leaf = visit_enter(s, n);
  trace_window(s, alpha, beta);
  s->pass.reached |= leaf == AT_HORIZON && n->ply >= s->outcome.answer.depth;
  if (leaf == NO_LEAF) return found_of(n, inner(s, NODE_DOWN(n), alpha, beta));
  if (leaf == AT_HORIZON && game_has_noisy(s->game) && uses(s, QUIESCENCE)) return found_of(n, quiesce(s, NODE_DOWN(n), alpha, beta));
  return visit_evaluate(s, n);
}

/* A child of the root: notes whether its value rests on the horizon. */
static Value visit_of_root (Search *s, Node *n, Value alpha, Value beta) {
  const bool above = s->pass.horizon;
  Value value = visit(s, n, alpha, beta);
  s->pass.child_horizon = s->pass.horizon;
  s->pass.horizon |= above;
  return value;
}

/* The root takes from the table only what to try first. */
void selective_run (Search *s) {
  Node *n = &s->pass.root;
  Probe p;
  Value value;
  probe_nothing(&p);
  open_estimates(s);
  estimates(s)->null_ply = NO_HORIZON;
  estimates(s)->verifies = false;
  s->pass.sorted = s->pass.lends = s->pass.order != NULL;
  if (visit_leaf(s, n)) value = visit_evaluate(s, n);
  else if (visit_known(s, n, WHOLE_WINDOW, &value)) s->pass.horizon = false;
  else if (UNLIKELY(s->team.helper > 0))
    value = found_of(n, inner(s, NODE_DOWN(n), s->asked.window.alpha, s->asked.window.beta));
  else {
    if (s->table) probe(s, n, &p);
    visit_player(s, n);
    value = root_ordered(s, s->asked.window, &p.move, visit_of_root);
    if (s->table && n->line) store(s, &p, s->asked.window, value);
  }
  publish_conclusion(s, value);
}
