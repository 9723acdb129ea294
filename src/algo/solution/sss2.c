/*
** SSS-2 and its dual: SSS* as a series of passes over one solution tree.
**
** G is a max solution tree: all children of its MAX nodes, one child of each of its MIN nodes. g(n) is the largest value of the leaves of G
** below n, so g bounds the value of the game from above. `expand` makes the leftmost tree below a node with g < v; `diminish` makes g of a
** node less than it is, by replacing what has the value g in it. Where they fail, what they return is a lower bound, v or more, and nothing
** is left of the tree below that node. When diminish fails at the root, with g, then g is the value of the game.
**
** De Bruin & Pijls, "Trends in game tree search", Figs 7 to 9; in Fig. 8 the test for failure belongs inside the test for
** g(c) = v, and a MIN node that fails has the value v. The leaves, and their order, are those of SSS*. The dual is the same on
** the negated tree. Where a player moves twice no node is missing: a MAX node may well be the child of a MAX node in G.
**
** With bounds L <= value <= U (Pijls & de Bruin, "A framework", section 7, where it is only sketched): expand fails if
** L(n) >= v; and if U(n) < v then g(n) = U(n) will do, and n is a *tip* of G, with nothing below it. A tip is expanded when it
** is to be diminished. Neither goes on where v <= L(n). Lower bounds are those of the rules alone: to remember those that are
** found on the way, as Maxsearch does, is what makes that one better.
**
** At the root a move is wanted, not only the value. So the bound that its player would be content with must be reached there by a move.
*/
#include "algo/solution/moves.h"
#include "search/packed.h"
#include "search/visit.h"

/*
** A node of G. Of a MIN node its position is kept and the place in the walk over its children: one of them may be replaced. Of a tip
** the position is kept.
*/
typedef struct Cell {
  Value g;
  Value lower;          /* L, or the value of a leaf: it cannot be diminished below that */
  struct Cell *child;   /* the first of all, of a MAX node; the only one, of a MIN node; NULL: a leaf or a tip */
  struct Cell *sibling; /* the next to the right, in G */
  uint32_t index;       /* of a MIN node: which child that is, from 1 */
  bool is_min, held, held_place;
  int64_t words[];      /* of a MIN node: the place, and the position */
} Cell;

/* The solution tree G. */
typedef struct Solution {
  Search *s;
  Player max;           /* who plays MAX's part */
  Value sign;           /* 1, or -1 for the dual */
  bool bounded;         /* the rules say something about bounds */
  Cell *unused;
  Moves moves;          /* at the root: all, if MAX has it; the one of G, if MIN has it */
  int passes;
} Solution;

static inline Cell *new_cell (Solution *t, Value g, Value lower) {
  Search *s = t->s;
  Cell *c = t->unused;
  if (c) t->unused = c->sibling;
  else c = arena_alloc(&s->arena, sizeof *c + ((size_t)s->game->words + 1) * sizeof(int64_t));
  *c = (Cell){.g = g, .lower = lower};
  search_hold(s, 1);
  return c;
}

static void keep_position (const Solution *t, Cell *c, const Node *n) { c->held = packed_pack(t->s->game, &n->position, c->words + 1); }

static void drop_position (const Solution *t, Cell *c) {
  packed_drop(t->s->game, c->words + 1, c->held);
  c->held = false;
}

/* Removes a list of siblings from G, and all that is below them. */
static void remove_cells (Solution *t, Cell *c) {
  Game *game = t->s->game;
  while (c) {
    Cell *last = c->child, *next = c->sibling;
    if (last) {
      while (last->sibling) last = last->sibling;
      last->sibling = next;
      next = c->child;
    }
    if (c->held_place) packed_drop_move(game, c->words[0], true);
    drop_position(t, c);
    c->sibling = t->unused;
    t->unused = c;
    search_hold(t->s, -1);
    c = next;
  }
}

/* L and U of a node as MAX's part has them. */
static Value lower_of (const Solution *t, const Node *n) { return t->sign > 0 ? n->lower : -n->upper; }

