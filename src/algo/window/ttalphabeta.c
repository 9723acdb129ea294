/*
** Alpha-beta with a transposition table, called once.
*/
#include "algo/window/tt.h"

static void run (Search *s) {
  bool leaf;
  Value value = tt_root(s, s->alpha, s->beta, true, &leaf);
  follow_table(s, value);
  search_conclude(s, value);
}

const Algorithm ttalphabeta = {
  .id = "ttalphabeta", .title = "Alpha-beta with a table", .family = "window", .source = "de Bruin & Pijls, Trends, Fig. 5",
  .needs = "key", .options = "window table order remember_leaves", .informed = true, .run = run
};
