#include "algo/framework/emit.h"

#include <string.h>

/* The node at `ply` of the path, whose parents are its path; good until the next call. */
static Node node_at (const Tree *t, int ply) {
  return (Node){.parent = ply > 0 ? tree_trail(t, ply - 1, t->path[ply].child) : NULL, .ply = ply, .position = tree_position_at(t, ply)};
}

/* An event of `n`, which has these bounds and this window. The root's bounds are held to what it is worth: see search/root.h. */
static Event event_of (const Tree *t, EventKind kind, const Node *n, const TreeNode *node, Window window) {
  const Node *root = &t->search->pass.root;
  const Value *bound = node->bound;
  Event event = trace_event(kind, n);
  event.placed = true;
  event.window = window;
  event.lower = n->ply > 0 || bound[LOWER] > root->lower ? bound[LOWER] : root->lower;
  event.upper = n->ply > 0 || bound[UPPER] < root->upper ? bound[UPPER] : root->upper;
  return event;
}

/* The window of the path down to the node at `ply`, itself left out. */
static Window window_above (const Tree *t, int ply) {
  Window window = t->search->asked.window;
  for (int i = 0; i < ply; i++) window = tree_narrow(window, t->path[i].node);
  return window;
}

/* A node below which windows have shrunk. */
typedef struct Shrunk {
  Node *node;
  Children *children;
  Window before, now;           /* its window */
} Shrunk;

static void emit_dead (Tree *t, const Shrunk *above);

/* Emits an event for child `i` if it was live and is not now; else for those below it. */
static void look_at_child (Tree *t, const Shrunk *above, int i) {
  Children *children = above->children;
  const TreeNode *node = &tree_nodes(children)[i];
  Node n = {.parent = above->node, .ply = above->node->ply + 1, .position = children_position(&t->pool, children, i)};
  Shrunk child = {&n, children_below(&t->pool, children, i), tree_narrow(above->before, node), tree_narrow(above->now, node)};
  above->node->walk.index = i + 1;
  if (!window_open(child.before)) return;
  if (window_open(child.now)) {
    if (memcmp(&child.before, &child.now, sizeof child.now) != 0) emit_dead(t, &child);
    return;
  }
  Event event = event_of(t, EVENT_UPDATE, &n, node, child.now);
  event.dead = true;
  trace_emit(t->search, &event);
}

static void emit_dead (Tree *t, const Shrunk *above) {
  visit_guard(t->search, above->node->ply);
  for (int i = 0; above->children && i < above->children->count; i++) look_at_child(t, above, i);
}

static void emit_changed (Tree *t, int ply, const TreeNode *before) {
  const Step *step = &t->path[ply];
  Window window = window_above(t, ply);
  Node n = node_at(t, ply);
  Shrunk changed = {&n, step->children, tree_narrow(window, before), tree_narrow(window, step->node)};
  Event event = event_of(t, EVENT_UPDATE, &n, step->node, changed.now);
  event.dead = window_open(changed.before) && !window_open(changed.now);
  event.mover = true;
  n.player = step->children->player;
  trace_emit(t->search, &event);
  if (window_open(changed.now)) emit_dead(t, &changed);
}

bool emit_of_back_up (Tree *t, int ply, const TreeNode *changed) {
  const Step *step = &t->path[ply];
  TreeNode before = *step->node;
  bool news = step->children->player == MAX ? tree_back_up(t, ply, changed, MAX) : tree_back_up(t, ply, changed, MIN);
  if (news) emit_changed(t, ply, &before);
  return news;
}

void emit_local (Tree *t, EventKind kind, int ply) {
  const TreeNode *node = t->path[ply].node;
  if (!trace_on(t->search)) return;
  Node n = node_at(t, ply);
  Event event = event_of(t, kind, &n, node, tree_narrow(window_above(t, ply), node));
  trace_emit(t->search, &event);
}

/* The OPEN list. */

typedef struct Listing {
  Tree *tree;
  TakeItem *take;
  void *to;
} Listing;

/* The node `n`, one of these siblings, and all below it. */
static bool list_below (const Listing *listing, Children *siblings, int i, Node *n, Window above) {
  Tree *t = listing->tree;
  Window window = tree_narrow(above, &tree_nodes(siblings)[i]);
  if (visit_stack_is_full(t->search)) return false;
  if (!window_open(window)) return true;
  if (tree_is_open(siblings, i)) return listing->take(listing->to, &(OpenItem){n, NULL, NAN, window});
  Children *children = children_below(&t->pool, siblings, i);
  for (int k = 0; children && k < children->count; k++) {
    Node child = {.parent = n, .ply = n->ply + 1};
    n->walk.index = k + 1;
    if (!list_below(listing, children, k, &child, window)) return false;
  }
  return true;
}

bool emit_live_nodes (Search *s, TakeItem *take, void *to) {
  const Listing listing = {s->pass.memory, take, to};
  Node root = {.ply = 0};
  return list_below(&listing, listing.tree->path[0].siblings, 0, &root, s->asked.window);
}
