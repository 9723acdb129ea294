/*
** The counted and watched game.
**
** An algorithm sees nodes and asks them, in the order that the rules were promised: is it a leaf (visit_leaf)? do its bounds say
** enough (visit_known)? which are its successors (visit_first, visit_next)? what is it worth (visit_evaluate)? Of a child that was
** visited it keeps the line of play (visit_improve), or frees it (visit_dismiss). Every question is counted here, and every visit passes
** the counter of watch_poll, where limits are watched; no algorithm contains either.
**
** The questions are inline because they are the whole cost of a search whose rules are fast.
*/
#pragma once

#include "search/publish.h"
#include "search/repeat.h"
#include "search/search.h"
#include "search/trace.h"

/*
** What is compiled together with rules says whether they are large: then they are compiled into a loop over successors once, and not once
** for the first successor and once for the others. And it has a copy of `evaluate` out of line, which takes the words of a position.
*/
#ifndef GAME_LARGE
#define GAME_LARGE false

static inline Value game_evaluate_far (Game *game, int64_t a, int64_t b, int64_t c, int64_t d) {
  return game_evaluate(game, &(Position){{a, b, c, d}});
}
#endif

/* Out of line: what happens rarely. A parameter NODE is a node word by word: see node.h. */

/* A node at a new greatest ply: is there room for it, and may the path be so long? */
void visit_deeper (Search *search, NODE);
/* Fails: the C stack has no more room for what recurses, at a node of this ply. */
void visit_refuse_stack (Search *search, int ply);

/* Is there no room on the C stack to go deeper? */
static inline bool visit_stack_is_full (const Search *s) {
  const char here = 0;
  return UNLIKELY(&here < s->watch.stack_floor);
}

/* Refuses to recurse on where the C stack ends. For what recurses without developing nodes on its way. */
static inline void visit_guard (Search *s, int ply) {
  if (visit_stack_is_full(s)) visit_refuse_stack(s, ply);
}

/* Does `n`, which is entered, repeat a node above it? */
static ALWAYS_INLINE bool visit_repeats (Search *s, Node *n) {
  if (!GAME_REPEATS || !UNLIKELY(s->pass.path != NULL)) return false;
  Node *copy = NODE_ENTRY(s, n);
  s->pass.repeated = repeat_enter(s, copy);
  n->player = copy->player;
  return s->pass.repeated;
}

/* Is the value of `n` known to the caller? The root is asked about only where no move can be given,
** at depth 0: else it is searched for one. Compiled algorithms are not run then. */
static ALWAYS_INLINE bool visit_is_known (Search *s, Node *n) {
#ifdef GAME_CALLS
  (void)s, (void)n;
  return false;
#else
  if (!UNLIKELY(s->asked.caller.known != NULL)) return false;
  s->pass.knows = (n->ply > 0 || s->pass.depth == 0) && s->asked.caller.known(s, n, &s->pass.known);
  s->pass.basis.selection |= s->pass.knows;     /* it has seen more plies than there are to go */
  return s->pass.knows;
#endif
}

/* Is the value of the node that was entered last known to the caller? Never in compiled algorithms. */
static inline bool visit_knows (const Search *s) {
#ifdef GAME_CALLS
  (void)s;
  return false;
#else
  return UNLIKELY(s->pass.knows);
#endif
}

/*
** Returns `value`, held to the bounds of `n`: estimates at the horizon may lie outside them. Without a horizon there are no
** estimates; then such a value is a contradiction, and fails.
*/
static ALWAYS_INLINE Value bounds_hold (const Search *s, const Node *n, Value value) {
  if (UNLIKELY(value < n->lower || value > n->upper)) {
    Value bound = value < n->lower ? n->lower : n->upper;
    bounds_contradict(s, NODE_COPY(s, n), true, value, bound);
    return bound;
  }
  return value;
}

typedef enum Leaf { NO_LEAF, REPEATED, TERMINAL, AT_HORIZON } Leaf;