static Value upper_of (const Solution *t, const Node *n) { return t->sign > 0 ? n->upper : -n->lower; }

/* Trace events. */

/* The question that v asks of a node: is its value at least v? */
static Window question (const Solution *t, Value v) { return null_window(opponent(t->max), t->sign * v); }

/* `n` is looked at with this question. */
static void emit_window (const Solution *t, Value v) { trace_sight(t->s, question(t, v), NAN, 0); }

/* The value of `n` is g or less; or it is not less, if it `failed`. */
static void emit_bound (const Solution *t, const Node *n, bool known, Value g, bool failed) {
  bool upper = (t->sign > 0) != failed;
  trace_bounds(t->s, n, known, upper ? NAN : t->sign * g, upper ? t->sign * g : NAN);
}

/* Below `n` nothing is left of G. */
static void emit_removed (const Solution *t, const Node *n) {
  Event event = trace_event(EVENT_DEACTIVATE, n);
  trace_emit(t->s, &event);
}

/* The MAX node `n` failed with `w`; some of its children were in G, if there are `children`. */
static void emit_failed (const Solution *t, const Node *n, Value w, Value v, bool children) {
  if (children) emit_removed(t, n);
  trace_cut(t->s, n, t->sign * w, question(t, v));
}

static void emit_pass (Solution *t, Value v) { trace_pass(t->s, ++t->passes, question(t, v), t->sign > 0); }

/* g of an inner node, whose position is `known` to `n` or not. Only estimates at a horizon could make it less than L. */
static inline Value settle (const Solution *t, Cell *c, const Node *n, bool known, Value g) {
  if (UNLIKELY(g < c->lower)) {
    bounds_contradict(t->s, n, known, t->sign * g, t->sign * c->lower);
    g = c->lower;
  }
  if (trace_on(t->s) && n->parent) emit_bound(t, n, known, g, false);
  return c->g = g;
}

/* The cell `c` of the MIN node `n` has the child `child`, where the walk of `n` stands. */
static void choose (Solution *t, Cell *c, Node *n, const Node *child, Cell *cell) {
  Search *s = t->s;
  c->child = cell;
  c->index = (uint32_t)n->walk.index;
  if (n->parent == NULL) moves_look(&t->moves, n, child);
  c->held_place = packed_set_aside(s->game, &n->walk, &c->words[0]);
}

static Value expand (Solution *t, Node *n, Value v, Cell **made);

/* The children of a MAX node from `child` on. Its cell is a new one unless *made is there. */
static Value expand_max (Solution *t, Node *n, Node *child, Value v, Cell **made) {
  Cell *children = NULL, **last = &children;
  Value most = -INFINITY;
  do {
    if (n->parent == NULL) moves_add(&t->moves, n, child);
    Value w = expand(t, child, v, last);
    if (w >= v) {
      if (trace_on(t->s)) emit_failed(t, n, w, v, children != NULL);
      remove_cells(t, children);
      return w;
    }
    if (w > most) most = w;
    last = &(*last)->sibling;
  } while (visit_next(t->s, n, child));
  if (*made == NULL) *made = new_cell(t, most, lower_of(t, n));
  (*made)->child = children;
  return settle(t, *made, n, true, most);
}

/* The children of a MIN node from `child` on: the first that can be expanded. */
static Value expand_min (Solution *t, Node *n, Node *child, Value v, Cell **made) {
  Value least = INFINITY;
  do {
    Cell *cell = NULL;
    Value w = expand(t, child, v, &cell);
    if (w < v) {
      if (*made == NULL) {
        *made = new_cell(t, w, lower_of(t, n));
        keep_position(t, *made, n);
      }
      (*made)->is_min = true;
      choose(t, *made, n, child, cell);
      return settle(t, *made, n, true, w);
    }
    if (w >= least) continue;
    least = w;
    /* At the root estimates may all lie beyond its bound: then the least of them is the best move. */
    if (n->parent == NULL && *made == NULL) moves_look(&t->moves, n, child);
  } while (visit_next(t->s, n, child));
  return least;
}

