/* Lists the successors of the root, as the "line" of its answer; the value is 1 where MAX moves, -1 where MIN does. */
#include "search/publish.h"
#include "search/visit.h"

static void run (Search *s) {
  Node *n = &s->pass.root, child;
  Line **end = &n->line;
  bool more = !visit_leaf(s, n) && visit_first(s, n, &child);
  for (; more; more = visit_pull(s, n, &child), end = &(*end)->rest)
    *end = line_cons(&s->lines, n->walk.move, &child.position, NULL);
  publish_conclusion(s, n->player == MAX ? 1 : -1);
}

const Algorithm successors = {.id = "successors", .alternative = true, .hidden = true, .run = run};
