/*
** Nodes of an algorithm in Lua (script.h): their handles, the path, and what is proved of them. Of each node the bounds are kept that
** leaves, bounds and table entries below it prove.
*/
#pragma once

#include <lua.h>

#include "call/job.h"
#include "rules/lua_game.h"
#include "search/probe.h"
#include "search/window.h"

/*
** A node of the algorithm: on the path, where its parent's loop stands; or kept, as the root is, until it is forgotten. The path begins at
** a kept node. Whatever lies below a node that is used was left, for what a game holds of positions goes by the path.
*/
typedef struct Vertex Vertex;

struct Vertex {
  Node node;
  Vertex *above, *below;        /* its parent; the child that its loop stands at, or comes to next */
  Vertex *first, *next;         /* its kept children, by `next` */
  uint64_t serial;              /* as in its handle; 0: it was left */
  int64_t index;                /* its number among its siblings; 0: the root */
  Move move;                    /* to a kept node */
  Value lower, upper;           /* proved */
  Value rest;                   /* of the children that were left: the greatest upper bound where MAX moves, else the least lower one */
  Value best;                   /* of the children taken, */
  Window given;                 /* in this window, if fixed */
  Basis basis;                  /* of the search above it: see basis_begin */
  Leaf leaf;
  bool kept, entered, opened, pending, fixed, looked;   /* pending: its first child waits; looked: `probe` is of this visit */
  Probe probe;
};

typedef struct Script {
  Job *job;
  Search *search;
  Vertex *root, *last;          /* of the path */
  Vertex *unused;
  uint64_t serial;              /* the last one given */
  int slots, slot[AT_LAST];     /* of the game, that must be filled: others are nil, and hold no argument */
  int passes;
} Script;

enum { TOKEN = AT_LAST + 1, META, METHOD, MOST_ARGUMENTS = 5 };         /* upvalues of a method, behind the slots of lua_game.h */

#define ARGUMENT(i) (AT_LAST + (i))     /* where argument i of a method is */

/* The node that argument `i` of a method is. Fails where it is none, or was left. */
Vertex *vertex_at (lua_State *L, int i);

/* Pushes a handle of `v`, in the place of all others. `token`: the index of the token; its metatable is behind. */
int vertex_push (lua_State *L, Script *c, Vertex *v, int token);

/* A new node below `above`, of zeros. */
Vertex *vertex_new (Script *c, Vertex *above);

/* Makes `v` a node of which nothing is known but its position, its place and its player. */
void vertex_reset (const Script *c, Vertex *v, int64_t index);

/* Keeps the child that the walk of `v` has come to, until it is forgotten. */
Vertex *vertex_keep (Script *c, Vertex *v, const Node *child);

/* Forgets all that is kept below `v`. */
void vertex_forget (Script *c, Vertex *v);

/* Forgets the line of `v`, unless it is the answer's. */
void vertex_drop_line (const Script *c, Vertex *v);

/* Leaves all that is below `v`. What is proved of a child is so of its parent, too. */
void vertex_leave_below (Script *c, Vertex *v);

/*
** The value of `v` lies between these; what lies outside of its bounds is an estimate. If it is kept, that may narrow the bounds above it,
** each by all children.
*/
void vertex_prove (Script *c, Vertex *v, Value lower, Value upper);

/* `player` is sure of this. */
void vertex_prove_for (Script *c, Vertex *v, Player player, Value bound);

/* Is proved what `value`, found in the window `w`, says of `v`? */
bool vertex_is_proved (const Vertex *v, Window w, Value value);

/* Fails unless it is; `doing`: what the algorithm does with the value. */
void vertex_require (lua_State *L, const Script *c, const Vertex *v, Window w, Value value, const char *doing);
