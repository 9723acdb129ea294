#include "solve/verification.h"

#include <errno.h>
#include <string.h>

#include "solve/distribution.h"
#include "solve/expansion.h"
#include "solve/members.h"
#include "solve/questions.h"
#include "solve/updates.h"

/* Holds the nodes of the window against their successors; those that are elsewhere are asked about. */
static void check_window (Indexed *ix) {
  Position position = {{0}};
  Player player = MAX;
  uint64_t index = UINT64_MAX;                  /* that of the position */
  for (uint64_t node = ix->base; node < ix->base + ix->held; node++) {
    const Cell cell = *cells_at(ix, node);
    if (node % CELLS_OFTEN == 0) {
      analysis_progress(ix->w, "check", node, ix->nodes);
      distribution_look(ix->w);
    }
    if (cell == CODE_NONE && !ix->w->task->audit) continue;
    const bool there = index == node >> ix->both || cells_position(ix, node >> ix->both, &position, &player);
    if (cell == CODE_NONE && !there) continue;
    if (cell == CODE_NONE || !there) cells_contradict(ix, node);
    index = node >> ix->both;
    if (ix->both) player = node % 2 == 0 ? MIN : MAX;
    ix->claimed = cell;
    const Expansion look = expansion_of(ix, node, &position, player);
    if (cells_agree(ix, node, cells_mover(ix, player), look.best, cell)) continue;
    if (look.asked == 0) cells_contradict(ix, node);
    updates_answer(ix, node, MAX, 0);
  }
}

/* Has an answer come for each node of a window that needs one? */
static void check_answers (Indexed *ix, uint32_t window) {
  ranges_load(ix, window);
  memset(ix->open, 0, ix->held);                /* counters, which are not wanted any more */
  updates_load(ix, window);
  for (uint64_t i = 0; i < ix->held; i++)
    if (ix->open[i] == UPDATES_NEEDS) cells_contradict(ix, ix->base + i);
}

void verification_check (Indexed *ix) {
  ix->checking = true;
  if ((ix->windows > 1 || members_are_many(ix)) && !ranges_store(ix)) ranges_fail(ix, errno);
  members_share_ranges(ix);
  for (uint32_t window = 0; window < ix->windows; window++) {
    ranges_load(ix, window);
    check_window(ix);
  }
  ix->claimed = 0;
  if (ix->questions) {
    questions_answer(ix);
    for (uint32_t window = 0; window < ix->windows; window++) check_answers(ix, window);
    questions_close(ix);
    updates_close(ix);
  }
  ix->checking = false;
}
