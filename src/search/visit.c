#include "search/visit.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "search/describe.h"
#include "search/share.h"

#define POLL_SECONDS 0.001      /* how often to look up, about */
#define LARGEST_STEP ((uint64_t)1 << 20)

static void look (Search *s, double now) {
  if (s->helper > 0 && share_is_over(s)) s->host->leave(s->host, STOP_SUPERSEDED);
  search_look(s, now);
}

void visit_look (Search *s) { look(s, clock_now()); }

/* Looks at the visits that make up about a millisecond, however slow the rules are: the step grows and shrinks accordingly. */
void visit_poll (Search *s) {
  Host *host = s->host;
  double now = clock_now(), since = now - s->polled;
  s->polled = now;
  s->until_poll = 0;                            /* the visit that is about to begin is not counted yet */
  look(s, now);
  if (s->share) share_poll(s, now);
  if (s->node_limit && s->poll_at >= s->node_limit) host->leave(host, STOP_NODES);
  Stop why = s->caller.meanwhile ? s->caller.meanwhile(s) : STOP_NONE;
  if (why != STOP_NONE) host->leave(host, why);
  if (s->caller.progress && now - s->reported >= s->report_seconds) {
    s->reported = now;
    if (!s->caller.progress(s)) host->leave(host, STOP_PROGRESS);
  }
  if (since < POLL_SECONDS / 2 && s->poll_step < LARGEST_STEP) s->poll_step *= 2;
  else if (since > POLL_SECONDS) s->poll_step = s->poll_step / 2 + (s->poll_step == 1);
  uint64_t step = s->poll_step;
  if (s->node_limit && step > s->node_limit - s->poll_at) step = s->node_limit - s->poll_at;
  s->poll_at += step;
  s->until_poll = step - 1;                     /* it begins now */
}

void visit_refuse_stack (Search *s, int ply) {
  if (s->helper > 0) s->host->leave(s->host, STOP_SUPERSEDED);  /* the one who answers may have more of it */
  s->host->fail(s->host, "the tree is deeper than %d plies, more than the C stack can hold: "
                         "state a depth, or raise the stack limit of the system", ply);
}

/* Messages. */

/* The numbers of the successors that lead to `n`, joined by dots. */
static void write_path (const Node *n, char *text) {
  size_t at = DESCRIBE_ROOM - 1;
  text[at] = 0;
  for (n = n->parent; n && at > 24; n = n->parent) {
    char number[24];
    int length = snprintf(number, sizeof number, at == DESCRIBE_ROOM - 1 ? "%lld" : "%lld.", (long long)n->walk.index);
    at -= (size_t)length;
    memcpy(text + at, number, (size_t)length);
  }
  memmove(text, text + at, DESCRIBE_ROOM - at);
}

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
  bool endless = s->depth == NO_HORIZON, full = visit_stack_is_full(s);
  if (endless && (full || n->ply > s->longest)) refuse_circle(s, n, full ? n->ply : s->longest);
  if (full) visit_refuse_stack(s, n->ply);
  if (endless && n->ply > s->longest)
    s->host->fail(s->host, "the tree is deeper than %d plies: the game may go in circles; state a depth, or rules.cycle, or a greater "
                           "'longest' if it ends", s->longest);
}

/* Room for `node` among those above others. */
static void widen_above (Search *s, const Node *node) {
  const Node *before = s->above;
  s->above = arena_widen(&s->traced, s->above, sizeof *s->above, &s->above_room, (size_t)node->ply + 1);
  if (s->above == before) return;
  for (size_t i = 0; i < s->above_room; i++) {
    s->above[i].ply = (int)i;
    s->above[i].parent = i ? &s->above[i - 1] : NULL;
  }
}

void visit_deeper (Search *s, const Node *node) {
  check_path(s, node);
  if (s->links) widen_above(s, node);
  s->deepest = node->ply;
  uint64_t path = (uint64_t)node->ply + 2;
  if (path > s->stats.peak && !s->algorithm->holds) s->stats.peak = path;
}

void visit_refuse_bounds (const Search *s, const Node *n, Value lower, Value upper) {
  char text[DESCRIBE_ROOM];
  describe_position(s, &n->position, text);
  s->host->fail(s->host, "rules.bounds gives (" VALUE_FORMAT ", " VALUE_FORMAT ") for position %s, outside the range (" VALUE_FORMAT
                         ", " VALUE_FORMAT ") of the game", lower, upper, text, s->lower, s->upper);
}

void visit_ask_bounds (Search *s, Node *n) { visit_take_bounds(s, n); }

void visit_contradict (const Search *s, const Node *n, bool known, Value value, Value bound) {
  char text[DESCRIBE_ROOM];
  if (search_cut(s) || s->path) return;         /* on this path a node may be worth less than by itself: see repeat.h */
  if (known) describe_position(s, &n->position, text);
  else write_path(n, text);
  s->host->fail(s->host, "the bounds of the rules contradict the values of their leaves: %s %s has the bound " VALUE_FORMAT
                         ", but its successors make its value %s " VALUE_FORMAT, known ? "position" : "the position at", text, bound,
                value < bound ? "at most" : "at least", value);
}
