/*
** NegaScout: the first successor is taken to be the best, and the others only have to prove that they are not better, which a
** null window does for less; one that turns out better is searched again, from where the test left it (de Bruin & Pijls,
** "Trends", Fig. 6). The second search may come out at the very value it starts from: then that is exact.
**
** Given a table, a node asks it first and stores what it found, as in Fig. 5: see tt.h. Compiled modules for searches without a table
** develop the last two plies in one function: see plies.h.
*/
#include "search/root.h"

#include "algo/window/selective.h"

#if defined GAME_PLAIN && GAME_PLAIN    /* compiled together with rules, for searches that have no table, no order and no other threads */

static inline bool is_strict (const Search *s) {
  (void)s;
  return false;
}

#define SCOUTS true
#include "algo/window/plies.h"

static void tt_run (Search *s) {
  if (s->table || s->pass.order || s->team.parallel) s->algorithm->run(s);      /* the engine's */
  else {
    own_range(s);
    game_lend_walks(s->game, 0);
    publish_conclusion(s, root_search(s, s->asked.window, visit_second, true));
  }
}

#else

#define TT_WINDOWS              /* defined below */
#include "algo/window/tt.h"

static ALWAYS_INLINE Window tt_ask (Window w, Player player, bool first) {
  return first ? w : null_window(player, own_side(player, w));
}

static ALWAYS_INLINE bool tt_ask_again (Window w, Player player, Value value, Window *again) {
  if (value <= w.alpha || value >= w.beta) return false;
  *again = player == MAX ? (Window){value, w.beta} : (Window){w.alpha, value};
  return true;
}

#endif

const Algorithm negascout = {
  .id = "negascout", .title = "NegaScout", .family = "window", .source = "de Bruin & Pijls, Trends, Fig. 6",
  .options = OPTIONS(&option_window, &option_table, &option_order, &option_drop_order, &option_remember_leaves,
                     &option_risk, &option_threads),
  .file = "algo/window/negascout.c", .informed = true, .leftmost = true, .lines = true, .path = true, .run = tt_run,
  .selective = SELECTIVE_FORM, .selective_file = "algo/window/selective.c"
};
