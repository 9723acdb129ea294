#include "search/certificate.h"

#include <stdarg.h>
#include <stdio.h>

#include "search/visit.h"

typedef struct Certificate {
  Search *s;
  Player all;
  Value bound;
  char *text;
  size_t length, room;
} Certificate;

#define LONGEST 40              /* of what is written at once */

static void put (Certificate *c, const char *format, ...) {
  va_list arguments;
  c->text = arena_widen(&c->s->arena, c->text, 1, &c->room, c->length + LONGEST);
  va_start(arguments, format);
  c->length += (size_t)vsnprintf(c->text + c->length, LONGEST, format, arguments);
  va_end(arguments);
}

static bool holds (const Certificate *c, Value value) { return c->all == MAX ? value <= c->bound : value >= c->bound; }

static bool leaf (Certificate *c, const Node *n) {
  Value value = visit_evaluate(c->s, n);
  if (!holds(c, value)) return false;
  put(c, "%.17g", value);
  return true;
}

/* Do the bounds of `n` decide? Then *answer says how. */
static bool bounded (Certificate *c, Node *n, bool *answer) {
  Search *s = c->s;
  n->lower = s->lower;
  n->upper = s->upper;
  if (s->informed && s->game->bounds) visit_ask_bounds(s, n);
  *answer = holds(c, c->all == MAX ? n->upper : n->lower);
  if (*answer) put(c, "!");
  return *answer || !holds(c, c->all == MAX ? n->lower : n->upper);
}

static bool prove (Certificate *c, Node *n);

static bool all_sons (Certificate *c, Node *n, Node *child) {
  put(c, "[");
  do if (!prove(c, child)) return false; while (visit_next(c->s, n, child) && (put(c, " "), true));
  put(c, "]");
  return true;
}

static bool one_son (Certificate *c, Node *n, Node *child) {
  size_t before = c->length;
  do {
    c->length = before;
    put(c, "%lld:", (long long)n->walk.index);
    if (prove(c, child)) return true;
  } while (visit_next(c->s, n, child));
  return false;
}

/* Writes a solution tree below `n` that proves the bound. False: there is none, and what was written is worth nothing. */
static bool prove (Certificate *c, Node *n) {
  Node child;
  bool answer;
  if (visit_leaf(c->s, n)) return leaf(c, n);
  if (bounded(c, n, &answer)) return answer;
  if (!visit_first(c->s, n, &child)) return leaf(c, n);
  return n->player == c->all ? all_sons(c, n, &child) : one_son(c, n, &child);
}

const char *certificate_find (Search *s, Player all, Value bound) {
  Certificate c = {.s = s, .all = all, .bound = bound};
  Node root = s->root;
  if (!prove(&c, &root))
    s->host->fail(s->host, "no solution tree proves the bound " VALUE_FORMAT ": do the rules answer differently when asked twice?", bound);
  put(&c, "%c", 0);
  return c.text;
}
