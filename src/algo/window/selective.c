/*
** The selective form of NegaScout: it looks less far where moves are unlikely to matter, further where the position is not quiet, and
** says that it did. The techniques, each of which is a word of the option `selective`:
**
**   quiescence   at the horizon noisy moves (the rules say which) are followed until the position is quiet. The player to move may
**                stand pat on the evaluation if there is a quiet move (Shannon, "Programming a computer for playing chess", 1950;
**                Beal, "A generalised quiescence search algorithm", 1990). At most QUIESCENCE_PLIES beyond the horizon
**   reductions   later moves, also at the root, are searched less deep, by the logarithms of depth and number, and to the full
**                depth only if they turn out better (late move reductions: Romstad, "An introduction to late move reductions", 2006)
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
**   transpositions
**                a node is cut off by a successor of which the table knows enough, before one is searched (enhanced transposition
**                cutoffs: Plaat, Schaeffer, Pijls & de Bruin, "Exploiting graph properties of game trees", 1996)
**   aspiration   the root is searched in a window around the value of the depth before, and in the whole one if it lies outside
**                (Slate & Atkin, "Chess 4.5", 1977)
**   probcut      a node is cut off if a search two plies less deep lies so far beyond the window that a deep one hardly lies within
**                (Buro, "ProbCut", 1995; at all depths, as in his "Experiments with Multi-ProbCut", 1999); see probcut.h
**   singular     the table's move is searched a ply deeper if all others are worse by a margin (singular extensions: Anantharaman,
**                Campbell & Hsu, 1988)
**
** Near the horizon no move is left out unseen: "evaluated at once" means that its position is a leaf, so that a win is not overlooked.
**
** Margins are multiples of what the evaluation changes from a position to the next but one in this very search: see estimates.h. So they
** need no number of the game's.
**
** What is proved. A value rests on the horizon if a leaf that it depends on was an estimate. One that does not is proved, however it
** was come by: a reduced search that ended in terminals alone has seen all there is. So s->pass.basis.horizon is kept exactly here: a cutoff
** rests on the child that cuts off, and on no other. Standing pat and cutting off by an evaluation, or by a null move, make a value
** rest on the horizon. s->pass.basis.selection says that the tree was not the whole one.
**
** Table entries lack ENTRY_FULL: no other search trusts them. Their solved bounds are proofs, the others likely.
*/
#include "algo/window/selective.h"

#include "algo/window/cutoffs.h"
#include "algo/window/quiescence.h"
#include "search/busy.h"
#include "search/order.h"
#include "algo/window/root.h"
#include "search/successors.h"

#define REDUCTION_LEFT 3        /* the least plies to go of a node whose children are reduced */
#define REDUCTION_FROM 3        /* the number of the first child that is */
#define LATE_LEFT 3             /* the most plies to go of a node whose late children are evaluated at once */
#define LATE_AFTER(left) (4 + 2 * (left) * (left))      /* the number of the last child that is not late */
#define FUTILITY_LEFT 3         /* the most plies to go of a node whose children may be futile */
#define STATIC_LEFT 3           /* the most plies to go of a node that its evaluation cuts off; no less than FUTILITY_LEFT */
#define IID_LEFT 4              /* the least plies to go of a node that needs a move */
#define SINGULAR_LEFT 6         /* the least plies to go of a node whose move may be singular */
#define SINGULAR_HELD 3         /* plies by which the entry that knows its value may be less deep */
#define ASPIRED 3               /* the least depth whose value the next one has a window around */

/* 100 times the natural logarithm of i, from 1. */
static const short LOGARITHMS[64] = {
  0, 0, 69, 110, 139, 161, 179, 195, 208, 220, 230, 240, 248, 256, 264, 271, 277, 283, 289, 294, 300, 304, 309, 314, 318, 322, 326, 330,
  333, 337, 340, 343, 347, 350, 353, 356, 358, 361, 364, 366, 369, 371, 374, 376, 378, 381, 383, 385, 387, 389, 391, 393, 395, 397, 399,
  401, 403, 404, 406, 408, 409, 411, 413, 414
};

