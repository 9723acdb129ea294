#include "search/certificate.h"

#include <stdarg.h>
#include <stdio.h>

#include "search/move_first.h"
#include "search/probe.h"

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
  n->lower = s->pass.lower;
  n->upper = s->pass.upper;
  if (s->asked.informed && s->game->bounds) visit_take_bounds(s, n);
  *answer = holds(c, c->all == MAX ? n->upper : n->lower);
  if (*answer) put(c, "!");
  return *answer || !holds(c, c->all == MAX ? n->lower : n->upper);
}

/*
** Can there be a tree below `n`, for all that the table knows, if there is one? *move is the number of the successor that it knows to be
** good enough, 0 for none.
*/
static bool found (const Certificate *c, Node *n, int64_t *move) {
  Probe r;
  *move = 0;
  if (c->s->table == NULL || !probe(c->s, n, &r)) return true;
  if (holds(c, c->all == MAX ? bounds_upper(r.known) : bounds_lower(r.known))) *move = r.move;
  return holds(c, c->all == MAX ? bounds_lower(r.known) : bounds_upper(r.known));
}

static bool prove (Certificate *c, Node *n);

static bool all_children (Certificate *c, Node *n, Node *child) {
  put(c, "[");
  do if (!prove(c, child)) return false; while (visit_next(c->s, n, child) && (put(c, " "), true));
  put(c, "]");
  return true;
}

/* Number `move`, if it is not 0, comes first. */
static bool one_child (Certificate *c, Node *n, Node *child, int64_t move) {
  const size_t before = c->length;
  int64_t first = move_first(c->s, n, child, move);
  do {
    c->length = before;
    put(c, "%lld:", (long long)n->walk.index);
    if (prove(c, child)) return true;
  } while (move_next(c->s, n, child, &first));
  return false;
}

/* Writes a solution tree below `n` that proves the bound. False: there is none, and what was written is worth nothing. */
static bool prove (Certificate *c, Node *n) {
  Node child;
  bool answer;
  int64_t move;
  if (visit_leaf(c->s, n)) return leaf(c, n);
  if (bounded(c, n, &answer)) return answer;
  if (!found(c, n, &move)) return false;
  if (!visit_first(c->s, n, &child)) return leaf(c, n);
  return n->player == c->all ? all_children(c, n, &child) : one_child(c, n, &child, move);
}

/* Returns the text of a solution tree that proves `bound`: an upper one if `all`, the player all of whose moves are there, is MAX. */
static const char *write_tree (Search *s, Player all, Value bound) {
  Certificate c = {.s = s, .all = all, .bound = bound};
  Node root = s->pass.root;
  if (!prove(&c, &root))
    s->host->fail(s->host, "no solution tree proves the bound " VALUE_FORMAT ": do the rules answer differently when asked twice?", bound);
  put(&c, "%c", 0);
  return c.text;
}

void certificate_find (Search *s) {
  const Answer *answer = search_answer(s);
  const Subsearch sub = subsearch_begin(s);
  if (answer->lower > -INFINITY) s->outcome.certificates[0] = write_tree(s, MIN, answer->lower);
  if (answer->upper < INFINITY) s->outcome.certificates[1] = write_tree(s, MAX, answer->upper);
  subsearch_end(s, &sub);
}
