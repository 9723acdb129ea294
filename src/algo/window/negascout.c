/*
** NegaScout: the first successor is taken to be the best, and the others only have to prove that they are not better, which a null window
** does for less; one that turns out better is searched again, from where the test left it (de Bruin & Pijls, "Trends", Fig. 6). The second
** search may come out at the very value it starts from: then that is exact. search.c has the loop, with a table or without.
*/
#define SCOUTS true
#define WITHOUT_TABLE GAME_PLAIN
#include "algo/window/forms.h"
#include "algo/window/selective.h"

const Algorithm negascout = {.id = "negascout", .title = "NegaScout", .family = "window", .source = "de Bruin & Pijls, Trends, Fig. 6",
  .options = OPTIONS(&option_window, &option_table, &option_order, &option_drop_order, &option_remember_leaves,
                     &option_risk, &option_threads),
  .file = "algo/window/negascout.c", .informed = true, .leftmost = true, .lines = true, .path = true, .run = search_once,
  .selective = selective_run
};
