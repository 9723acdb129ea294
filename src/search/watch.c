#include "search/watch.h"

#include "base/clock.h"
#include "search/search.h"

#define POLL_SECONDS 0.001      /* how often to look up, about */
#define LARGEST_STEP ((uint64_t)1 << 20)
#define WARY 16                 /* visits that are looked at one by one after a slow one */

static void look (Search *s, double now) {
  if (s->team.helper > 0 && share_is_over(s)) s->host->leave(s->host, STOP_SUPERSEDED);
  search_look(s, now);
}

void watch_look (Search *s) { look(s, clock_now()); }

/*
** Looks at the visits that make up about a millisecond, however slow the rules are: the step grows and shrinks accordingly. Where
** one call of the rules takes that long, each visit is looked at for a while: leaves, which are fast, lie between slow nodes.
*/
static void change_step (Watch *watch, double since) {
  if (since > 4 * POLL_SECONDS) {
    watch->poll_step = 1;
    watch->wary = WARY;
  } else if (watch->wary > 0) watch->wary--;
  else if (since < POLL_SECONDS / 2 && watch->poll_step < LARGEST_STEP) watch->poll_step *= 2;
  else if (since > POLL_SECONDS) watch->poll_step = watch->poll_step / 2 + (watch->poll_step == 1);
}

void watch_poll (Search *s) {
  Host *host = s->host;
  double now = clock_now(), since = now - s->watch.polled;
  s->watch.polled = now;
  s->watch.until_poll = 0;                            /* the visit that is about to begin is not counted yet */
  look(s, now);
  if (s->team.share) share_poll(s, now);
  if (s->asked.node_limit && s->watch.poll_at >= s->asked.node_limit) host->leave(host, STOP_NODES);
  Stop why = s->asked.caller.meanwhile ? s->asked.caller.meanwhile(s) : STOP_NONE;
  if (why != STOP_NONE) host->leave(host, why);
  if (s->asked.caller.progress && now - s->watch.reported >= s->asked.report_seconds) {
    s->watch.reported = now;
    if (!s->asked.caller.progress(s)) host->leave(host, STOP_PROGRESS);
  }
  change_step(&s->watch, since);
  uint64_t step = s->watch.poll_step;
  if (s->asked.node_limit && step > s->asked.node_limit - s->watch.poll_at) step = s->asked.node_limit - s->watch.poll_at;
  s->watch.poll_at += step;
  s->watch.until_poll = (int64_t)step - 1;            /* it begins now */
}
