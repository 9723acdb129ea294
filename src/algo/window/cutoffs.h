/*
** Techniques that cut off a node, or do not, before its successors are searched: a null move, ProbCut, and what the table knows of the
** successors. A part of selective.c, which says by whom they are.
*/
#pragma once

#include "algo/window/probcut.h"
#include "algo/window/techniques.h"

#define NULL_LEFT 3             /* the least plies to go of a node that is tried by a null move */
#define NULL_LESS 3             /* plies by which the horizon is nearer then */
#define VERIFIED 8              /* the least plies to go of a node where that is verified */
#define ENHANCED_LEFT 3         /* the least plies to go of a node whose successors are looked up */
#define PROBCUT_LEFT 4          /* the least plies to go of a node that is tried by ProbCut; of those that are its samples */
#define PROBCUT_LESS 2          /* plies by which the horizon is nearer then: an even number, for the sake of parity */

/* How the successors of a node are searched. */
typedef struct Plan {
  int less;             /* plies by which the horizon is nearer */
  Value estimate;       /* the evaluation of the node, or NaN: moves may be futile by it */
  bool extends;         /* the first of them, the table's, is searched a ply deeper */
} Plan;

/* Stores what was found of the node at `ply`, if that holds on every path, and there is a table. */
static void store (Search *s, const Probe *p, int ply, Window w, Value value);

/* The value of the successors of `n` by that plan, or of `n` if it has none. */
static Value search_children (Search *s, Node *n, Probe *p, Window w, bool shared, Plan plan);

static inline void forget_line (Search *s, Node *n) {
  line_free(&s->lines, n->line);
  n->line = NULL;
}

/* `n` is cut off by a technique, with `value`: an estimate. */
static Value prune (Search *s, const Node *n, const char *by, Value value, Window w) {
  s->pass.basis.horizon = s->pass.basis.selection = true;
  if (trace_on(s)) trace_technique(s, n, by, 0, value, w);
  return value;
}

/* `n` is cut off at the side of the window that its player wants, or at the other, which is all that is known. */
static Value prune_at (Search *s, const Node *n, const Probe *p, const char *by, bool high, Window w) {
  const Value bound = prune(s, n, by, high ? w.beta : w.alpha, w);
  store(s, p, n->ply, w, bound);
  return bound;
}

/* May positions on the path to `n` be repeated below it? */
static inline bool may_repeat (const Search *s) { return GAME_REPEATS && s->pass.path != NULL; }

/* May `n` be tried by a null move, if its evaluation cuts off? What repeats a position above a null move does so in no game. */
static inline bool null_allowed (const Search *s, const Node *n) {
  const Estimates *e = estimates(s);
  return uses(s, NULL_MOVE) && game_has_pass(s->game) && left_at(s, n) >= NULL_LEFT && !may_repeat(s) &&
         !e->verifies && e->null_ply != n->ply - 1;
}

/* Does the value of `n` without null moves below it cut off, with the horizon `less` plies nearer? */
static bool is_verified (Search *s, Node *n, Probe *p, Window w, bool shared, int less) {
  estimates(s)->verifies = true;
  const Value value = search_children(s, n, p, w, shared, (Plan){less, NAN, false});
  estimates(s)->verifies = false;
  forget_line(s, n);
  return cuts_off(n->player, value, w);
}

/* Does `n` cut off although its player passes? Then the bound that is kept is its value: what exceeds it, a pass has made. */
static bool null_cuts_off (Search *s, Node *n, Probe *p, Window w, bool shared) {
  Estimates *e = estimates(s);
  const bool selective = s->pass.basis.selection;
  const int left = left_at(s, n), less = NULL_LESS < left ? NULL_LESS : left - 1, above = e->null_ply;
  Node child;
  look_below(s, n, &child);
  if (!game_pass(s->game, &n->position, &n->walk, &child.position)) return false;
  child.player = opponent(n->player);
  if (trace_on(s)) trace_technique(s, &child, "null", less, NAN, w);
  s->team.exclusive = false;
  s->pass.depth -= less;
  e->null_ply = n->ply;
  const Value value = selective_visit(s, &child, w.alpha, w.beta);
  e->null_ply = above;
  s->pass.depth += less;
  line_free(&s->lines, child.line);
  const bool cut = cuts_off(n->player, value, w) && (left < VERIFIED || is_verified(s, n, p, w, shared, less));
  s->pass.basis.selection = selective;
  return cut;
}

/* Does the table know of a successor of `n` that cuts off? Then *value is what it knows. Of one that repeats a position it knows nothing. */
static bool successor_cuts_off (Search *s, Node *n, Probe *p, Window w, Value *value) {
  const bool max = n->player == MAX;
  Node child;
  Probe known;
  if (may_repeat(s)) return false;
  look_below(s, n, &child);
  while (visit_next(s, n, &child)) {
    if (!probe(s, &child, &known) || !cuts_off(n->player, max ? bounds_lower(known.known) : bounds_upper(known.known), w)) continue;
    *value = max ? bounds_lower(known.known) : bounds_upper(known.known);
    probe_use(s, &known, max ? LOWER_SOLVED : UPPER_SOLVED);
    p->move = n->walk.index;
    if (trace_on(s)) trace_technique(s, n, "transpositions", 0, *value, w);
    store(s, p, n->ply, w, *value);
    return true;
  }
  return false;
}

/* The value of `n`, a sample of the regression: searched as deep as its line is for, and less. */
static Value search_sample (Search *s, Node *n, Probe *p, bool shared) {
  Estimates *e = estimates(s);
  e->aside = true;
  const Value shallow = search_children(s, n, p, WHOLE_WINDOW, shared, (Plan){PROBCUT_LESS, NAN, false});
  const bool estimated = s->pass.basis.horizon;
  forget_line(s, n);
  s->pass.basis.horizon = false;
  const Value deep = search_children(s, n, p, WHOLE_WINDOW, shared, (Plan){0, NAN, false});
  e->aside = false;
  if (estimated && s->pass.basis.horizon) regression_add(&e->regression, shallow, deep);
  return deep;
}

/* Does a shallower search say that `n` lies beyond the window, at its higher side or its lower one? The side that its evaluation is nearer to. */
static bool probcut_cuts_off (Search *s, Node *n, Probe *p, Window w, bool shared, Value estimate, bool *high) {
  Estimates *e = estimates(s);
  const bool selective = s->pass.basis.selection;
  *high = estimate >= w.beta;
  const Value bound = regression_bound(&e->regression, *high ? w.beta : w.alpha, *high ? e->deviations : -e->deviations);
  const Window null = null_window(*high ? MIN : MAX, bound);
  if (!isfinite(bound)) return false;
  e->aside = true;
  const Value value = search_children(s, n, p, null, shared, (Plan){PROBCUT_LESS, NAN, false});
  e->aside = false;
  forget_line(s, n);
  if (*high ? value >= null.beta : value <= null.alpha) return true;
  s->pass.basis.horizon = false;
  s->pass.basis.selection = selective;
  return false;
}
