/*
** The counted and watched game.
**
** An algorithm sees nodes and asks them, in the order that the rules were promised: is it a leaf (visit_leaf)? do its bounds say
** enough (visit_known)? which are its successors (visit_first, visit_next)? what is it worth (visit_evaluate)? Every question is
** counted here, and every visit passes one choke point where limits are watched; an algorithm knows nothing of either.
**
** The questions are inline because they are the whole cost of a search whose rules are fast.
*/
#ifndef GTS_VISIT_H
#define GTS_VISIT_H

#include "search/publish.h"
#include "search/repeat.h"
#include "search/search.h"
#include "search/trace.h"

/* Out of line: what happens rarely. */

/* Looks up from the work: leaves the search at a limit, reports progress. */
void visit_poll (Search *search);
/* Leaves the search if it is interrupted or its time is over: for loops that are longer than a visit. */
void visit_look (Search *search);
/* A new greatest ply: is there room for it, and may the path be so long? */
void visit_deeper (Search *search, const Node *node);
void visit_ask_bounds (Search *search, Node *node);
/* Fails: the C stack has no more room for what recurses, at a node of this ply. */
void visit_refuse_stack (Search *search, int ply);

/*
** What the successors of a node say of its value, `value`, and what its own bounds say, `bound`, cannot both be: fails, unless
** estimates may do so. The node is named by its position if that is `known`, else by its path.
*/
void visit_contradict (const Search *search, const Node *node, bool known, Value value, Value bound);

/* Is there no room on the C stack to go deeper? */
static inline bool visit_stack_is_full (const Search *s) {
  const char here = 0;
  return rarely(&here < s->stack_floor);
}

/* Refuses to recurse on where the C stack ends. For what recurses without developing nodes on its way. */
static inline void visit_guard (Search *s, int ply) {
  if (visit_stack_is_full(s)) visit_refuse_stack(s, ply);
}

/* Enters `n`. True: it is a leaf, terminal by its own word or at the horizon; evaluate it and ask no more. */
static inline bool visit_leaf (Search *s, Node *n) {
  if (rarely(s->until_poll-- == 0)) visit_poll(s);
  n->line = NULL;
  if (rarely(s->path != NULL)) {
    s->repeated = repeat_enter(s, n) ? n : NULL;
    if (s->repeated) return true;
  }
  if (game_has_terminal(s->game) && game_terminal(s->game, &n->position)) return true;
  if (n->ply >= s->depth) {
    s->horizon = true;
    return true;
  }
  return false;
}

static inline Value visit_evaluate (Search *s, const Node *n) {
  s->stats.leaves++;
  Value value = rarely(s->repeated == n) ? s->game->cycle : game_evaluate(s->game, &n->position);
  trace_leaf(s, n, value);
  return value;
}

/* What an inner node looks like to the rules: an evaluation that is not one of a leaf. */
static inline Value visit_estimate (Search *s, const Node *n) {
  return game_evaluate(s->game, &n->position);
}

/*
** Asks the bounds of `n` and sets n->lower and n->upper. True: they meet, or they lie outside the window, and nothing more
** need be asked; then *value is the bound that says so (Pijls & de Bruin, "A framework", Fig. 5, first line).
*/
static inline bool visit_known (Search *s, Node *n, Window w, Value *value) {
  n->lower = s->lower;
  n->upper = s->upper;
  if (!s->informed) return false;
  if (s->game->bounds) visit_ask_bounds(s, n);
  if (n->upper > w.alpha && n->lower < w.beta && n->lower < n->upper) return false;
  s->stats.developed++;
  *value = n->lower >= w.beta ? n->lower : n->upper;
  trace_answer(s, EVENT_BOUND, n, *value, w);
  return true;
}

/* The next successor of `n`, in its own order; false when there is none left. */
static inline bool visit_next (Search *s, Node *n, Node *child) {
  if (!game_next(s->game, &n->position, &n->walk, &child->position)) return false;
  n->walk.index++;
  if (!game_has_player(s->game)) child->player = opponent(n->player);
  return true;
}

/* The same in a loop that takes all successors before it visits one: there may be more than anybody waits for. */
static inline bool visit_pull (Search *s, Node *n, Node *child) {
  enum { OFTEN = 4096 };
  if (rarely(n->walk.index % OFTEN == 0)) visit_look(s);
  return visit_next(s, n, child);
}

/* Makes sure who moves at `n`. */
static inline void visit_player (Search *s, Node *n) {
  if (game_has_player(s->game)) n->player = game_player(s->game, &n->position);
}

/*
** The first successor of `n`, whose player is sure; false when it has none: it is terminal. Does not count: for a node that has been
** counted before.
*/
static inline bool visit_generate (Search *s, Node *n, Node *child) {
  if (rarely(n->ply > s->deepest)) visit_deeper(s, n);
  trace_develop(s, n);
  n->walk.index = 0;
  child->parent = n;
  child->ply = n->ply + 1;
  return visit_next(s, n, child);
}

/* The same, and `n` counts as developed. */
static inline bool visit_develop (Search *s, Node *n, Node *child) {
  s->stats.developed++;
  return visit_generate(s, n, child);
}

/* The same, and asks who moves. False: `n` is terminal, to be evaluated. */
static inline bool visit_first (Search *s, Node *n, Node *child) {
  visit_player(s, n);
  return visit_develop(s, n, child);
}

/*
** `child`, the successor that `n` stands at, was searched and is the best so far with `value`. Inside the window that value is
** exact and its line worth keeping; at the root the move always is. Takes over the child's line.
*/
static inline void visit_improve (Search *s, Node *n, const Node *child, Value value, Window exact) {
  if (rarely(n->parent == NULL)) publish_son(s, n, child, value, exact);
  else if (value > exact.alpha && value < exact.beta) {
    Line *beaten = n->line;
    n->line = line_cons(&s->lines, n->walk.move, &child->position, child->line);
    line_free(&s->lines, beaten);
  } else if (rarely(n->line != NULL || child->line != NULL)) {
    line_free(&s->lines, child->line);
    line_free(&s->lines, n->line);
    n->line = NULL;
  }
}

/* `child` was searched and is no improvement. */
static inline void visit_dismiss (Search *s, const Node *child) {
  line_free(&s->lines, child->line);
}

#endif
