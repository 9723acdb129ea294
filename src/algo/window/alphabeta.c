/*
** Alpha-beta, fail-soft, with the bounds that the rules may know: the search of search.c in the whole window.
**
** With the option `strict` it cuts off only what is worse than the bound, not what equals it, as some older programs do: it
** examines more, and finds the same value.
*/
#define SCOUTS false
#define WITHOUT_TABLE true
#include "algo/window/forms.h"

static const Option option_strict = {.name = "strict", .kinds = OPTION_FLAG, .otherwise = 0,
  .help = "cut off only below the bound, not at it: as some older programs did, and some tables count",
  .example = "gts.tree{branching=3, depth=6, order='random'}, {strict = true}"};

const Algorithm alphabeta = {.id = "alphabeta", .title = "Alpha-beta", .family = "window",
  .source = "de Bruin & Pijls, Trends, Fig. 3; with bounds: Pijls & de Bruin, Framework, Fig. 5",
  .options = OPTIONS(&option_window, &option_strict), .file = "algo/window/alphabeta.c", .informed = true, .leftmost = true,
  .lines = true, .path = true, .run = search_once
};
