#include "search/aside.h"

Aside aside_begin (Search *s) {
  Aside aside = {s->stats, {0}, s->poll_at, s->until_poll, s->deepest, s->horizon, s->caller.trace};
  if (s->table) aside.counts = s->table->counts;
  s->caller.trace = NULL;
  s->deepest = -1;              /* it may recurse: watch the stack anew */
  return aside;
}

void aside_end (Search *s, const Aside *aside) {
  s->stats = aside->stats;
  if (s->table) s->table->counts = aside->counts;
  s->poll_at = aside->poll_at;
  s->until_poll = aside->until_poll;
  s->deepest = aside->deepest;
  s->horizon = aside->horizon;
  s->caller.trace = aside->trace;
}