static inline int logarithm (int64_t i) { return LOGARITHMS[i < 63 ? i : 63]; }

/* A child whose turn has come. */
typedef struct Turn {
  int number;           /* in the order, from 1 */
  Window w;             /* what is left of that of the node */
  Value estimate;       /* the evaluation of the node, or NaN */
  bool extends;         /* the first child is searched a ply deeper */
} Turn;

/* The technique by which a quiet child where the walk of `n` stands is evaluated at once; NULL: none. */
static inline const char *evaluates (const Search *s, const Node *n, const Turn *at, int left) {
  if (uses(s, LATE_MOVES) && game_has_noisy(s->game) && left <= LATE_LEFT && at->number > LATE_AFTER(left)) return "late";
  if (uses(s, FUTILITY) && left <= FUTILITY_LEFT && beyond(s, opponent(n->player), at->estimate, at->w, left)) return "futility";
  return NULL;
}

/* By how many plies the horizon is nearer for the child where the walk of `n` stands; and the technique. Noisy moves are not reduced. */
static inline int reduction (Search *s, const Node *n, const Turn *at, const char **by) {
  if (!has_horizon(s) || at->number < 2) return 0;
  const int left = left_at(s, n);
  const bool null = is_null(at->w), reduces = uses(s, REDUCTIONS) && at->number >= REDUCTION_FROM && left >= REDUCTION_LEFT;
  *by = null && left >= 2 ? evaluates(s, n, at, left) : NULL;
  if ((*by == NULL && !reduces) || stands_at_noisy(s, n)) return 0;
  if (*by) return left - 1;
  *by = "reductions";
  int less = (6000 + logarithm(left) * logarithm(at->number)) / 14400;
  if (!null && less > 0) less--;
  return less < left - 1 ? less : left - 2;
}

/* The value of `child` in a null window at `bound`, with a horizon `less` plies nearer. */
static Value test (Search *s, Node *child, Player player, Value bound, int less) {
  const Window null = null_window(player, bound);
  s->pass.depth -= less;
  Value value = selective_visit(s, child, null.alpha, null.beta);
  s->pass.depth += less;
  return value;
}

/* Does a search of `child` with a horizon *less plies nearer suffice? Not if it finds a better value, unless that cuts off and is proved. */
static bool reduced_suffices (Search *s, const Node *n, Node *child, const Turn *at, int *less, Value *value) {
  const Value bound = own_side(n->player, at->w);
  const char *by;
  *less = reduction(s, n, at, &by);
  if (*less <= 0) return false;
  if (trace_on(s)) trace_technique(s, child, by, *less, NAN, at->w);
  *value = test(s, child, n->player, bound, *less);
  if (better(n->player, *value, bound) && !(cuts_off(n->player, *value, at->w) && !s->pass.basis.horizon)) {
    line_free(&s->lines, child->line);
    return false;
  }
  s->pass.basis.selection |= s->pass.basis.horizon;
  return true;
}

/* NegaScout's searches of a child, with one before them that is reduced. */
static Value search_child (const Successors *it, Node *child, Player player, const Turn *at) {
  Search *s = it->s;
  const Window w = at->w;
  const Value bound = own_side(player, w);
  Value value;
  int less;
  s->team.exclusive = false;
  if (at->number == 1) {
    s->pass.depth += at->extends;
    value = selective_visit(s, child, w.alpha, w.beta);
    s->pass.depth -= at->extends;
    s->pass.basis.selection |= at->extends;
    return value;
  }
  if (reduced_suffices(s, it->node, child, at, &less, &value)) return value;
  s->team.exclusive = less == 0 && successors_may_defer(it, false);
  value = test(s, child, player, bound, 0);
  s->team.exclusive = false;
  if (is_deferred(value) || value <= w.alpha || value >= w.beta) return value;
  const bool tested = s->pass.basis.horizon;
  line_free(&s->lines, child->line);
  const Value again = player == MAX ? selective_visit(s, child, value, w.beta) : selective_visit(s, child, w.alpha, value);
  s->pass.basis.horizon |= tested && !better(player, again, value);   /* then it is the test that says that the child is so good */
  return again;
}