/* Enters `n`, which is at the horizon or not. Is it a leaf by its own word? Then it is to be evaluated and asked no more. */
static ALWAYS_INLINE Leaf visit_enter_at (Search *s, Node *n, bool at_horizon) {
  if (UNLIKELY(--s->watch.until_poll < 0)) watch_poll(s);
  n->line = NULL;
  if (visit_repeats(s, n)) return REPEATED;
  if (visit_is_known(s, n)) return TERMINAL;
  if (game_has_terminal(s->game) && game_terminal(s->game, &n->position)) return TERMINAL;
  if (!at_horizon) return NO_LEAF;
  s->pass.basis.horizon = true;
  return AT_HORIZON;
}

static ALWAYS_INLINE Leaf visit_enter (Search *s, Node *n) { return visit_enter_at(s, n, n->ply >= s->pass.depth); }

static ALWAYS_INLINE bool visit_leaf (Search *s, Node *n) { return visit_enter(s, n) != NO_LEAF; }

/* Enters `n`, which is searched in the window `w`: its events say so. */
static ALWAYS_INLINE Leaf visit_enter_in (Search *s, Node *n, Window w) {
  trace_window(s, w.alpha, w.beta);
  return visit_enter(s, n);
}

/* Returns the value of a position that repeats one on its path. */
static inline Value visit_round (Search *s, const Position *position) {
  return game_has_score(s->game) ? game_score(s->game, position) + s->game->cycle : s->game->cycle;
}

/* Of the node that was entered last. */
static ALWAYS_INLINE Value visit_evaluate (Search *s, const Node *n) {
  s->outcome.stats.leaves++;
  Value value = GAME_REPEATS && UNLIKELY(s->pass.repeated) ? visit_round(s, &n->position) : visit_knows(s) ? s->pass.known :
                game_evaluate(s->game, &n->position);
  trace_leaf(s, n, value);
  return value;
}

/* What an inner node looks like to the rules: an evaluation that is not one of a leaf. Does not compile them into the caller. */
static inline Value visit_estimate (Search *s, const Node *n) { return game_evaluate_far(s->game, WORDS_OF(&n->position)); }

/* Does the search use bounds, and may the game have some? */
static inline bool visit_informed (const Search *s) {
#ifdef GAME_CALLS               /* compiled rules are compiled for searches with bounds, or for those without */
  (void)s;
  return GAME_INFORMS;
#else
  return s->asked.informed;
#endif
}

/* Narrows the bounds of `n` to those that the rules have given. */
static ALWAYS_INLINE void visit_set_bounds (Search *s, Node *n, Value lower, Value upper) {
  if (lower > n->lower) n->lower = lower;
  if (upper < n->upper) n->upper = upper;
  if (UNLIKELY(n->lower > n->upper)) bounds_refuse(s, NODE_COPY(s, n), lower, upper);
  if (UNLIKELY(n->ply == 0)) publish(s, n->lower, n->upper, NO_VALUE, NULL);
}

/* Narrows the bounds of `n` to those that the rules give. */
static ALWAYS_INLINE void visit_take_bounds (Search *s, Node *n) {
  Value lower = -INFINITY, upper = INFINITY;
  game_bounds(s->game, &n->position, &lower, &upper);
  visit_set_bounds(s, n, lower, upper);
}

/*
** Sets n->lower and n->upper by the bounds of the rules: those that are there already, if `given`, else it asks them. True: they meet,
** or they lie outside the window, and nothing more need be asked; then *value is the bound that says so (Pijls & de Bruin, "A
** framework", Fig. 5, first line).
*/
static ALWAYS_INLINE bool visit_known_by (Search *s, Node *n, Window w, Value *value, bool given) {
  const Value lower = given ? n->lower : -INFINITY, upper = given ? n->upper : INFINITY;
  n->lower = visit_informed(s) ? s->pass.lower : -INFINITY;
  n->upper = visit_informed(s) ? s->pass.upper : INFINITY;
  if (!visit_informed(s)) return false;
  if (game_has_bounds(s->game)) {
    if (given) visit_set_bounds(s, n, lower, upper);
    else visit_take_bounds(s, n);
  }
  if (n->upper > w.alpha && n->lower < w.beta && n->lower < n->upper) return false;
  s->outcome.stats.developed++;
  *value = n->lower >= w.beta ? n->lower : n->upper;
  trace_answer(s, EVENT_BOUND, n, *value, w);
  return true;
}

