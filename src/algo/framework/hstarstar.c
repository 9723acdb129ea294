/*
** H**: Rsearch that descends along the window: at a MAX node to a child with the same upper end, at a MIN node to one with the
** same lower end. So each player looks at what promises most to him, as in Berliner's B* and Ibaraki's H*.
** (Pijls & de Bruin, "A framework for game tree algorithms", section 4.) It may develop nodes that alpha-beta does not.
*/
#include "algo/framework/rsearch.h"
#include "algo/framework/tree.h"

static void run (Search *s) { framework_search(s, "hstar"); }

const Algorithm hstarstar = {.id = "hstarstar", .title = "H**", .family = "framework", .source = "Pijls & de Bruin, Framework, section 4",
  .options = OPTIONS(&option_window, &option_pseudo), .informed = true, .lines = true, .holds = true, .run = run};