static Value expand_children (Solution *t, Node *n, Node *child, Value v, Cell **made) {
  return n->player == t->max ? expand_max(t, n, child, v, made) : expand_min(t, n, child, v, made);
}

static inline Value expand_leaf (Solution *t, Node *n, Value v, Cell **made) {
  Value w = t->sign * visit_evaluate(t->s, n);
  if (w < v) *made = new_cell(t, w, w);
  return w;
}

/* Do the bounds of `n` say whether its value is below v? Then *w is the bound that does. */
static bool known (Solution *t, Node *n, Value v, Value *w) {
  Search *s = t->s;
  Window window = t->bounded ? null_window(opponent(t->max), t->sign * v) : WHOLE_WINDOW;
  if (!visit_known(s, n, window, w)) return false;
  *w *= t->sign;
  return true;
}

/* Makes the leftmost tree below `n` with g < v, in *made, which is NULL; returns g. Or returns a lower bound, v or more. */
static Value expand (Solution *t, Node *n, Value v, Cell **made) {
  Search *s = t->s;
  Node child;
  Value w;
  if (trace_on(s)) emit_window(t, v);
  if (visit_leaf(s, n)) return expand_leaf(t, n, v, made);
  if (known(t, n, v, &w)) {
    if (w >= v) return w;
    *made = new_cell(t, w, lower_of(t, n));
    keep_position(t, *made, n);
    return w;
  }
  return visit_first(s, n, &child) ? expand_children(t, n, &child, v, made) : expand_leaf(t, n, v, made);
}

/*
** The root. Unless its bounds meet they must not do without a move: MAX goes on at L; and a move with the value U, which MIN
** wants, is less than the next number.
*/
static Value expand_root (Solution *t, Node *n, Cell **made) {
  Search *s = t->s;
  Node child;
  Value w;
  if (trace_on(s)) emit_window(t, INFINITY);
  if (visit_leaf(s, n)) return expand_leaf(t, n, INFINITY, made);
  bool meet = visit_known(s, n, WHOLE_WINDOW, &w);
  s->pass.root.lower = n->lower;
  s->pass.root.upper = n->upper;
  if (meet) return t->sign * w;
  if (!visit_first(s, n, &child)) return expand_leaf(t, n, INFINITY, made);
  bool is_max = n->player == t->max;
  Value v = upper_of(t, n);
  w = expand_children(t, n, &child, is_max ? v : nextafter(v, INFINITY), made);
  if (*made && is_max) (*made)->lower = -INFINITY;
  return w;
}

static Value diminish (Solution *t, Cell *c, Node *n, Value v);

/* Where a child of `n` will be. */
static void descend (Node *n, Player player, Node *child) {
  child->parent = n;
  child->ply = n->ply + 1;
  child->player = player;
}

static Value diminish_max (Solution *t, Cell *c, Node *n, Value v) {
  Node child;
  Value most = -INFINITY;
  descend(n, opponent(t->max), &child);
  n->walk.index = 0;
  for (Cell *cell = c->child; cell; cell = cell->sibling) {
    n->walk.index++;
    if (cell->g == v && diminish(t, cell, &child, v) >= v) return v;
    if (cell->g > most) most = cell->g;
  }
  return settle(t, c, n, false, most);
}

/* The right siblings of the child that failed. */
static Value replace_child (Solution *t, Cell *c, Node *n, Value v) {
  Search *s = t->s;
  Node child;
  descend(n, t->max, &child);
  if (trace_on(s) && c->child->child) emit_removed(t, &child);
  remove_cells(t, c->child);
  c->child = NULL;
  packed_load(s->game, c->words + 1, c->held, &n->position);
  packed_resume(s->game, &n->position, c->words[0], c->held_place, c->index, &n->walk);
  c->held_place = false;
  n->player = opponent(t->max);
  if (!visit_next(s, n, &child)) return v;
  return expand_min(t, n, &child, v, &c) < v ? c->g : v;
}

static Value diminish_min (Solution *t, Cell *c, Node *n, Value v) {
  Node child;
  descend(n, t->max, &child);
  n->walk.index = c->index;
  Value w = diminish(t, c->child, &child, v);
  return w < v ? settle(t, c, n, false, w) : replace_child(t, c, n, v);
}

