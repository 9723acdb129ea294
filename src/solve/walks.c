#include "solve/walks.h"

#include "solve/checkpoint.h"
#include "solve/distribution.h"
#include "solve/looks.h"
#include "solve/members.h"
#include "solve/post.h"
#include "solve/questions.h"

/* There is no position at an index. */
static void leave_out (Indexed *ix, uint64_t index, uint64_t node, uint64_t last) {
  for (uint64_t n = node; n <= last; n++) {
    if (*cells_at(ix, n) == CODE_WANTED)
      store_fail(&ix->w->store, "rules.index.of gives %llu for a position of tier %lld, but rules.index.at gives none for it",
                              (unsigned long long)index, (long long)ix->w->tier);
    *cells_at(ix, n) = CODE_NONE;
  }
}

/* Could the work go on from here, if it were left? Several processes meet for that; and moves that are collected have no name yet. */
static bool can_go_on (const Indexed *ix) { return !members_are_many(ix) && (!ix->edges || ix->stage.waves); }

void walks_look_up (Indexed *ix, uint64_t next, uint64_t all) {
  analysis_progress(ix->w, "backward", next, all);
  ix->stage.next = next;
  ix->resumable = ix->game->cyclic && !questions_waits(ix) && can_go_on(ix);
  distribution_pump(ix->w);
  distribution_look(ix->w);
  if (!ix->game->cyclic || !can_go_on(ix) || !checkpoint_is_due(ix)) return;
  ix->resumable = false;
  questions_answer(ix);
  ix->resumable = true;
  checkpoint_write(ix);
}

/* Is a node of this cell to be visited? The first time one with an initial result was, before the walk was left. */
static bool is_due (Cell cell, bool first) { return cell_is_open(cell) && !(first && cell_is_initial(cell)); }

void walks_go (Indexed *ix, WalksVisit *visit, bool first) {
  Position position = {{0}};
  const uint64_t first_own = ix->own >> ix->both, end = (ix->own + ix->own_nodes) >> ix->both;
  for (uint64_t i = ix->stage.next > first_own ? ix->stage.next : first_own; i < end; i++) {
    const uint64_t node = cells_node(ix, i, MIN), last = ix->both ? node + 1 : node;
    Player player = MAX;
    ix->stage.next = i;
    if (!cells_hold(ix, node)) post_load(ix, ranges_window(ix, node));
    if (i % WALKS_OFTEN == 0 || node == ix->base) walks_look_up(ix, i, ix->size);
    if (!is_due(*cells_at(ix, node), first) && !is_due(*cells_at(ix, last), first)) continue;
    ix->changed = true;
    if (!cells_position(ix, i, &position, &player)) {
      leave_out(ix, i, node, last);
      continue;
    }
    if (first) looks_check(ix, i, &position);
    for (uint64_t n = node; n <= last; n++)
      if (is_due(*cells_at(ix, n), first)) visit(ix, n, &position, !ix->both ? player : n == node ? MIN : MAX);
  }
  ix->stage.next = 0;
}
