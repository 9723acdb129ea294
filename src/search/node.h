/* A node of the tree that is searched. What stands below the struct, how nodes are handed down, is for algorithms in units of rules. */
#pragma once

#include "search/line.h"
#include "search/value.h"

typedef struct Node Node;

/* A position reached by a path. Lies on the C stack of the function that visits it. */
struct Node {
  Position position;
  Walk walk;            /* over its successors */
  const Node *parent;   /* NULL at the root */
  Line *line;           /* to the leaf its value came from, if that value is exact; owned by the node */
  Value lower, upper;   /* what its bounds say (the papers' L and U), after visit_known */
  int ply;
  Player player;        /* who moves; certain once developed */
};

/*
** Passes a node to a function that calls itself: word by word, as parameters (NODE) and as arguments (NODE_DOWN). A compiler keeps a
** node in registers only if its address is not passed to a function that is not inlined. So the callee makes a local node of the
** words (node_enter), and functions out of line get a copy (NODE_COPY).
*/
#define NODE const Node *parent, int64_t word0, int64_t word1, int64_t word2, int64_t word3, unsigned place
#define NODE_DOWN(n) (n)->parent, WORDS_OF(&(n)->position), (unsigned)(n)->ply * 2 + (unsigned)(n)->player
#define NODE_ENTERED(n) node_enter(n, parent, word0, word1, word2, word3, place)

static ALWAYS_INLINE void node_enter (Node *n, NODE) {
  n->parent = parent;
  n->walk = (Walk){0, {0, 0}, {0, 0}};
  n->position.word[0] = word0;
  n->position.word[1] = word1;
  if (GAME_WORDS > 2) n->position.word[2] = word2;
  if (GAME_WORDS > 3) n->position.word[3] = word3;
  n->ply = (int)(place / 2);
  n->player = (Player)(place % 2);
  n->line = NULL;
  n->lower = -INFINITY;
  n->upper = INFINITY;
}

/* The parent of `n`. Compiled rules know it only where the search keeps the path: s->pass.above. */
#ifdef GAME_CALLS
#define NODE_PARENT(s, n) ((n)->ply > 0 && (s)->pass.above ? &(s)->pass.above[(n)->ply - 1] : NULL)
#else
#define NODE_PARENT(s, n) ((n)->parent)
#endif

/* A pointer to a copy of `n`, good until the end of the block; and to one of a node that was only entered. */
#ifndef GAME_CALLS              /* in the engine nodes lie in memory, and copies would only make each frame of the stack larger */
#define NODE_ENTRY(s, n) (n)
#define NODE_COPY(s, n) (n)
#else
#define NODE_ENTRY(s, n) \
  (&(Node){.position = {{WORDS_OF(&(n)->position)}}, .parent = NODE_PARENT(s, n), .line = (n)->line, .ply = (n)->ply, \
           .player = (n)->player})
#define NODE_COPY(s, n) \
  (&(Node){.position = {{WORDS_OF(&(n)->position)}}, \
           .walk = {(n)->walk.index, {(n)->walk.move.word, (n)->walk.move.slot}, {(n)->walk.state[0], (n)->walk.state[1]}}, \
           .parent = NODE_PARENT(s, n), .line = (n)->line, .lower = (n)->lower, .upper = (n)->upper, .ply = (n)->ply, \
           .player = (n)->player})
#endif

/* What a function that was entered so comes back with: the value, and its line of play, which now belongs to the caller. */
typedef struct Found {
  Value value;
  Line *line;
} Found;
