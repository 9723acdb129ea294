/* core.tree: trees as games, for Lua. */
#pragma once

#include <lua.h>

#include "trees/explicit.h"
#include "trees/implicit.h"

typedef union TreeGame {
  Game game;
  ExplicitTree explicit;
  ImplicitTree implicit;
} TreeGame;

/*
** core.tree(nested) -> userdata: an explicit tree. A list is an inner node, a number a leaf; the named fields lower, upper,
** value and player of a list are its bounds, its static evaluation and its player. Raises an error that names the node.
*/
int trees_explicit (lua_State *L);

/*
** core.implicit(fields) -> userdata: an implicit tree. The fields of gts.tree, complete and checked: branching, depth and range are
** pairs, the model is "increments", "range" or "cut"; and max_spread, min_spread. What a tree has no use for is absent. nil and
** why, where inner nodes are to know what they cannot.
*/
int trees_implicit (lua_State *L);

/* core.tree_rules(tree) -> a table like one of rules, always with `next`; `start` is a list, first(p) who begins at p. */
int trees_rules (lua_State *L);
/* core.tree_fingerprint(tree) -> 64 hexadecimal digits that identify the tree. */
int trees_fingerprint (lua_State *L);

/* The tree at `index`, copied for one search; an error if it is none. The copy lives no longer than the userdata. */
TreeGame trees_open (lua_State *L, int index, Host *host);

/* The tree, if it is implicit; else NULL. */
const ImplicitTree *trees_as_implicit (const TreeGame *tree);

Position trees_start (const TreeGame *tree);

/* Makes a search of the tree begin at `position`; raises an error unless it is one of the tree. */
void trees_begin (lua_State *L, TreeGame *tree, const Position *position);
