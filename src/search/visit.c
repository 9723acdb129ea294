#include "search/visit.h"

#include "base/clock.h"

#define POLL_SECONDS 0.001      /* how often to look up, about */
#define REPORT_SECONDS 0.1      /* how often to report progress, about */
#define LARGEST_STEP ((uint64_t)1 << 20)

static void look (Search *s, double now) {
  Host *host = s->host;
  if (host->interrupted && __atomic_load_n(host->interrupted, __ATOMIC_RELAXED)) host->leave(host, STOP_INTERRUPTED);
  if (s->time_limit > 0 && now - s->started >= s->time_limit) host->leave(host, STOP_TIME);
}

void visit_look (Search *s) { look(s, clock_now()); }

/* Looks at the visits that make up about a millisecond, however slow the rules are: the step grows and shrinks accordingly. */
void visit_poll (Search *s) {
  Host *host = s->host;
  double now = clock_now(), since = now - s->polled;
  s->polled = now;
  s->until_poll = 0;                            /* the visit that is about to begin is not counted yet */
  look(s, now);
  if (s->node_limit && s->poll_at >= s->node_limit) host->leave(host, STOP_NODES);
  Stop why = s->caller.meanwhile ? s->caller.meanwhile(s) : STOP_NONE;
  if (why != STOP_NONE) host->leave(host, why);
  if (s->caller.progress && now - s->reported >= REPORT_SECONDS) {
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
  s->host->fail(s->host, "the tree is deeper than %d plies, more than the C stack can hold: "
                         "state a depth, or raise the stack limit of the system", ply);
}

void visit_deeper (Search *s, const Node *node) {
  visit_guard(s, node->ply);
  if (s->depth == NO_HORIZON && node->ply > s->longest)
    s->host->fail(s->host, "the tree is deeper than %d plies: state a depth if the game can go on for ever, "
                           "or a greater 'longest' if it cannot", s->longest);
  s->deepest = node->ply;
  uint64_t path = (uint64_t)node->ply + 2;
  if (path > s->stats.peak && !s->algorithm->holds) s->stats.peak = path;
}

void visit_ask_bounds (Search *s, Node *n) {
  Value lower = -INFINITY, upper = INFINITY;
  s->game->bounds(s->game, &n->position, &lower, &upper);
  if (lower > n->lower) n->lower = lower;
  if (upper < n->upper) n->upper = upper;
  if (n->lower > n->upper)
    s->host->fail(s->host, "rules.bounds gives (" VALUE_FORMAT ", " VALUE_FORMAT ") for a position, outside the range ("
                           VALUE_FORMAT ", " VALUE_FORMAT ") of the game", lower, upper, s->lower, s->upper);
  if (n->ply == 0) publish(s, n->lower, n->upper, NO_VALUE, NULL);
}

void visit_contradict (const Search *s) {
  if (!search_cut(s))
    s->host->fail(s->host, "the bounds of the rules contradict the values of their leaves: the values of the successors of a "
                           "position lie outside its bounds");
}
