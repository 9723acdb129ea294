/*
** What the root says. A search that is stopped has at least that to say: the bounds that are proved, and the best move so far. All
** that becomes known of the root passes `publish`, which holds it against what was known before.
*/
#ifndef GTS_PUBLISH_H
#define GTS_PUBLISH_H

#include "search/search.h"

#define NO_VALUE NAN

/*
** lower <= the value of the root <= upper, infinite where nothing is known. And `value`, unless it is NO_VALUE, is sure to the
** player who moves there, by the first move of `line`, or by none if that is NULL: the answer owns the line from now on. Fails if
** the bounds contradict what was proved before.
*/
void publish (Search *search, Value lower, Value upper, Value value, Line *line);

/*
** Publishes bounds of a root whose value is not known: `estimate` is what it may be worth, and the
** first move of `line` the one to play. The answer owns the line from now on. Fails if the bounds
** contradict what was proved before.
*/
void publish_estimate (Search *search, Value lower, Value upper, Value estimate, Line *line);

/*
** `child`, where the walk of the root stands, is its best child so far, with `value`, exact inside the window `exact`. Takes over
** its line. Until all children are searched the value bounds the root's from the mover's side only.
*/
void publish_child (Search *search, Node *root, const Node *child, Value value, Window exact);

/* The root has been searched: `value` is the minimax value as far as the window could see it, and root.line how it comes about. */
void publish_conclusion (Search *search, Value value);

/* Values are checked against the bounds of nodes, so that wrong bounds of the rules are found. */

/* Fails: the bounds that the rules give for `node` lie outside the range of the game. */
void bounds_refuse (const Search *search, const Node *node, Value lower, Value upper);

/*
** Fails, unless estimates are allowed to do so: the successors of `node` make its value `value`, which its own bound excludes. The
** message names the node by its position if that is `known`, else by its path.
*/
void bounds_contradict (const Search *search, const Node *node, bool known, Value value, Value bound);

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

#endif
