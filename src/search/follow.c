#include "search/follow.h"

#include "search/recall.h"

/* The number of the move that the table knows to keep to `value` at `n`; 0 if there is none. */
static int64_t move_at (Search *s, Node *n, Value value) {
  Recall r;
  if (!recall(s, n, &r)) return 0;
  return (n->player == MAX ? r.lower : r.upper) == value ? r.move : 0;
}

/* Goes to successor `move` of `n`, and puts it into the cell *end. False: there is none. */
static bool step (Search *s, Node *n, Node *child, int64_t move, Line **end) {
  n->walk.index = 0;
  do {
    if (!visit_next(s, n, child)) return false;
  } while (n->walk.index < move);
  *end = line_cons(&s->lines, n->walk.move, &child->position, NULL);
  return true;
}

static bool over (Search *s, const Node *n) {
  return n->ply >= s->depth || (game_has_terminal(s->game) && game_terminal(s->game, &n->position));
}

void follow_table (Search *s, Value value) {
  Node n = {.player = s->root.player}, child;
  Line **end = &s->root.line;
  if (*end == NULL || s->table == NULL) return;
  for (; *end; end = &(*end)->rest) {
    n.position = (*end)->position;
    n.ply++;
    n.player = opponent(n.player);
  }
  while (!over(s, &n)) {
    visit_player(s, &n);
    int64_t move = move_at(s, &n, value);
    if (move == 0 || !step(s, &n, &child, move, end)) return;
    n = (Node){.position = (*end)->position, .ply = n.ply + 1, .player = child.player};
    end = &(*end)->rest;
  }
}
