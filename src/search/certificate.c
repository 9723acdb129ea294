#include "search/proof.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct Proof {
  Search *s;
  Player all;
  Value bound;
  char *text;
  size_t length, room;
} Proof;

/* Makes room for `more` bytes. The arena takes nothing back, so it doubles. */
static void widen (Proof *p, size_t more) {
  if (p->length + more <= p->room) return;
  size_t room = 2 * (p->length + more);
  char *text = arena_alloc(&p->s->arena, room);
  if (p->length) memcpy(text, p->text, p->length);
  p->text = text;
  p->room = room;
}

#define LONGEST 40              /* of what is written at once */

static void put (Proof *p, const char *format, ...) {
  va_list arguments;
  widen(p, LONGEST);
  va_start(arguments, format);
  p->length += (size_t)vsnprintf(p->text + p->length, LONGEST, format, arguments);
  va_end(arguments);
}

static bool holds (const Proof *p, Value value) { return p->all == MAX ? value <= p->bound : value >= p->bound; }

static bool leaf (Proof *p, const Node *n) {
  Value value = search_evaluate(p->s, n);
  if (!holds(p, value)) return false;
  put(p, "%.17g", value);
  return true;
}

/* Do the bounds of `n` decide? Then *answer says how. */
static bool bounded (Proof *p, Node *n, bool *answer) {
  Search *s = p->s;
  n->lower = s->lower;
  n->upper = s->upper;
  if (s->informed && s->game->bounds) search_ask_bounds(s, n);
  *answer = holds(p, p->all == MAX ? n->upper : n->lower);
  if (*answer) put(p, "!");
  return *answer || !holds(p, p->all == MAX ? n->lower : n->upper);
}

static bool prove (Proof *p, Node *n);

static bool all_sons (Proof *p, Node *n, Node *child) {
  put(p, "[");
  do if (!prove(p, child)) return false; while (search_next(p->s, n, child) && (put(p, " "), true));
  put(p, "]");
  return true;
}

static bool one_son (Proof *p, Node *n, Node *child) {
  size_t before = p->length;
  do {
    p->length = before;
    put(p, "%lld:", (long long)n->walk.index);
    if (prove(p, child)) return true;
  } while (search_next(p->s, n, child));
  return false;
}

/* Writes a solution tree below `n` that proves the bound. False: there is none, and what was written is worth nothing. */
static bool prove (Proof *p, Node *n) {
  Node child;
  bool answer;
  if (search_leaf(p->s, n)) return leaf(p, n);
  if (bounded(p, n, &answer)) return answer;
  if (!search_first(p->s, n, &child)) return leaf(p, n);
  return n->player == p->all ? all_sons(p, n, &child) : one_son(p, n, &child);
}

const char *proof_find (Search *s, Player all, Value bound) {
  Proof p = {.s = s, .all = all, .bound = bound};
  Node root = s->root;
  s->deepest = -1;              /* this is a recursion: watch the stack anew */
  if (!prove(&p, &root))
    s->host->fail(s->host, "no solution tree proves the bound %f: do the rules answer differently when asked twice?", bound);
  put(&p, "%c", 0);
  return p.text;
}
