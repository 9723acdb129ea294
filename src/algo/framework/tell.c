#include "algo/framework/tell.h"

#include <string.h>

static Window window_of (const Value window[2]) { return (Window){window[LOWER], window[UPPER]}; }

/* The node at `ply` of the path, whose parents tell its path; good until the next call. */
static Node node_at (Tree *t, int ply) {
  Node *above = ply > 0 ? stored_trail(t->search, ply) : NULL;
  for (int i = 0; i < ply; i++) above[i].walk.index = t->path[i + 1].son + 1;
  return (Node){.parent = ply > 0 ? &above[ply - 1] : NULL, .ply = ply, .position = tree_position_at(t, ply)};
}

/* An event of `n`, which has these bounds and this window. The root's bounds are held to what it is worth: see want_move. */
static Event event_of (const Tree *t, EventKind kind, const Node *n, const Value bound[2], const Value window[2]) {
  const Node *root = &t->search->root;
  Event event = trace_event(kind, n);
  event.placed = true;
  event.window = window_of(window);
  event.lower = n->ply > 0 || bound[LOWER] > root->lower ? bound[LOWER] : root->lower;
  event.upper = n->ply > 0 || bound[UPPER] < root->upper ? bound[UPPER] : root->upper;
  return event;
}

/* The window of the path down to the node at `ply`, itself left out. */
static void window_above (const Tree *t, int ply, Value window[2]) {
  window[LOWER] = t->search->window.alpha;
  window[UPPER] = t->search->window.beta;
  for (int i = 0; i < ply; i++) tree_narrow(t->path[i].node, window);
}

/* A node below which windows have shrunk. */
typedef struct Shrunk {
  Node *node;
  const TreeNode *tree_node;
  Sons *sons;
  Value before[2], now[2];      /* its window */
} Shrunk;

static void tell_dead (Tree *t, const Shrunk *above);

/* Son `i`: tells of it if it was live and is not now; else of those below it. */
static void look_at_son (Tree *t, const Shrunk *above, int i) {
  Sons *sons = above->sons;
  Node n = {.parent = above->node, .ply = above->node->ply + 1, .position = tree_position(t, sons, i)};
  Shrunk son = {&n, &sons->node[i], tree_below(t, sons, i), {above->before[0], above->before[1]}, {above->now[0], above->now[1]}};
  above->node->walk.index = i + 1;
  if (!tree_narrow(son.tree_node, son.before)) return;
  if (tree_narrow(son.tree_node, son.now)) {
    if (memcmp(son.before, son.now, sizeof son.now) != 0) tell_dead(t, &son);
    return;
  }
  Event event = event_of(t, EVENT_UPDATE, &n, son.tree_node->bound, son.now);
  event.dead = true;
  trace_tell(t->search, &event);
}

static void tell_dead (Tree *t, const Shrunk *above) {
  visit_guard(t->search, above->node->ply);
  for (int i = 0; above->sons && i < above->sons->count; i++) look_at_son(t, above, i);
}

static void tell_changed (Tree *t, int ply, const Value before[2]) {
  const Step *step = &t->path[ply];
  TreeNode old = {.bound = {before[0], before[1]}};
  Node n = node_at(t, ply);
  Shrunk changed = {.node = &n, .tree_node = step->node, .sons = step->sons};
  window_above(t, ply, changed.before);
  memcpy(changed.now, changed.before, sizeof changed.now);
  bool was_live = tree_narrow(&old, changed.before), is_live = tree_narrow(step->node, changed.now);
  Event event = event_of(t, EVENT_UPDATE, &n, step->node->bound, changed.now);
  event.dead = was_live && !is_live;
  event.mover = true;
  n.player = step->sons->player;
  trace_tell(t->search, &event);
  if (is_live) tell_dead(t, &changed);
}

bool tell_of_back_up (Tree *t, int ply) {
  const Value *bound = t->path[ply].node->bound, before[2] = {bound[0], bound[1]};
  bool news = tree_back_up(t, ply);
  if (news) tell_changed(t, ply, before);
  return news;
}

void tell_local (Tree *t, EventKind kind, int ply) {
  const TreeNode *node = t->path[ply].node;
  Value window[2];
  if (!trace_on(t->search)) return;
  Node n = node_at(t, ply);
  window_above(t, ply, window);
  tree_narrow(node, window);
  Event event = event_of(t, kind, &n, node->bound, window);
  trace_tell(t->search, &event);
}

/* What is open. */

typedef struct Listing {
  Tree *tree;
  TellItem *tell;
  void *to;
} Listing;

/* The node `n`, one of these brothers, and all below it. */
static bool list_below (const Listing *listing, Sons *brothers, int i, Node *n, const Value above[2]) {
  Tree *t = listing->tree;
  Value window[2] = {above[0], above[1]};
  if (visit_stack_is_full(t->search)) return false;
  if (!tree_narrow(&brothers->node[i], window)) return true;
  if (tree_is_open(t, brothers, i)) return listing->tell(listing->to, &(OpenItem){n, NULL, NAN, window_of(window)});
  Sons *sons = tree_below(t, brothers, i);
  for (int k = 0; sons && k < sons->count; k++) {
    Node son = {.parent = n, .ply = n->ply + 1};
    n->walk.index = k + 1;
    if (!list_below(listing, sons, k, &son, window)) return false;
  }
  return true;
}

bool tell_live_nodes (Search *s, TellItem *tell, void *to) {
  const Listing listing = {s->memory, tell, to};
  Node root = {.ply = 0};
  Value window[2];
  window_above(listing.tree, 0, window);
  return list_below(&listing, listing.tree->path[0].brothers, 0, &root, window);
}
