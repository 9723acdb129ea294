#include "algo/sample/gametree.h"

#include <stddef.h>
#include <string.h>

#include "search/root.h"

/* Nodes are made in slabs, large ones where memory allows: allocations are rare, and little memory lies idle. */
enum { LARGEST_SLAB = 1024 };

/* Memory reserved for the rest of the search: mainly a path twice as long. */
#define SPARE(t) (2048 + 2 * (t)->room * sizeof *(t)->path)

/* A part of what is held, as a shift, that is given back at least where memory ends. */
enum { RECLAIMED = 3 };

/* Memory. */

static void drop_place (const Game *game, GameNode *n) {
  if (gametree_is(n, HELD_PLACE)) packed_drop_move((Game *)(uintptr_t)game, n->place, true);
  n->known &= ~(uint32_t)HELD_PLACE;
}

static void drop_node (GameTree *t, GameNode *n) {
  Game *game = t->search->game;
  if (UNLIKELY(t->forget != NULL)) t->forget(t->forgets, n);
  drop_place(game, n);
  packed_drop(game, n->words, gametree_is(n, HELD_POSITION));
  packed_drop_move(game, n->move, gametree_is(n, HELD_MOVE));
  n->next = t->unused;
  t->unused = n;
  search_hold(t->search, -1);
}

/* Gives back all below `n`, which counts as not developed afterwards. What waits hangs on one list: it takes no stack. */
static void release (GameTree *t, GameNode *n) {
  GameNode *waiting = n->children;
  n->children = NULL;
  drop_place(t->search->game, n);
  n->known &= (1u << COUNT_SHIFT) - 1 - DEVELOPED - COMPLETE;
  while (waiting) {
    GameNode *first = waiting;
    waiting = first->next;
    if (first->children) {
      GameNode *last = first->children;
      while (last->next) last = last->next;
      last->next = waiting;
      waiting = first->children;
    }
    drop_node(t, first);
  }
}

void gametree_each (GameTree *t, GameVisit *visit, void *with) {
  int ply = 0;
  t->path[0].cursor = t->root->children;
  for (;;) {
    GameNode *n = t->path[ply].cursor;
    if (n && n->children) t->path[++ply].cursor = n->children;  /* it was on the path itself, so the path has room */
    else if (n) {
      visit(with, n);
      t->path[ply].cursor = n->next;
    } else if (ply == 0) break;
    else {
      n = t->path[--ply].cursor;
      visit(with, n);
      t->path[ply].cursor = n->next;
    }
  }
  visit(with, t->root);
}

/* Frees all below nodes of at most `visits` visits, unless they are on the path. */
typedef struct Reclaiming {
  GameTree *tree;
  uint64_t visits;
} Reclaiming;

static void release_visited (void *with, GameNode *n) {
  const Reclaiming *r = with;
  if (n->children && n->visits <= r->visits && !gametree_is(n, ON_PATH)) release(r->tree, n);
}

static void mark_path (const GameTree *t, bool on) {
  for (int ply = 0; ply <= t->end; ply++) {
    GameNode *n = t->path[ply].at;
    n->known = on ? n->known | ON_PATH : n->known & ~(uint32_t)ON_PATH;
  }
}

/* There is no more memory: gives back what lies below the least visited nodes, a good part of it at once. */
void gametree_reclaim (GameTree *t) {
  const uint64_t held = t->search->watch.held, wanted = held >> RECLAIMED;
  mark_path(t, true);
  for (Reclaiming r = {t, 1}; held - t->search->watch.held <= wanted && r.visits / 2 < t->root->visits; r.visits *= 2)
    gametree_each(t, release_visited, &r);
  mark_path(t, false);
}

bool gametree_has_room (const GameTree *t, size_t size) { return arena_has_room(&t->search->arena, size + SPARE(t)); }

/* Makes room for new nodes, as many at once as there may be. Leaves the search if there is room for none. */
static void make_slab (GameTree *t) {
  Arena *arena = &t->search->arena;
  const size_t each = t->size + t->search->game->kept_bytes;
  size_t count = t->search->watch.held / 4 < LARGEST_SLAB ? (size_t)t->search->watch.held / 4 + 1 : LARGEST_SLAB;
  while (count > 1 && !gametree_has_room(t, count * each)) count /= 2;
  if (count == 1 && t->root && !gametree_has_room(t, each)) {
    gametree_reclaim(t);
    if (t->unused) return;
  }
  t->fresh = arena_alloc(arena, count * t->size);
  t->fresh_end = t->fresh + count * t->size;
}