/* visit_known_by, asking the rules. */
static ALWAYS_INLINE bool visit_known (Search *s, Node *n, Window w, Value *value) { return visit_known_by(s, n, w, value, false); }

/* `child` is to be a successor of `n`, and a leaf. */
static ALWAYS_INLINE void node_link_leaf (const Node *n, Node *child) {
#ifdef GAME_CALLS
  child->parent = NULL;
#else
  child->parent = n;
#endif
  child->ply = n->ply + 1;
}

/* `child` is to be a successor of `n`. */
static ALWAYS_INLINE void node_link (Search *s, const Node *n, Node *child) {
#ifdef GAME_CALLS
  if (UNLIKELY(s->pass.above != NULL)) {
    Node *above = &s->pass.above[n->ply];
    position_copy(&above->position, &n->position);
    above->player = n->player;
  }
#else
  (void)s;
#endif
  node_link_leaf(n, child);
}

/* The next successor of `n`, in its own order; false when there is none left. */
static ALWAYS_INLINE bool visit_next (Search *s, Node *n, Node *child) {
  if (!game_next(s->game, &n->position, &n->walk, &child->position)) return false;
  n->walk.index++;
  child->player = opponent(n->player);          /* until the rules say otherwise: see visit_player */
  return true;
}

/* Does the game give moves without their positions? */
static inline bool visit_has_moves (const Search *s) { return game_has_step(s->game); }

/* The next move of `n`, in a game that gives moves by themselves: the position after it is for visit_play. False: there is none left. */
static ALWAYS_INLINE bool visit_step (Search *s, Node *n) {
  if (!game_step(s->game, &n->position, &n->walk)) return false;
  n->walk.index++;
  return true;
}

/* Makes the position after the move that `n` stands at. */
static ALWAYS_INLINE void visit_play (Search *s, Node *n, Node *child) {
  game_play(s->game, &n->position, &n->walk, &child->position);
  child->player = opponent(n->player);          /* until the rules say otherwise: see visit_player */
}

/*
** Like visit_next, but polls the limits every 4096 successors; for loops that take all successors before they visit one. Leaves
** child->player as it is since the first, for all have the same.
*/
static inline bool visit_pull (Search *s, Node *n, Node *child) {
  enum { OFTEN = 4096 };
  if (UNLIKELY(n->walk.index % OFTEN == 0)) watch_look(s);
  if (!game_next(s->game, &n->position, &n->walk, &child->position)) return false;
  n->walk.index++;
  return true;
}

/*
** Takes the next successors of `n`, at most `most`, in a game that gives several at once: their words only. Returns how many; fewer
** than `most` only if there are no more.
*/
static inline int64_t visit_several (Search *s, Node *n, int64_t *words, int64_t most) {
  enum { LONG = 4096 };
  if (most >= LONG) watch_look(s);
  int64_t count = s->game->several(s->game, &n->position, n->walk.index, words, most);
  n->walk.index += count;
  return count;
}

/* Makes sure who moves at `n`. */
static ALWAYS_INLINE void visit_player (Search *s, Node *n) {
  if (game_has_player(s->game)) n->player = game_player(s->game, &n->position);
}

/* Gets `n`, whose player is known, and `child` ready for visit_next. Does not count. */
static ALWAYS_INLINE void visit_begin (Search *s, Node *n, Node *child) {
  if (UNLIKELY(n->ply > s->watch.deepest)) visit_deeper(s, NODE_DOWN(n));
  trace_develop(s, n);
  game_open_walk(&n->walk, n->ply);
  node_link(s, n, child);
}

/* Gets `n`, whose player is known, and `child` ready for visit_next, and counts `n` as developed. */
static ALWAYS_INLINE void visit_open (Search *s, Node *n, Node *child) {
  s->outcome.stats.developed++;
  visit_begin(s, n, child);
}

/*
** The first successor of `n`, whose player is sure; false when it has none: it is terminal. Does not count: for a node that has been
** counted before.
*/
static ALWAYS_INLINE bool visit_generate (Search *s, Node *n, Node *child) {
  visit_begin(s, n, child);
  return visit_next(s, n, child);
}

