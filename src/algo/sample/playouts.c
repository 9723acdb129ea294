/*
** Flat playouts: games that go on at random from the root, each move as likely, one after the other until a limit. Nothing is chosen
** by what they say: so they tell how fast a game is played, and how it ends by chance.
*/
#include "algo/sample/playout.h"

#include "search/publish.h"
#include "search/search.h"

/* Games and plies, games that MAX and MIN have won, the sum of the values. */
static const char *const names[] = {"games", "plies", "max", "min", "sum", NULL};
enum { GAMES, PLIES, WON_BY_MAX, WON_BY_MIN, SUM };

static void count (double *of, Value value, uint64_t plies) {
  of[GAMES]++;
  of[PLIES] += (double)plies;
  of[SUM] += value;
  if (value != 0) of[value > 0 ? WON_BY_MAX : WON_BY_MIN]++;
}

static void refuse_over (Search *s) { s->host->fail(s->host, "the game is over at the position where playouts are to begin"); }

static void run (Search *s) {
  const Node *root = &s->pass.root;
  double *figures = s->outcome.figures.of;
  Playout playout;
  const double most = playout_iterations(s);
  s->outcome.figures.names = names;
  playout_open(&playout, s, false);
  if (visit_leaf(s, &s->pass.root)) refuse_over(s);
  while (figures[GAMES] < most) {
    const uint64_t before = search_visits(s);
    const Value value = playout_run(&playout, root).value;
    if (search_visits(s) == before) refuse_over(s);      /* it has no move */
    count(figures, value, search_visits(s) - before);
  }
  publish_conclusion(s, figures[SUM] / figures[GAMES]);
}

const Algorithm playouts = {
  .id = "playouts", .options = OPTIONS(&option_iterations, &option_rollout, &option_longest_rollout, &option_seed),
  .alternative = true, .hidden = true, .run = run
};
