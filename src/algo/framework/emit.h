/* Trace events of the framework beside developments: bounds that change, nodes that are not live any more, open nodes. */
#pragma once

#include "algo/framework/tree.h"

/*
** tree_back_up, and emits events of the node at `ply` if its bounds have changed, and of every node below it that was live, by all that is
** known, and is not now.
*/
static ALWAYS_INLINE bool emit_back_up (Tree *tree, int ply, const TreeNode *changed, Player player);
bool emit_of_back_up (Tree *tree, int ply, const TreeNode *changed);

/* The local tree below the node at `ply` begins, or is thrown away. */
void emit_local (Tree *tree, EventKind kind, int ply);

/* The open live nodes: Search.list_open. */
bool emit_live_nodes (Search *search, TakeItem *take, void *to);

static ALWAYS_INLINE bool emit_back_up (Tree *tree, int ply, const TreeNode *changed, Player player) {
  return trace_on(tree->search) ? emit_of_back_up(tree, ply, changed) : tree_back_up(tree, ply, changed, player);
}