/* What is proved of *p. Bounds of more plies, in an entry for fewer, would pass for those at that depth. */
static inline Bounds proved_of (const Probe *p) {
  return p->held > p->depth ? bounds_open() : bounds_only(p->known, bounds_solved(p->known));
}

static void store (Search *s, const Probe *p, int ply, Window w, Value value) {
  const Basis basis = basis_now(s);
  if (!s->table || !basis_holds(basis, ply)) return;
  store_bounds(s, p, basis, p->depth, bounds_within(proved_of(p), bounds_likely(basis, ply, w, value)));
}

/* The children of a node, from `child` on. */
static Value children (Successors *it, Probe *p, Node *child, Window given, Player player, const Plan *plan) {
  Search *s = it->s;
  Node *n = it->node;
  Turn at = {1, given, plan->estimate, plan->extends};
  bound_window(s, n, &at.w);
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
    const bool its = s->pass.basis.horizon;
    horizon |= its;
    if (better(player, value, g)) {
      g = value;
      if (!raise_window(s, n, child, g, &at.w, given)) continue;
      p->move = n->walk.index;
      cut = !window_open(at.w);
      if (cut) horizon = its;
    } else visit_dismiss(s, child);
  } while (!cut && successors_lent_next(it, child));
  s->pass.basis.horizon = horizon;
  if (cut) successors_trace_cut(it, g, at.w);
  successors_close(it, cut);
  g = bounds_hold(s, n, g);
  store(s, p, n->ply, given, g);
  return g;
}

static Value search_children (Search *s, Node *n, Probe *p, Window w, bool shared, Plan plan) {
  Node child;
  s->pass.depth -= plan.less;
  p->depth -= plan.less;
  Successors it = successors_of(s, n, p->move, true, shared);
  Value value = successors_lent_first(&it, &child) ? children(&it, p, &child, w, n->player, &plan) : visit_evaluate(s, n);
  p->depth += plan.less;
  s->pass.depth += plan.less;
  return value;
}

/* The bound that the table's move of `n` holds, by an entry that may be less deep, brought nearer by a margin; infinite: none. */
static Value singular_bound (const Search *s, const Node *n, const Probe *p) {
  const bool max = n->player == MAX;
  Entry entry;
  if (!table_look(s->table, key_words(s->game, &p->key), p->hash, probe_who(s, p), &entry)) return NAN;
  if (entry.depth < p->depth - SINGULAR_HELD) return NAN;
  const Bounds bounds = probe_read(s, &entry, p);
  const Value held = max ? bounds_lower(bounds) : bounds_upper(bounds), margin = estimates(s)->swing / 2;
  return isfinite(held) ? held + (max ? -margin : margin) : NAN;
}

/* May a move of `n` be singular? Not in a search made aside, nor where lines have been extended by half. */
static bool may_be_singular (const Search *s, const Node *n, const Probe *p) {
  const Estimates *e = estimates(s);
  const int nominal = s->outcome.answer.depth;
  return uses(s, SINGULAR) && s->table && has_horizon(s) && p->move > 0 && left_at(s, n) >= SINGULAR_LEFT && !e->aside &&
         e->count >= FIRST_SWINGS && s->pass.depth < nominal + nominal / 2 && s->pass.depth < s->pass.end;
}