static inline void make_empty (const GameTree *t, GameNode *n) {
  n->bound[LOWER] = -INFINITY;
  n->bound[UPPER] = INFINITY;
  n->estimate = n->sum = 0;
  n->children = n->next = NULL;
  n->visits = n->known = 0;
  n->place = n->move = 0;
  if (UNLIKELY(t->size > t->extra)) memset(gametree_extra(t, n), 0, t->size - t->extra);
}

/* A node with nothing in it. May leave the search for want of memory. */
static GameNode *new_node (GameTree *t) {
  if (t->unused == NULL && t->fresh == t->fresh_end) make_slab(t);
  GameNode *n = t->unused;
  if (n) t->unused = n->next;
  else {
    n = (GameNode *)(void *)t->fresh;
    t->fresh += t->size;
  }
  make_empty(t, n);
  search_hold(t->search, 1);
  return n;
}

/* The path. */

static void widen_path (GameTree *t, int nodes) {
  if ((size_t)nodes <= t->room) return;
  t->path = arena_widen(&t->search->arena, t->path, sizeof *t->path, &t->room, (size_t)nodes);
  for (int ply = 1; ply <= t->end; ply++) t->path[ply].node.parent = &t->path[ply - 1].node;
}

/* The node below the last of the path: its part of the search is new. */
static GameStep *step_down (GameTree *t, GameNode *at, uint32_t number) {
  widen_path(t, t->end + 2);
  GameStep *step = &t->path[++t->end];
  step[-1].node.walk.index = number;
  step->at = at;
  step->node.parent = &step[-1].node;
  step->node.line = NULL;
  step->node.ply = t->end;
  packed_load(t->search->game, at->words, gametree_is(at, HELD_POSITION), &step->node.position);
  return step;
}

/* Enters `n` again for the test of repetitions, and forgets what was known of the node that was entered last. */
static void enter_again (Search *s, Node *n) {
  s->pass.knows = false;
  if (s->pass.path) s->pass.repeated = repeat_enter(s, n);
}

/* Polls the limits before a loop over the children of `n`, if that may take longer than a visit. */
static void look_if_wide (const GameTree *t, const GameNode *n) {
  if (UNLIKELY(gametree_count(n) > 1000)) watch_look(t->search);
}

void gametree_begin (GameTree *t) {
  t->end = 0;
  look_if_wide(t, t->root);
  enter_again(t->search, &t->path[0].node);
}

void gametree_enter (GameTree *t, GameNode *child, uint32_t number) {
  look_if_wide(t, child);
  GameStep *step = step_down(t, child, number);
  step->node.player = gametree_player(child);
  step->node.lower = child->bound[LOWER];
  step->node.upper = child->bound[UPPER];
  enter_again(t->search, &step->node);
}

/* Children. */

/* Asks for the next successor of the node at the end of the path, `child`. False: there is none. */
static bool next_child (GameTree *t, Node *n, GameNode *at, Node *child) {
  Search *s = t->search;
  if (!gametree_is(at, DEVELOPED)) {
    n->walk = (Walk){0, {0, 0}, {0, 0}};
    at->known |= DEVELOPED;
    return visit_develop(s, n, child);
  }
  bool held = gametree_is(at, HELD_PLACE);
  at->known &= ~(uint32_t)HELD_PLACE;           /* from now on the walk is open, or the search is over */
  packed_resume(s->game, &n->position, at->place, held, gametree_count(at), &n->walk);
  return visit_next(s, n, child);
}

/* `made` is `child`, where the walk of `n` stands. It is linked, at `end` or behind, when all of it is there: the search may end. */
static void keep_child (const GameTree *t, const Node *n, GameNode *at, const Node *child, GameNode *made, GameNode **end) {
  Game *game = t->search->game;
  if (gametree_count(at) >= UINT32_MAX >> COUNT_SHIFT) t->search->host->fail(t->search->host, "a position has too many successors");
  bool position = packed_pack(game, &child->position, made->words), move = packed_pack_move(game, n->walk.move, &made->move);
  made->known = (position ? HELD_POSITION : 0) | (move ? HELD_MOVE : 0) | (child->player == MAX ? MAX_MOVES : 0);
  while (*end) end = &(*end)->next;
  *end = made;
  at->known += 1u << COUNT_SHIFT;
}

/* There are no more children; if there were none at all it is a leaf. */
static void complete (GameTree *t, Node *n, GameNode *at) {
  at->known |= COMPLETE;
  if (at->children == NULL) gametree_settle(at, bounds_hold(t->search, n, visit_evaluate(t->search, n)), 0);
}

