#include "algo/solution/moves.h"

void moves_begin (Moves *m, Search *s) { *m = (Moves){.s = s}; }

/* Forgets the move now looked at, unless the answer has it. */
static void set_current (Moves *m, Line *line) {
  if (m->current != m->s->outcome.answer.line) line_free(&m->s->lines, m->current);
  m->current = line;
}

static Line *move_to (const Moves *m, const Node *n, const Node *child, Line *rest) {
  return line_cons(&m->s->lines, n->walk.move, &child->position, rest);
}

void moves_add (Moves *m, const Node *n, const Node *child) {
  m->all = move_to(m, n, child, m->all);
  m->count++;
}

void moves_take (Moves *m, int64_t number) {
  Line **cell = &m->all;
  for (int64_t i = m->count; i > number; i--) cell = &(*cell)->rest;
  Line *taken = *cell;
  *cell = taken->rest;
  taken->rest = NULL;
  line_free(&m->s->lines, m->all);
  m->all = NULL;
  m->count = 0;
  set_current(m, taken);
}

void moves_look (Moves *m, const Node *n, const Node *child) { set_current(m, move_to(m, n, child, NULL)); }

void moves_publish (Moves *m, Value lower, Value upper, Value value) {
  publish(m->s, lower, upper, m->current ? value : NO_VALUE, m->current);
}

Line *moves_best (const Moves *m) {
  Line *answered = m->s->outcome.answer.line;
  return answered ? answered : m->current;
}
