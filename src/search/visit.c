#include "search/visit.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "search/search.h"
#include "search/share.h"

#define POLL_SECONDS 0.001      /* how often to look up, about */
#define LARGEST_STEP ((uint64_t)1 << 20)

static void look (Search *s, double now) {
  if (s->team.helper > 0 && share_is_over(s)) s->host->leave(s->host, STOP_SUPERSEDED);
  search_look(s, now);
}

void visit_look (Search *s) { look(s, clock_now()); }

/* Looks at the visits that make up about a millisecond, however slow the rules are: the step grows and shrinks accordingly. */
void visit_poll (Search *s) {
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
  if (since < POLL_SECONDS / 2 && s->watch.poll_step < LARGEST_STEP) s->watch.poll_step *= 2;
  else if (since > POLL_SECONDS) s->watch.poll_step = s->watch.poll_step / 2 + (s->watch.poll_step == 1);
  uint64_t step = s->watch.poll_step;
  if (s->asked.node_limit && step > s->asked.node_limit - s->watch.poll_at) step = s->asked.node_limit - s->watch.poll_at;
  s->watch.poll_at += step;
  s->watch.until_poll = (int64_t)step - 1;            /* it begins now */
}

void visit_refuse_stack (Search *s, int ply) {
  if (s->team.helper > 0) s->host->leave(s->host, STOP_SUPERSEDED);  /* the main thread may have more of it */
  s->host->fail(s->host, "the tree is deeper than %d plies, more than the C stack can hold: "
                         "state a depth, or raise the stack limit of the system", ply);
}

/* Messages. */

/* The number of plies after which a position on the path to `n` comes again; the last that does, *again. 0: none is seen. */
static int find_circle (const Search *s, const Node *n, const Node **again) {
  enum { STARTS = 64, PLIES = 1000 };
  if (s->game->same == NULL || !s->algorithm->path) return 0;
  for (int start = 0; n && start < STARTS; start++, n = n->parent) {
    const Node *above = n->parent;
    for (int plies = 1; above && plies <= PLIES; plies++, above = above->parent) {
      if (above->player != n->player || !s->game->same(s->game, &above->position, &n->position)) continue;
      *again = n;
      return plies;
    }
  }
  return 0;
}

/* The path to `n` is too long, if it goes in a circle: says so. Else it returns. */
static void refuse_circle (const Search *s, const Node *n, int longest) {
  char text[DESCRIBE_ROOM];
  const Node *again = NULL;
  int plies = find_circle(s, n, &again);
  if (plies == 0) return;
  describe_position(s, &again->position, text);
  s->host->fail(s->host, "the tree is deeper than %d plies: the game goes in circles, position %s comes again after %d plies; state a "
                         "depth, or what a repeated position is worth (rules.cycle)", longest, text, plies);
}

/* Is there room for the path to `n`, and may it be so long? */
static void check_path (Search *s, const Node *n) {
  bool endless = s->pass.depth == NO_HORIZON, full = visit_stack_is_full(s);
  if (endless && (full || n->ply > s->asked.longest)) refuse_circle(s, n, full ? n->ply : s->asked.longest);
  if (full) visit_refuse_stack(s, n->ply);
  if (endless && n->ply > s->asked.longest)
    s->host->fail(s->host, "the tree is deeper than %d plies: the game may go in circles; state a depth, or rules.cycle, or a greater "
                           "'longest' if it ends", s->asked.longest);
}

/* Room for `node` among those above others. */
static void widen_above (Search *s, const Node *node) {
  const Node *before = s->pass.above;
  s->pass.above = arena_widen(&s->pass.traced, s->pass.above, sizeof *s->pass.above, &s->pass.above_room, (size_t)node->ply + 1);
  if (s->pass.above == before) return;
  for (size_t i = 0; i < s->pass.above_room; i++) {
    s->pass.above[i].ply = (int)i;
    s->pass.above[i].parent = i ? &s->pass.above[i - 1] : NULL;
  }
}

void visit_deeper (Search *s, NODE) {
  Node n;
  NODE_ENTERED(&n);
  if (n.ply > 0 && s->pass.above) n.parent = &s->pass.above[n.ply - 1];
  check_path(s, &n);
  if (s->pass.links) widen_above(s, &n);
  s->watch.deepest = n.ply;
  uint64_t path = (uint64_t)n.ply + 2;
  if (path > s->outcome.stats.peak && !s->algorithm->holds) s->outcome.stats.peak = path;
}

void visit_ask_bounds (Search *s, Node *n) { visit_take_bounds(s, n); }
