/*
** Iterates over the successors of a node in the order that a table search visits them:
**
**   generated     as the rules give them;
**   table first   the table's move before all others, where asking for successors costs next to nothing (compiled rules): they
**                 are generated twice, once to find that move, once for the others;
**   sorted        by the option `order`: see order.h;
**   deferred      at the end, once more, those that another thread was searching when their turn came: see share.h.
**
**    Successors it = successors_of(s, n, move, lends, shared);
**    if (successors_first(&it, &child, lends))
**      do ... while (successors_next(&it, &child, lends));
**    successors_close(&it, cut);
**
** `lends` is always the same, and a parameter and no field, so that it folds: generated successors are compiled into the caller, sorted and deferred
** ones are asked for out of line.
*/
#pragma once

#include "search/busy.h"
#include "search/order.h"
#include "search/visit.h"

typedef struct Successors {
  Search *s;
  Node *node;           /* its walk.index is the number of the successor that was given last */
  int64_t move;         /* the number of the table's move; 0: none */
  int64_t first;        /* the same, as long as it comes out of its turn; else 0 */
  bool seeks;           /* the table's move is sought, or was given just now */
  bool sorted;
  bool shared;          /* other threads may be at them: they may be deferred */
  bool again;           /* all were given: now the deferred ones */
  uint64_t deferred;    /* bit i for number i + 1 */
} Successors;

#define MOST_DEFERRED 64        /* the greatest number of a successor that may be deferred */

static ALWAYS_INLINE Successors successors_of (Search *s, Node *n, int64_t move, bool lends, bool shared) {
  return (Successors){.s = s, .node = n, .move = move, .sorted = lends && s->order.by, .shared = lends && shared};
}

/* The one place where generated successors are asked for: the rules are compiled into it. */
static ALWAYS_INLINE bool successors_step (Successors *it, Node *child) {
  Search *s = it->s;
  Node *n = it->node;
  for (;;) {
    bool more = true;
    if (GAME_TWICE && it->first && visit_has_moves(s)) { /* positions on the way to the table's move, and its own, are not made */
      const int64_t before = it->seeks ? it->first - 1 : n->walk.index + 1 == it->first ? it->first : 0;
      while (more && n->walk.index < before) more = visit_step(s, n);
    }
    more = more && visit_next(s, n, child);
    if (!GAME_TWICE || it->first == 0) return more;
    if (it->seeks) {
      if (more && n->walk.index == it->first) return true;
      if (more) continue;
      it->first = 0;                            /* there is no such move: from the beginning */
      game_open_walk(&n->walk, n->ply);
    } else if (!more || n->walk.index != it->first) return more;
  }
}

static __attribute__((noinline)) bool successors_lent_first (const Successors *it, Node *child) {
  visit_lend(it->s, it->node);
  return it->sorted ? order_first(it->s, it->node, child, it->move) : order_own_first(it->s, it->node, child);
}

static COLD bool successors_again (Successors *it, Node *child) {
  int64_t number = 1;
  while (!(it->deferred >> (number - 1) & 1)) number++;
  it->deferred &= it->deferred - 1;
  it->again = true;
  game_lend_walks(it->s->game, it->node->ply);  /* those below have used the places of its walks */
  return it->sorted ? order_again(it->s, it->node, child, number) : order_own_again(it->s, it->node, child, number);
}

static __attribute__((noinline)) bool successors_lent_next (Successors *it, Node *child) {
  if (!it->again && (it->sorted ? order_next(it->s, it->node, child) : order_own_next(it->s, it->node, child))) return true;
  return UNLIKELY(it->deferred != 0) && successors_again(it, child);
}

/* Gives the first successor; false if there is none. The player to move is known. */
static ALWAYS_INLINE bool successors_first (Successors *it, Node *child, bool lends) {
  if (lends) return successors_lent_first(it, child);
  visit_open(it->s, it->node, child);
  it->first = GAME_TWICE && it->s->order.table_first && it->move > 1 ? it->move : 0;
  it->seeks = it->first > 0;
  return successors_step(it, child);
}

/* Gives the next one; false if none is left. */
static ALWAYS_INLINE bool successors_next (Successors *it, Node *child, bool lends) {
  Node *n = it->node;
  if (lends) return successors_lent_next(it, child);
  if (GAME_TWICE && it->seeks) {
    it->seeks = false;
    game_open_walk(&n->walk, n->ply);
  }
  return successors_step(it, child);
}

/* May the one that was given last be deferred, and is it worth that? Not the first that is visited: all threads begin with it together. */
static ALWAYS_INLINE bool successors_may_defer (const Successors *it, bool first) {
  return it->shared && !first && !it->again && it->node->walk.index <= MOST_DEFERRED && share_wants(it->s, it->node->ply + 1);
}

/*
** The visit of the last one returned DEFERRED: gives it again when all others were given. Returns false if the value of a node above it is
** known meanwhile: then none need be visited any more.
*/
static ALWAYS_INLINE bool successors_defer (Successors *it) {
  if (it->s->team.known) return false;
  it->deferred |= UINT64_C(1) << (it->node->walk.index - 1);
  return true;
}

/* Traces that the rest is cut off by `value`, if there is a rest. */
static ALWAYS_INLINE void successors_trace_cut (const Successors *it, Value value, Window w) {
  if (!it->sorted) trace_cutoff(it->s, it->node, value, w);
  else if (trace_on(it->s) && order_left(it->s, it->node)) trace_left(it->s, it->node, value, w);
}

/* Ends an iteration that gave at least one; with `cut`, the last one cut off the rest: it is remembered as a good move. */
static ALWAYS_INLINE void successors_close (const Successors *it, bool cut) {
  if (it->sorted) order_leave(it->s, it->node, cut);
}

/*
** Leaves a node that is not needed any more: its value, or the value of one above it, is known. Returns its own, which is DEFERRED.
** The line of the root may be the answer's.
*/
static COLD __attribute__((unused)) Value successors_abandon (const Successors *it) {
  Search *s = it->s;
  successors_close(it, false);
  if (it->node->line != s->outcome.answer.line) line_free(&s->lines, it->node->line);
  it->node->line = NULL;
  return DEFERRED;
}
