/*
** Quiescence: a node at the horizon is searched further along noisy moves, until it is quiet. A part of selective.c, which says by whom
** it is.
*/
#pragma once

#include "algo/window/techniques.h"

#define QUIESCENCE_PLIES 12     /* beyond the horizon */

/* The moves of a node at the horizon, as far as they have been looked at. */
typedef struct Moves { bool quiet, noisy; } Moves;

/*
** Looks at the moves of `n` until it has seen a quiet one and, unless `enough` or behind a quiet one there are no others, a noisy one. Not
** traced, not counted.
*/
static Moves look_at_moves (Search *s, Node *n, bool enough) {
  Moves moves = {false, false};
  Node child;
  enough |= s->game->noisy_first;
  look_below(s, n, &child);
  while (!(moves.quiet && (enough || moves.noisy)) && visit_next(s, n, &child)) {
    if (game_noisy(s->game, &n->position, n->walk.move)) moves.noisy = true;
    else moves.quiet = true;
  }
  return moves;
}

/* The noisy moves of `n`; if there is a quiet one the player may refrain from them, with `stand`. */
static Value noisy_children (Search *s, Node *n, Value stand, Window w, Player player, bool quiet) {
  Node child;
  Value g = quiet ? stand : worst_for(player);
  bool horizon = quiet, cut = false;
  const Window given = w;
  if (quiet) narrow(player, stand, &w);
  visit_open(s, n, &child);
  while (!cut && visit_next(s, n, &child)) {
    if (!game_noisy(s->game, &n->position, n->walk.move)) {
      if (s->game->noisy_first) break;
      continue;
    }
    Value value = selective_visit(s, &child, w.alpha, w.beta);
    const bool its = s->pass.basis.horizon;
    horizon |= its;
    if (better(player, value, g)) {
      g = value;
      if (!raise_exact(s, n, &child, g, &w, given, player)) continue;
      cut = !window_open(w);
      if (cut) horizon = its;
    } else visit_dismiss(s, &child);
  }
  s->pass.basis.horizon = horizon;
  return bounds_hold(s, n, g);
}

/* `n` lies at the horizon or beyond, and was entered last. */
static Value quiesce (Search *s, Node *n, Window w) {
  Value value;
  const Value stand = visit_evaluate(s, n);
  if (n->ply - s->pass.depth >= QUIESCENCE_PLIES) return stand;
  visit_player(s, n);
  const bool enough = cuts_off(n->player, stand, w);
  const Moves moves = look_at_moves(s, n, enough);
  s->pass.basis.horizon = moves.noisy || moves.quiet;         /* else it is terminal */
  if (!moves.noisy || (enough && moves.quiet)) return stand;
  s->pass.basis.horizon = false;
  if (visit_known(s, n, w, &value)) return value;
  s->pass.basis.selection = true;
  if (trace_on(s)) trace_technique(s, n, "quiescence", 0, stand, w);
  return noisy_children(s, n, stand, w, n->player, moves.quiet);
}
