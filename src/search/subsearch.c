#include "search/subsearch.h"

Subsearch subsearch_begin (Search *s) {
  Subsearch sub = {s->outcome.stats, {0}, s->watch.poll_at, s->watch.until_poll, s->watch.deepest, s->pass.horizon, s->asked.caller.trace};
  if (s->table) sub.counts = s->table->counts;
  s->asked.caller.trace = NULL;
  s->watch.deepest = -1;              /* it may recurse: watch the stack anew */
  return sub;
}

void subsearch_end (Search *s, const Subsearch *sub) {
  s->outcome.stats = sub->stats;
  if (s->table) s->table->counts = sub->counts;
  s->watch.poll_at = sub->poll_at;
  s->watch.until_poll = sub->until_poll;
  s->watch.deepest = sub->deepest;
  s->pass.horizon = sub->horizon;
  s->asked.caller.trace = sub->trace;
}
