/*
** Quiescence: a node at the horizon is searched further along noisy moves, until it is quiet. A part of selective.c, which says by whom
** it is.
*/
#pragma once

#include "algo/window/techniques.h"

#define QUIESCENCE_PLIES 12     /* beyond the horizon */

/* The moves of a node at the horizon, as far as they have been looked at. */
typedef struct Moves {
  bool quiet, noisy;    /* there are such */
  bool stands;          /* the walk stands at the first noisy one */
} Moves;

/* The next successor of `n` whose move is noisy or, without `noisy`, quiet; false if there is none. */
static bool next_of_kind (Search *s, Node *n, Node *child, bool noisy) {
  if (!game_has_next_of_kind(s->game)) {
    while (visit_next(s, n, child))
      if (game_noisy(s->game, &n->position, n->walk.move) == noisy) return true;
    return false;
  }
  const bool more = game_next_of_kind(s->game, &n->position, &n->walk, &child->position, noisy);
  n->walk.index += more;
  child->player = opponent(n->player);
  return more;
}

/* The next noisy successor of `n`; false if there is none, or a quiet one comes where others do not follow. */
static bool next_noisy (Search *s, Node *n, Node *child) {
  if (!s->game->noisy_first) return next_of_kind(s, n, child, true);
  return visit_next(s, n, child) && game_noisy(s->game, &n->position, n->walk.move);
}

/*
** Looks at the moves of `n` until it has seen a quiet one and, unless `enough` or behind a quiet one there are no others, a noisy one.
** If the walk then stands at the first noisy one, that is `child`. Not traced, not counted.
*/
static Moves look_at_moves (Search *s, Node *n, Node *child, bool enough) {
  look_below(s, n, child);
  const bool quiet = next_of_kind(s, n, child, false), noisy = n->walk.index > quiet;
  const bool stands = quiet && !noisy && !enough && !s->game->noisy_first && next_of_kind(s, n, child, true);
  return (Moves){quiet, noisy || stands, stands};
}

/*
** The noisy moves of `n`; if there is a quiet one the player may refrain from them, with `stand`. `child` is the first of them, if the walk
** stands there.
*/
static Value noisy_children (Search *s, Node *n, Node *child, Value stand, Window w, Player player, Moves moves) {
  Value g = moves.quiet ? stand : worst_for(player);
  bool horizon = moves.quiet, cut = false, more = moves.stands;
  const Window given = w;
  if (moves.quiet) narrow(player, stand, &w);
  s->outcome.stats.developed++;
  trace_develop(s, n);
  if (!more) {
    look_below(s, n, child);
    more = next_noisy(s, n, child);
  }
  for (; more; more = !cut && next_noisy(s, n, child)) {
    Value value = selective_visit(s, child, w.alpha, w.beta);
    const bool its = s->pass.basis.horizon;
    horizon |= its;
    if (better(player, value, g)) {
      g = value;
      if (!raise_exact(s, n, child, g, &w, given)) continue;
      cut = !window_open(w);
      if (cut) horizon = its;
    } else visit_dismiss(s, child);
  }
  s->pass.basis.horizon = horizon;
  return bounds_hold(s, n, g);
}

/* `n` lies at the horizon or beyond, and was entered last. */
static Value quiesce (Search *s, Node *n, Window w) {
  Node child;
  Value value;
  const Value stand = visit_evaluate(s, n);
  if (n->ply - s->pass.depth >= QUIESCENCE_PLIES) return stand;
  visit_player(s, n);
  const bool enough = cuts_off(n->player, stand, w);
  const Moves moves = look_at_moves(s, n, &child, enough);
  s->pass.basis.horizon = moves.noisy || moves.quiet;         /* else it is terminal */
  if (!moves.noisy || (enough && moves.quiet)) return stand;
  s->pass.basis.horizon = false;
  if (visit_known(s, n, w, &value)) return value;
  s->pass.basis.selection = true;
  if (trace_on(s)) trace_technique(s, n, "quiescence", 0, stand, w);
  return noisy_children(s, n, &child, stand, w, n->player, moves);
}
