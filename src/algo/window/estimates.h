/*
** What a selective search knows of the rules' evaluation: its values at the nodes on the path, and how much it changes, which is the
** measure of margins. Lives as long as the search, in s->pass.memory.
*/
#pragma once

#include "algo/window/probcut.h"
#include "search/visit.h"

/*
** `swing`: how much evaluations change from a node to the next but one, when the same player moves again: the SWING_QUANTILE of these
** changes, followed as they come.
*/
typedef struct Estimates {
  struct { Value value; Player player; bool known; } *at;       /* by ply */
  size_t room;
  Value swing;
  int count;            /* of changes, as far as FIRST_SWINGS */
  int null_ply;         /* where a null move was made last, or is not to be made; see null_cuts_off */
  int turn;             /* the number, in the order, of the child of the root whose turn has come */
  bool verifies;        /* a node is searched again without null moves below it */
  bool aside;           /* a search by which ProbCut or singular extensions decide, and which uses neither */
  Regression regression;
  double deviations;    /* by which ProbCut cuts off */
} Estimates;

#define FIRST_SWINGS 64         /* the mean of these is where it begins */
#define SWING_QUANTILE 0.75
#define SWING_STEP 0.02

static inline Estimates *estimates (const Search *s) { return s->pass.memory; }

static void note_swing (Estimates *e, Value swing) {
  if (e->count < FIRST_SWINGS) e->swing += (swing - e->swing) / ++e->count;
  else e->swing *= swing > e->swing ? 1 + SWING_STEP * SWING_QUANTILE : 1 - SWING_STEP * (1 - SWING_QUANTILE);
}

/* Returns the evaluation of `n`, an inner node whose player is known; NaN, if it is not `wanted`. */
static Value estimate_node (Search *s, const Node *n, bool wanted) {
  Estimates *e = estimates(s);
  const size_t ply = (size_t)n->ply;
  if (UNLIKELY(ply >= e->room)) e->at = arena_widen(&s->arena, e->at, sizeof *e->at, &e->room, ply + 1);
  e->at[ply].known = wanted;
  if (!wanted) return NAN;
  const Value value = visit_estimate(s, n);
  e->at[ply].value = value;
  e->at[ply].player = n->player;
  if (ply >= 2 && e->at[ply - 2].known && e->at[ply - 2].player == n->player) note_swing(e, fabs(value - e->at[ply - 2].value));
  return value;
}

/* Does `estimate` lie a margin beyond the side of the window that cuts off, for `player`? Not before swings are known, nor if it is NaN. */
static inline bool beyond (const Search *s, Player player, Value estimate, Window w, int left) {
  const Estimates *e = estimates(s);
  const Value margin = e->swing * (left + 1) / 2;
  if (e->count < FIRST_SWINGS || !(margin > 0)) return false;
  return player == MAX ? estimate - margin >= w.beta : estimate + margin <= w.alpha;
}

/* Called before each pass; makes them before the first. */
static void open_estimates (Search *s) {
  if (s->pass.memory != NULL) return;
  s->pass.memory = arena_alloc(&s->arena, sizeof(Estimates));
  *estimates(s) = (Estimates){.deviations = deviations_of(search_number(s, "risk"))};
}
