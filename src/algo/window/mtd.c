/*
** MTD: null windows alone, each placed at the bound that the last one gave, until two bounds meet. The table keeps what was
** learnt, so that each pass only searches what the new question needs (de Bruin & Pijls, "Trends", section 6; Plaat et al.,
** "Best-first fixed-depth minimax algorithms", 1996).
**
** With +inf as its first bound it goes down and examines the same leaves in the same order as SSS*; with -inf it goes up, as
** dual SSS*; with a guess f it is MTD(f), and needs fewest passes when f is near the value. With deepening the guess is the value
** of the last iteration.
**
** Going down, a pass asks "is the value at least g?" of the upper bound g, until the answer is yes; going up likewise. The
** root's move is the one of the last pass that one successor alone decided.
*/
#include "algo/window/tt.h"

#include <float.h>

typedef struct Passes {
  Line *line;           /* of the last pass that one successor decided */
  bool leaf;            /* the root is a leaf: one pass says all */
  bool settle;          /* the bounds of the root may answer for it */
} Passes;

static Value pass (Search *s, Value alpha, Value beta, Passes *passes) {
  search_tell(s, EVENT_PASS, &s->root, s->depth, alpha, beta);
  Value value = tt_root(s, alpha, beta, passes->settle, &passes->leaf);
  bool decided = s->root.line && (s->root.player == MAX ? value >= beta : value <= alpha);
  line_free(&s->lines, decided ? passes->line : s->root.line);
  if (decided) passes->line = s->root.line;
  search_prove(s, value >= beta ? value : -INFINITY, value <= alpha ? value : INFINITY);
  return value;
}

/* `g` is an upper bound. -DBL_MAX < inf are neighbours enough: every leaf fails low. */
static Value go_down (Search *s, Value g, Passes *passes) {
  Value bound;
  do {
    bound = g;
    g = pass(s, nextafter(g, -INFINITY), g, passes);
  } while (g < bound);
  return bound;
}

static Value go_up (Search *s, Value g, Passes *passes) {
  Value bound;
  do {
    bound = g;
    g = pass(s, g, nextafter(g, INFINITY), passes);
  } while (g > bound);
  return bound;
}

/*
** Where to begin when the caller does not say: at what the last iteration found, else at what the rules think of the root.
** Without a horizon they need not be able to think of it; then from above.
*/
static Value guess (Search *s) {
  if (!isnan(s->own.first)) return s->own.first;
  if (s->completed.valued) return s->completed.value;
  return s->depth < s->end && s->depth > 0 ? search_estimate(s, &s->root) : INFINITY;
}

static Value close_in (Search *s, Value first, Passes *passes) {
  if (first == -INFINITY) first = nextafter(first, INFINITY);
  Value value = pass(s, nextafter(first, -INFINITY), first, passes);
  if (passes->leaf) return value;
  return value >= first ? go_up(s, value, passes) : go_down(s, value, passes);
}

/* The value may be a bound of the root, which answered for it: then no pass has asked which successor has it. */
static void decide (Search *s, Value value, Passes *passes) {
  Node *n = &s->root;
  Value alpha, beta;
  if (passes->line || passes->leaf || n->lower >= n->upper) return;
  if (game_has_player(s->game)) n->player = game_player(s->game, &n->position);
  null_window(n->player, nextafter(value, n->player == MAX ? -INFINITY : INFINITY), &alpha, &beta);
  passes->settle = false;
  pass(s, alpha, beta, passes);
}

static void run (Search *s) {
  Passes passes = {NULL, false, true};
  Value value = close_in(s, guess(s), &passes);
  decide(s, value, &passes);
  s->root.line = passes.line;
  follow_table(s, value);
  search_conclude(s, value);
}

const Algorithm mtd = {
  .id = "mtd", .title = "MTD(f)", .family = "window", .source = "de Bruin & Pijls, Trends, section 6",
  .needs = "key", .options = "first table order remember_leaves", .informed = true, .run = run
};