/* A tip that is to be diminished has its children after all. Its bounds are known, U being v, and it has been counted. */
static Value expand_tip (Solution *t, Cell *c, Node *n, Value v) {
  Search *s = t->s;
  Node child;
  packed_load(s->game, c->words + 1, c->held, &n->position);
  visit_player(s, n);
  n->lower = t->sign > 0 ? c->lower : -v;
  n->upper = t->sign > 0 ? v : -c->lower;
  if (trace_on(s)) emit_window(t, v);
  bool inner = visit_generate(s, n, &child);
  Value w = inner ? expand_children(t, n, &child, v, &c) : t->sign * visit_evaluate(s, n);
  if (UNLIKELY(w > v)) bounds_contradict(s, n, true, t->sign * w, t->sign * v);
  if (w >= v) return v;
  if (!inner) c->g = c->lower = w;
  if (!c->is_min) drop_position(t, c);
  return w;
}

/*
** Makes g of the cell `c`, which is v, less, and returns it. Or returns v, which is the value of the node: then what is left below `c` is
** no solution tree, and `c` is for the caller to remove. `n` is its node, with its ply, its parent, and its player if that is known.
*/
static Value diminish (Solution *t, Cell *c, Node *n, Value v) {
  if (v <= c->lower) return v;
  visit_guard(t->s, n->ply);
  if (c->child == NULL) return expand_tip(t, c, n, v);
  return c->is_min ? diminish_min(t, c, n, v) : diminish_max(t, c, n, v);
}

/* A pass has ended, and g of the root is a bound. If MIN has the root, the move of G is sure to get him that. */
static void publish_pass (Solution *t, Value g) {
  Value value = bounds_hold(t->s, &t->s->pass.root, t->sign * g);
  if (trace_on(t->s)) emit_bound(t, &t->s->pass.root, true, t->sign * value, false);
  if (t->max == MAX) moves_publish(&t->moves, -INFINITY, value, value);
  else moves_publish(&t->moves, value, INFINITY, value);
}

static Solution *begin (Search *s) {
  const bool dual = s->algorithm->dual;
  Solution *t = s->pass.memory;
  Cell *unused = t ? t->unused : NULL;
  if (t == NULL) s->pass.memory = t = arena_alloc(&s->arena, sizeof *t);
  *t = (Solution){.s = s, .max = dual ? MIN : MAX, .sign = dual ? -1 : 1, .unused = unused};
  t->bounded = s->asked.informed && (s->game->bounds || s->pass.lower > -INFINITY || s->pass.upper < INFINITY);
  moves_begin(&t->moves, s);
  return t;
}

static void run (Search *s) {
  Solution *t = begin(s);
  Node root = s->pass.root;
  Cell *cell = NULL;
  emit_pass(t, INFINITY);
  Value g = expand_root(t, &root, &cell);
  s->pass.root.player = root.player;
  publish_pass(t, g);
  for (Value less; cell; publish_pass(t, g = less)) {
    emit_pass(t, g);
    if ((less = diminish(t, cell, &root, g)) >= g) break;
  }
  if (cell && trace_on(s)) emit_bound(t, &s->pass.root, true, g, true);
  if (t->moves.all) moves_take(&t->moves, root.walk.index);     /* what could not be diminished: there the walk ended */
  s->pass.root.line = moves_best(&t->moves);
  publish_conclusion(s, t->sign * g);
  remove_cells(t, cell);
}

const Algorithm sss2 = {.id = "sss2", .title = "SSS-2", .family = "solution trees", .source = "de Bruin & Pijls, Trends, Figs 7-9",
  .informed = true, .leftmost = true, .holds = true, .run = run
};

const Algorithm dual2 = {
  .id = "dual2", .title = "Dual SSS-2", .family = "solution trees", .source = "de Bruin & Pijls, Trends, on the negated tree",
  .informed = true, .dual = true, .leftmost = true, .holds = true, .run = run
};
