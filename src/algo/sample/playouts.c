/*
** Flat playouts: games that go on at random from the root, each move as likely, one after the other until a limit. Nothing is chosen
** by what they say: so they tell how fast a game is played, and how it ends by chance.
*/
#include "algo/sample/playout.h"

#include "search/publish.h"
#include "search/search.h"

static void count (PlayoutCounts *c, Value value, uint64_t plies) {
  c->games++;
  c->plies += plies;
  c->sum += value;
  if (value != 0) c->won[value > 0 ? MAX : MIN]++;
}

static void refuse_over (Search *s) { s->host->fail(s->host, "the game is over at the position where playouts are to begin"); }

static void run (Search *s) {
  const Node *root = &s->pass.root;
  PlayoutCounts *counts = &s->outcome.playouts;
  Playout playout;
  const double most = playout_iterations(s);
  playout_open(&playout, s, false);
  if (visit_leaf(s, &s->pass.root)) refuse_over(s);
  while ((double)counts->games < most) {
    const uint64_t before = search_visits(s);
    const Value value = playout_run(&playout, root).value;
    if (search_visits(s) == before) refuse_over(s);      /* it has no move */
    count(counts, value, search_visits(s) - before);
  }
  publish_conclusion(s, counts->sum / (double)counts->games);
}

const Algorithm playouts = {
  .id = "playouts", .options = OPTIONS(&option_iterations, &option_rollout, &option_longest_rollout, &option_sampling_seed),
  .alternative = true, .hidden = true, .run = run
};
