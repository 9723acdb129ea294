/* Alpha-beta with a transposition table: the search of search.c, once, in the whole window. */
#define SCOUTS false
#define WITHOUT_TABLE false
#include "algo/window/forms.h"

const Algorithm ttalphabeta = {
  .id = "ttalphabeta", .title = "Alpha-beta with a table", .family = "window", .source = "de Bruin & Pijls, Trends, Fig. 5",
  .needs = "key", .options = OPTIONS(&option_window, &option_table, &option_order, &option_drop_order, &option_remember_leaves,
                     &option_threads),
  .file = "algo/window/ttalphabeta.c", .informed = true, .leftmost = true, .lines = true, .path = true, .run = search_once
};