/* Is the table's move of `n` the only one that holds a bound near its value, by a search half as deep? */
static bool is_singular (Search *s, Node *n, const Probe *p) {
  if (!may_be_singular(s, n, p)) return false;
  const Value bound = singular_bound(s, n, p);
  if (isnan(bound)) return false;
  const bool selective = s->pass.basis.selection;
  Node child;
  bool singular = true;
  Successors it = successors_of(s, n, p->move, true, false);
  if (!successors_lent_first(&it, &child)) return false;
  estimates(s)->aside = true;
  do {
    if (n->walk.index == p->move) continue;
    singular = !better(n->player, test(s, &child, n->player, bound, left_at(s, n) / 2), bound);
    line_free(&s->lines, child.line);
  } while (singular && successors_lent_next(&it, &child));
  successors_close(&it, false);
  estimates(s)->aside = false;
  s->pass.basis.horizon = false;
  s->pass.basis.selection = selective;
  if (singular && trace_on(s)) trace_technique(s, n, "singular", -1, NAN, (Window){bound, bound});
  return singular;
}

/* Develops `n`, of which the table knows *p. Steps 2 to 5 are for null windows: else the value of the node is wanted. */
static Value develop (Search *s, Node *n, Probe *p, Window w, bool shared) {
  Estimates *e = estimates(s);
  Plan plan = {0, NAN, false};
  Value value;
  bool high;
  probe_player(s, n);
  if (!has_horizon(s)) return search_children(s, n, p, w, shared, plan);

  /* 1. The evaluation of the node, if one of the steps wants it. */
  const int left = left_at(s, n);
  const bool null = is_null(w), passes = null && null_allowed(s, n), probcut = null && uses(s, PROBCUT) && left >= PROBCUT_LEFT && !e->aside;
  const bool near = null && left <= STATIC_LEFT && uses(s, FUTILITY | STATIC | ASPIRATION | SINGULAR);
  plan.estimate = estimate_node(s, n, passes || near || probcut);

  /* 2. Static: near the horizon it is cut off by that. */
  if (near && uses(s, STATIC) && beyond(s, n->player, plan.estimate, w, left)) {
    prune(s, n, "static", plan.estimate, w);
    return plan.estimate;
  }

  /* 3. Transpositions: it is cut off by a successor of which the table knows enough. */
  if (null && uses(s, TRANSPOSITIONS) && s->table && left >= ENHANCED_LEFT && successor_cuts_off(s, n, p, w, &value)) return value;

  /* 4. Null move: it is cut off though its player passes. */
  if (passes && cuts_off(n->player, plan.estimate, w) && null_cuts_off(s, n, p, w, shared))
    return prune_at(s, n, p, "null", n->player == MAX, w);

  /* 5. ProbCut: a shallower search lies beyond the window. Some nodes are samples of how far the two searches differ. */
  if (probcut && left == PROBCUT_LEFT && regression_wants(&e->regression)) return search_sample(s, n, p, shared);
  if (probcut && regression_serves(&e->regression) && probcut_cuts_off(s, n, p, w, shared, plan.estimate, &high))
    return prune_at(s, n, p, "probcut", high, w);

  /* 6. IID: without a move of the table it is searched a ply less deep. */
  plan.less = uses(s, IID) && p->move == 0 && left >= IID_LEFT;

  /* 7. Singular: the table's move is searched a ply deeper, if no other comes near it. */
  plan.extends = is_singular(s, n, p);

  /* 8. Its successors: reductions, late moves and futility. */
  value = search_children(s, n, p, w, shared, plan);
  s->pass.basis.selection |= plan.less > 0 && s->pass.basis.horizon;
  return value;
}

/* A node that is no leaf by its own word. */
static Value search (Search *s, Node *n, Window w) {
  Probe p;
  Busy busy;
  Value value;
  if (!s->table) probe_nothing(&p);
  else if (probe(s, n, &p)) {
    if (s->pass.techniques == 0) p.known = bounds_only(p.known, bounds_solved(p.known));    /* what is likely is not proved */
    if (probe_settles(s, n, &p, w, &value)) return value;
  }
  if (visit_known(s, n, w, &value)) return value;
  const bool shared = share_wants(s, n->ply);
  if (shared && !busy_enter(s, &busy, &p, w)) return DEFERRED;
  if (s->table) {
    p.known = proved_of(&p);
    probe_narrow(s, n, &p);
  }
  value = develop(s, n, &p, w, shared);
  return shared ? busy_leave(s, &busy, value) : value;
}

