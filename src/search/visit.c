#include "search/visit.h"

void visit_refuse_stack (Search *s, int ply) {
  if (s->team.helper > 0) s->host->leave(s->host, STOP_SUPERSEDED);  /* the main thread may have more of it */
  host_lack(s->host, "the tree is deeper than %d plies, more than the C stack can hold: "
                     "state a depth, or raise the stack limit of the system", ply);
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
  s->pass.above = arena_widen(&s->trace.memory, s->pass.above, sizeof *s->pass.above, &s->pass.above_room, (size_t)node->ply + 1);
  if (s->pass.above == before) return;
  for (size_t i = 0; i < s->pass.above_room; i++) {
    s->pass.above[i].ply = (int)i;
    s->pass.above[i].parent = i ? &s->pass.above[i - 1] : NULL;
  }
  position_copy(&s->pass.above[0].position, &s->pass.root.position);
  s->pass.above[0].player = s->pass.root.player;
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
