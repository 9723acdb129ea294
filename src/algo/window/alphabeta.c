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
** narrows the side of the player to move and compares with the other; since U never grows from a MAX node to its children and
** L never falls from a MIN node to its, narrowing both is the same.) Without bounds L is -inf, U is +inf, and what is left
** is alpha-beta as Knuth & Moore have it ("Trends", Fig. 3).
**
** With the option `strict` it cuts off only what is worse than the bound, not what equals it, as some older programs do: it
** examines more, and finds the same value.
*/
#include "search/root.h"

static const Option option_strict = {
  .name = "strict", .kinds = OPTION_FLAG, .otherwise = 0,
  .help = "cut off only below the bound, not at it: as some older programs did, and some tables "
    "count",
  .example = "gts.tree{branching=3, depth=6, order='random'}, {strict = true}"
};

#ifdef GAME_STRICT              /* what is compiled together with rules knows whether it is strict */
static inline bool is_strict (const Search *s) {
  (void)s;
  return GAME_STRICT;
}
#else
static inline bool is_strict (const Search *s) { return s->pass.strict; }
#endif

#define SCOUTS false
#include "algo/window/plies.h"

static void run (Search *s) {
  s->pass.strict = search_flag(s, "strict");
  if (s->pass.strict != is_strict(s)) s->algorithm->run(s);     /* the engine's */
  else {
    own_range(s);
    game_lend_walks(s->game, 0);
    publish_conclusion(s, root_search(s, s->asked.window, visit_second, false));
  }
}

const Algorithm alphabeta = {
  .id = "alphabeta", .title = "Alpha-beta", .family = "window",
  .source = "de Bruin & Pijls, Trends, Fig. 3; with bounds: Pijls & de Bruin, Framework, Fig. 5",
  .options = OPTIONS(&option_window, &option_strict), .file = "algo/window/alphabeta.c", .informed = true, .leftmost = true,
  .lines = true, .path = true, .run = run
};