void gametree_settle (GameNode *n, Value value, int64_t plies) {
  n->bound[LOWER] = n->bound[UPPER] = n->estimate = value;
  if (plies == UNKNOWN_PLIES || gametree_is(n, HELD_PLACE)) return;
  n->known |= ENDS;
  n->plies = plies;
}

/* Asks what the new child at the end of the path is by its own word. */
static void ask_first (GameTree *t, Player player) {
  Search *s = t->search;
  GameStep *step = &t->path[t->end];
  Node *n = &step->node;
  Value value;
  n->player = player;
  n->lower = -INFINITY;
  n->upper = INFINITY;
  if (visit_leaf(s, n)) gametree_settle(step->at, visit_evaluate(s, n), 0);
  else if (visit_known(s, n, WHOLE_WINDOW, &value)) gametree_settle(step->at, value, UNKNOWN_PLIES);
  if (gametree_settled(step->at)) return;
  visit_player(s, n);
  step->at->known = n->player == MAX ? step->at->known | MAX_MOVES : step->at->known & ~(uint32_t)MAX_MOVES;
  step->at->bound[LOWER] = n->lower;
  step->at->bound[UPPER] = n->upper;
}

/* Enters the new child at the end of the path. */
static void enter_first (GameTree *t, Player player) {
  const Basis above = basis_begin(t->search);
  ask_first(t, player);
  if (UNLIKELY(t->meet != NULL)) t->meet(t->meets, t->path[t->end].at);
  basis_end(t->search, above, t->end);
}

/*
** Makes the next child of the last node on the path, links it at `last` or behind, and puts it on the path; NULL: there are no more. The
** walk over the children is set aside, unless `all` of them are made.
*/
static GameNode *pull (GameTree *t, GameNode **last, bool all) {
  GameNode *made = new_node(t);
  Node child;
  widen_path(t, t->end + 2);
  Node *n = &t->path[t->end].node;
  GameNode *at = t->path[t->end].at;
  const bool goes_on = all && gametree_is(at, DEVELOPED);
  if (!(goes_on ? visit_next(t->search, n, &child) : next_child(t, n, at, &child))) {
    made->known = 0;
    drop_node(t, made);
    complete(t, n, at);
    return NULL;
  }
  keep_child(t, n, at, &child, made, last);
  if (!all && packed_set_aside(t->search->game, &n->walk, &at->place)) at->known |= HELD_PLACE;
  step_down(t, made, gametree_count(at));
  enter_first(t, child.player);
  return made;
}

GameNode *gametree_pull (GameTree *t) { return pull(t, &t->path[t->end].at->children, false); }

void gametree_pull_all (GameTree *t, GameEstimate *estimate, void *with) {
  const int end = t->end;
  for (GameNode *made, **last = &t->path[end].at->children; (made = pull(t, last, true)) != NULL; last = &made->next) {
    if (estimate && !gametree_settled(made)) made->estimate = gametree_held(made, estimate(with, t, made));
    t->end = end;
  }
}

/* Bounds. */

bool gametree_learn (GameTree *t, GameNode *child, Value lower, Value upper) {
  Value *bound = child->bound;
  const Value before[2] = {bound[0], bound[1]};
  if (lower > bound[LOWER]) bound[LOWER] = lower < bound[UPPER] ? lower : bound[UPPER];
  if (upper < bound[UPPER]) bound[UPPER] = upper > bound[LOWER] ? upper : bound[LOWER];
  if (bound[0] == before[0] && bound[1] == before[1]) return false;
  if (gametree_settled(child)) {
    gametree_settle(child, bound[LOWER], UNKNOWN_PLIES);
    release(t, child);
  }
  return true;
}

/* The bound of the first child that goes beyond `bound` of its parent: the one to name. */
static Value first_beyond (const GameNode *n, Value bound, Player player) {
  const GameNode *child = n->children;
  while (!better(player, child->bound[player], bound)) child = child->next;
  return child->bound[player];
}

/* `value`, held to the bound that it goes beyond. */
static Value contradict (const GameTree *t, int ply, Value value, Value bound) {
  bounds_contradict(t->search, &t->path[ply].node, true, value, bound);
  return bound;
}

