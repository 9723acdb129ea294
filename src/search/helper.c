#include "search/helper.h"

#include "base/wait.h"
#include "search/run.h"
#include "search/share.h"
#include "search/shared.h"

#define LONG_WAIT 1.0           /* seconds between two looks while waiting */

static void work (void *of) {
  Search *s = of;
  run_pass(s, s->team.share->run);
}

/*
** Waits for a pass other than number `done`. False: the helpers are stopped. The number is read
** first: the main thread changes it after everything else, so that no change is slept through.
*/
static bool wait_for_pass (const Share *share, uint32_t done) {
  for (;;) {
    const uint32_t pass = share_get(&share->pass);
    if (share_get(&share->over)) return false;
    if (pass != done && share_get(&share->runs)) return true;
    wait_on(&share->pass, pass, LONG_WAIT);
  }
}

void helper_run (Search *s) {
  Share *share = s->team.share;
  Helper *helper = &share->helper[s->team.helper];
  uint32_t done = 0;
  Stop why = STOP_NONE;
  bool goes_on = true;
  if (s->table) {
    s->team.table_used = s->table->used;
    s->table->counts = (TableCounts){0};
  }
  while (goes_on && wait_for_pass(share, done)) {
    share_set(&helper->state, HELPER_WORKS);
    done = share_get(&share->pass);
    if (share_get(&share->runs)) {
      s->pass.depth = share->depth;
      s->pass.techniques = share->techniques;
      s->outcome.completed = share->completed;
      goes_on = s->host->protect(s->host, work, s, &why, helper->text, sizeof helper->text) || (why != STOP_NONE && share_is_over(s));
      share_publish(s);
    }
    if (goes_on) share_set(&helper->state, HELPER_RESTS);
    wait_wake(&helper->state);
  }
  helper->why = why;
  share_set(&helper->state, HELPER_GONE);
  if (!goes_on) share_set(&share->trouble, 1);
  wait_wake(&helper->state);
}