/* Others, out of line, are going to ask for the successors of `n`, which was not yet developed and whose player is sure. */
static inline void visit_lend (Search *s, Node *n) {
#ifdef GAME_CALLS
  Node child;
  if (UNLIKELY(n->ply > s->watch.deepest)) visit_deeper(s, NODE_DOWN(n));
  node_link(s, n, &child);
  n->parent = NODE_PARENT(s, n);
  game_lend_walks(s->game, n->ply);
#else
  (void)s, (void)n;
#endif
}

/* Gives the first successor of `n`, whose player is known, and counts `n` as developed; false when it has none: it is terminal. */
static ALWAYS_INLINE bool visit_develop (Search *s, Node *n, Node *child) {
  s->outcome.stats.developed++;
  return visit_generate(s, n, child);
}

/* visit_open for a node whose successors all lie at the horizon. */
static ALWAYS_INLINE void visit_open_last (Search *s, Node *n, Node *leaf) {
  s->outcome.stats.developed++;
  if (UNLIKELY(n->ply > s->watch.deepest)) visit_deeper(s, NODE_DOWN(n));
  trace_develop(s, n);
  game_open_walk(&n->walk, n->ply);
  node_link_leaf(n, leaf);
}

/*
** The loop over the successors of a node that was opened:
**
**    if (!visit_begins(s, n, &child)) return (no successor)
**    do {
**      if (!visit_gives(s, n, &child)) break;
**      ...
**    } while (visit_goes_on(s, n, &child));
**    if (visit_gave_none(n)) return (no successor)
*/
static ALWAYS_INLINE bool visit_begins (Search *s, Node *n, Node *child) { return GAME_LARGE || visit_next(s, n, child); }
static ALWAYS_INLINE bool visit_gives (Search *s, Node *n, Node *child) { return !GAME_LARGE || visit_next(s, n, child); }
static ALWAYS_INLINE bool visit_goes_on (Search *s, Node *n, Node *child) { return GAME_LARGE || visit_next(s, n, child); }
static ALWAYS_INLINE bool visit_gave_none (const Node *n) { return GAME_LARGE && n->walk.index == 0; }

/* Asks which player moves at `n`, and develops it. False: `n` is terminal, to be evaluated. */
static ALWAYS_INLINE bool visit_first (Search *s, Node *n, Node *child) {
  visit_player(s, n);
  return visit_develop(s, n, child);
}

/* `n` takes over the line of `child`, the best so far, if its value is `exact`: else no line is worth keeping. */
static ALWAYS_INLINE void visit_keep_line (Search *s, Node *n, const Node *child, bool exact) {
  if (exact) {
    Line *beaten = n->line;
    n->line = line_cons(&s->lines, n->walk.move, &child->position, child->line);
    line_free(&s->lines, beaten);
  } else if (UNLIKELY(n->line != NULL || child->line != NULL)) {
    line_free(&s->lines, child->line);
    line_free(&s->lines, n->line);
    n->line = NULL;
  }
}

/* Keeps the move of the root to `child`, the best so far: always; and the line behind it, if its value is exact. */
static ALWAYS_INLINE void visit_keep_move (Search *s, Node *n, const Node *child, Value value, Window exact) {
  Node *root = NODE_COPY(s, n);
  publish_child(s, root, NODE_ENTRY(s, child), value, exact);
  n->line = root->line;
}

/*
** `child`, the successor that `n` stands at, was searched and is the best so far with `value`. Inside the window that value is
** exact and its line worth keeping; at the root the move always is. Takes over the child's line.
*/
static ALWAYS_INLINE void visit_improve (Search *s, Node *n, const Node *child, Value value, Window exact) {
  if (UNLIKELY(n->ply == 0)) visit_keep_move(s, n, child, value, exact);
  else visit_keep_line(s, n, child, value > exact.alpha && value < exact.beta);
}

/* `child` was searched and is no improvement. */
static ALWAYS_INLINE void visit_dismiss (Search *s, const Node *child) { line_free(&s->lines, child->line); }