/* Emits the bounds of the node at `ply`. */
static void emit_bounds (const GameTree *t, int ply) {
  Search *s = t->search;
  const Value *bound = t->path[ply].at->bound;
  if (!trace_on(s)) return;
  trace_bounds(s, &t->path[ply].node, true, ply ? bound[LOWER] : root_held(s, bound[LOWER]),
               ply ? bound[UPPER] : root_held(s, bound[UPPER]));
}

bool gametree_back_up (GameTree *t, int ply) {
  GameNode *n = t->path[ply].at;
  const Player player = gametree_player(n), other = opponent(player);
  const Value before[2] = {n->bound[0], n->bound[1]};
  Value sure = worst_for(player), hope = worst_for(player);
  for (const GameNode *child = n->children; child; child = child->next) {
    if (better(player, child->bound[player], sure)) sure = child->bound[player];
    if (better(player, child->bound[other], hope)) hope = child->bound[other];
  }
  if (better(player, sure, n->bound[player])) {
    if (better(player, sure, n->bound[other])) sure = contradict(t, ply, first_beyond(n, n->bound[other], player), n->bound[other]);
    n->bound[player] = sure;
  }
  if (gametree_is(n, COMPLETE) && better(other, hope, n->bound[other])) {
    if (better(other, hope, n->bound[player])) hope = contradict(t, ply, hope, n->bound[player]);
    n->bound[other] = hope;
  }
  if (ply > 0 && gametree_settled(n)) {
    const int64_t plies = gametree_plies_by_children(t, n);
    release(t, n);
    gametree_settle(n, n->bound[LOWER], plies);
  }
  if (n->bound[0] == before[0] && n->bound[1] == before[1]) return false;
  emit_bounds(t, ply);
  return true;
}

/* The root. */

static GameTree *new_tree (Search *s, size_t extra) {
  GameTree *t = arena_alloc(&s->arena, sizeof *t);
  *t = (GameTree){.search = s, .extra = offsetof(GameNode, words) + (size_t)s->game->words * sizeof(int64_t)};
  t->size = t->extra + extra;
  widen_path(t, 1);
  t->root = new_node(t);
  for (int i = 0; i < t->search->game->words; i++) t->root->words[i] = 0;
  s->pass.memory = t;
  line_free(&s->lines, line_cons(&s->lines, (Move){0, 0}, &(Position){{0}}, NULL));     /* so that later ones find memory */
  return t;
}

/* Lists the moves of the root, with their statistics, for a result. */
static void list_moves (Search *s, TakeMove *take, void *to) {
  const GameTree *t = s->pass.memory;
  size_t i = 0;
  for (const GameNode *child = t->root->children; child; child = child->next) {
    Position position = {{0}};
    i++;
    packed_load(s->game, child->words, gametree_is(child, HELD_POSITION), &position);
    take(to, &(MoveResult){.move = packed_load_move(child->move, gametree_is(child, HELD_MOVE)), .position = position,
                          .visits = gametree_visits(t, child, i), .estimate = gametree_estimate(t, child, i),
                          .lower = child->bound[LOWER], .upper = child->bound[UPPER]});
  }
}

GameTree *gametree_open (Search *s, size_t extra) {
  GameTree *t = s->pass.memory;
  Value value;
  if (t) {
    const uint64_t peak = s->outcome.stats.peak;
    release(t, t->root);
    s->watch.held = 0;                /* a pass counts from there, and what went was of the pass before */
    s->outcome.stats.peak = peak;
    t->best = NULL;
    t->beside_count = 0;
    t->meet = NULL;                   /* what it is called with may be gone: a helper process has the tree of the main one */
    if (t->forget) t->forget(t->forgets, t->root);
    make_empty(t, t->root);
    search_hold(s, 1);
  } else t = new_tree(s, extra);
  t->ranged = s->pass.lower > -INFINITY && s->pass.upper < INFINITY;
  t->least = t->ranged ? s->pass.lower : INFINITY;
  t->most = t->ranged ? s->pass.upper : -INFINITY;
  t->end = 0;
  t->path[0] = (GameStep){.node = s->pass.root, .at = t->root};
  Node *n = &t->path[0].node;
  if (visit_leaf(s, n)) value = visit_evaluate(s, n);
  else if (!visit_known(s, n, WHOLE_WINDOW, &value)) {
    t->root->bound[LOWER] = n->lower;
    t->root->bound[UPPER] = n->upper;
    visit_player(s, n);
    t->root->known |= n->player == MAX ? MAX_MOVES : 0;
    root_want_move(s, n, t->root->bound);
    s->pass.list_moves = list_moves;
    return t;
  }
  publish_conclusion(s, value);
  return NULL;
}
