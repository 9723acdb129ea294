/*
** Alpha-beta, fail-soft, with the bounds that the rules may know.
**
** visit returns f with (de Bruin & Pijls, "Trends", Lemma 1):
**   f <= alpha         f is an upper bound on the value of the node (it fails low);
**   alpha < f < beta   f is the value;
**   f >= beta          f is a lower bound (it fails high).
**
** With bounds L <= value <= U for every node this is the informed alpha-beta of Pijls & de Bruin, "A framework", Fig. 5: a
** node whose bounds meet or lie outside the window is not searched, and otherwise they narrow the window. (The figure
** narrows the side of the player to move and compares with the other; since U never grows from a MAX node to its sons and
** L never falls from a MIN node to its, narrowing both is the same.) Without bounds L is -inf, U is +inf, and what is left
** is alpha-beta as Knuth & Moore have it ("Trends", Fig. 3).
**
** The figure finds the value, and we want the move as well. At a MAX node a son that fails low at L is at most L, so that it
** serves for the value; but which son is worth L, if the value is L, nobody knows. Therefore the root leaves L (for MIN, U)
** inside its window.
*/
#include "algo/window/window.h"

static Value inner (Search *s, Node *n, Value alpha, Value beta);

static inline Value visit (Search *s, Node *n, Value alpha, Value beta) {
  return search_leaf(s, n) ? search_evaluate(s, n) : inner(s, n, alpha, beta);
}

/*
** The successors of n, from `child` on. A value inside (low, high) is exact: that is the window, but where it is closed by a
** bound beyond which no successor lies, a value there is exact too.
*/
static specialised Value sons (Search *s, Node *n, Node *child, Value alpha, Value beta, Player player) {
  Value low = alpha, high = beta, best = worst_for(player);
  if (s->informed) bound_window(s, n, &alpha, &beta, &low, &high, player);
  do {
    Value value = visit(s, child, alpha, beta);
    if (!better(player, value, best)) {
      search_dismiss(s, child);
      continue;
    }
    best = value;
    if (!better(player, value, player == MAX ? low : high) && n->parent != NULL) {
      search_dismiss(s, child);                 /* it fails low: nobody asks for its line */
      continue;
    }
    search_improve(s, n, child, value, low, high);
    if (!better(player, value, player == MAX ? alpha : beta)) continue;
    if (player == MAX) alpha = low = value;
    else beta = high = value;
    if (alpha >= beta) {
      search_tell(s, EVENT_CUTOFF, n, value, alpha, beta);
      break;
    }
  } while (search_next(s, n, child));
  return s->informed ? search_within(s, n, best) : best;
}

static Value inner (Search *s, Node *n, Value alpha, Value beta) {
  Node child;
  Value value;
  if (search_known(s, n, alpha, beta, &value)) return value;
  if (!search_first(s, n, &child)) return search_evaluate(s, n);
  return n->player == MAX ? sons(s, n, &child, alpha, beta, MAX) : sons(s, n, &child, alpha, beta, MIN);
}

static void run (Search *s) {
  search_conclude(s, visit(s, &s->root, s->alpha, s->beta));
}

const Algorithm alphabeta = {
  .id = "alphabeta", .title = "Alpha-beta", .family = "window",
  .source = "de Bruin & Pijls, Trends, Fig. 3; with bounds: Pijls & de Bruin, Framework, Fig. 5",
  .needs = "", .options = "window", .informed = true, .run = run
};