static Value inner (Search *s, Node *n, Window w) {
  const Basis above = basis_begin(s);
  Value value = search(s, n, w);
  basis_end(s, above, n->ply);
  return value;
}

static Value selective_visit (Search *s, Node *n, Value alpha, Value beta) {
  s->pass.basis.horizon = false;
  Leaf leaf = visit_enter_in(s, n, (Window){alpha, beta});
  if (UNLIKELY(leaf == AT_HORIZON && n->ply >= s->pass.end)) {
    leaf = TERMINAL;
    s->pass.basis.horizon = false;
  }
  s->pass.reached |= leaf == AT_HORIZON && n->ply >= s->outcome.answer.depth;
  if (leaf == NO_LEAF) return inner(s, n, (Window){alpha, beta});
  if (leaf == AT_HORIZON && game_has_noisy(s->game) && uses(s, QUIESCENCE)) return quiesce(s, n, (Window){alpha, beta});
  return visit_evaluate(s, n);
}

/* A child of the root: notes what its value rests on. Each behind the first is tested in a null window, and there reduced, if it is late. */
static Value visit_of_root (Search *s, Node *n, Value alpha, Value beta) {
  const Basis above = basis_begin(s);
  Turn at = {1, {alpha, beta}, NAN, false};
  Value value;
  int less;
  if (is_null(at.w)) at.number = ++estimates(s)->turn;
  if (!reduced_suffices(s, n->parent, n, &at, &less, &value)) value = selective_visit(s, n, alpha, beta);
  s->pass.child_basis = s->pass.basis;
  basis_end(s, above, n->ply);
  return value;
}

static Value root_in (Search *s, Window w, int64_t *move) {
  game_lend_walks(s->game, 0);
  estimates(s)->turn = 1;
  return root_ordered(s, w, move, visit_of_root);
}

/* The value of the root. With the technique `aspiration` it is first looked for in a window around that of the depth before. */
static Value root_value (Search *s, int64_t *move) {
  Node *n = &s->pass.root;
  const Window given = s->asked.window;
  const Answer *before = &s->outcome.completed;
  const Value margin = estimates(s)->swing;
  if (uses(s, ASPIRATION) && before->valued && before->depth >= ASPIRED && estimates(s)->count >= FIRST_SWINGS && margin > 0) {
    const Window w = {fmax(given.alpha, before->value - margin), fmin(given.beta, before->value + margin)};
    const Value value = window_open(w) ? root_in(s, w, move) : w.alpha;
    if (value > w.alpha && value < w.beta) return value;
    if (trace_on(s)) trace_technique(s, n, "aspiration", 0, value, w);
    if (n->line != s->outcome.answer.line) line_free(&s->lines, n->line);
    n->line = NULL;
    s->pass.basis.horizon = false;
  }
  return root_in(s, given, move);
}

/* The root takes from the table only what to try first. */
void selective_run (Search *s) {
  Node *n = &s->pass.root;
  Probe p;
  Value value;
  probe_nothing(&p);
  open_estimates(s);
  estimates(s)->null_ply = NO_HORIZON;
  estimates(s)->verifies = estimates(s)->aside = false;
  if (visit_leaf(s, n)) value = visit_evaluate(s, n);
  else if (visit_known(s, n, WHOLE_WINDOW, &value)) s->pass.basis.horizon = false;
  else if (UNLIKELY(s->team.helper > 0))
    value = inner(s, n, s->asked.window);
  else {
    if (s->table) probe(s, n, &p);
    visit_player(s, n);
    value = root_value(s, &p.move);
    if (n->line) store(s, &p, 0, s->asked.window, value);
  }
  publish_conclusion(s, value);
}
