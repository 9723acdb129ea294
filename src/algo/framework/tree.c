#include "algo/framework/tree.h"

#include <string.h>

const Option option_pseudo = {.name = "pseudo", .kinds = OPTION_COUNT | OPTION_FUNCTION, .otherwise = NO_DEFAULT, .least = 1};

enum { HELD_POSITION = 1, HELD_MOVE = 2 };

/* Memory. */

static size_t block_size (const Tree *t, int32_t count) {
  return sizeof(Sons) + (t->stride + t->keeps) * (size_t)count;
}

static Sons *new_block (Tree *t, int32_t count, Player player) {
  Sons *sons = (size_t)count < t->unused_room ? t->unused[count] : NULL;
  if (sons) t->unused[count] = sons->next;
  else sons = arena_alloc(&t->search->arena, block_size(t, count));
  *sons = (Sons){.count = count, .player = player};
  search_hold(t->search, count);
  return sons;
}

static void free_block (Tree *t, Sons *sons) {
  search_hold(t->search, -(int64_t)sons->count);
  sons->next = t->unused[sons->count];
  t->unused[sons->count] = sons;
}

/* Makes sure that a block of `count` nodes can be given back without asking for memory. */
static void reserve_list (Tree *t, int32_t count) {
  t->unused = arena_widen(&t->search->arena, t->unused, sizeof *t->unused, &t->unused_room, (size_t)count + 1);
}

/* Positions and moves. */

/* What is held of each son, behind them. Only where the game keeps something. */
static uint8_t *held (const Tree *t, Sons *sons) { return (uint8_t *)tree_son(t, sons, sons->count); }

static unsigned held_of (const Tree *t, Sons *sons, int i) { return t->keeps ? held(t, sons)[i] : 0; }

/* Puts a position and a move into a node, and returns what is held. */
static unsigned pack (const Tree *t, TreeNode *node, const Position *position, Move move) {
  Game *game = t->search->game;
  unsigned position_held = stored_pack(game, position, node->word) ? HELD_POSITION : 0;
  return position_held | (stored_pack_move(game, move, node->word + game->words) ? HELD_MOVE : 0);
}

static inline void load (const Tree *t, Sons *sons, int i, Position *position) {
  stored_load(t->search->game, tree_son(t, sons, i)->word, held_of(t, sons, i) & HELD_POSITION, position);
}

Position tree_position (const Tree *t, Sons *sons, int i) {
  Position position = {{0}};
  load(t, sons, i, &position);
  return position;
}

static Move move_of (const Tree *t, Sons *sons, int i) {
  return stored_load_move(tree_son(t, sons, i)->word[t->search->game->words], held_of(t, sons, i) & HELD_MOVE);
}

static void drop (const Tree *t, Sons *sons) {
  Game *game = t->search->game;
  for (int i = 0; i < sons->count; i++) {
    const TreeNode *son = tree_son(t, sons, i);
    stored_drop(game, son->word, held_of(t, sons, i) & HELD_POSITION);
    stored_drop_move(game, son->word[game->words], held_of(t, sons, i) & HELD_MOVE);
  }
}

Position tree_position_at (const Tree *t, int ply) {
  return ply == 0 ? t->search->root.position : tree_position(t, t->path[ply - 1].node->sons, t->path[ply].son);
}

/* Gives back a block; those below it have to wait. Of a forgotten subtree only the line is left. */
static void release_block (Tree *t, Sons *sons, Sons **waiting) {
  if (sons->count > 0) {
    sons->next = *waiting;
    *waiting = sons;
  } else {
    line_free(&t->search->lines, sons->line);
    free_block(t, sons);
  }
}

/* Gives back all below a node. The blocks that wait are threaded: it takes no stack, however deep they lie. */
static void release (Tree *t, TreeNode *node) {
  Sons *waiting = NULL;
  if (node->sons) release_block(t, node->sons, &waiting);
  node->sons = NULL;
  while (waiting) {
    Sons *sons = waiting;
    waiting = sons->next;
    for (int i = 0; i < sons->count; i++) {
      TreeNode *son = tree_son(t, sons, i);
      if (son->sons) release_block(t, son->sons, &waiting);
    }
    if (t->keeps) drop(t, sons);
    free_block(t, sons);
  }
}

/* An empty tree, in the memory that it keeps for all passes. */
static Tree *new_tree (Search *s) {
  Tree *t = arena_alloc(&s->arena, sizeof *t);
  *t = (Tree){.search = s, .keeps = s->game->keep != NULL};
  t->stride = sizeof(TreeNode) + sizeof(int64_t) * ((size_t)s->game->words + 1);
  t->path = arena_widen(&s->arena, NULL, sizeof *t->path, &t->room, 1);
  t->path[0].node = arena_alloc(&s->arena, t->stride);
  reserve_list(t, 0);
  double pseudo = search_number(s, "pseudo");
  if (pseudo < INT_MAX) t->pseudo = (int)pseudo;
  s->memory = t;
  return t;
}

Tree *tree_open (Search *s) {
  Tree *t = s->memory ? s->memory : new_tree(s);
  TreeNode *root = t->path[0].node;
  *root = (TreeNode){.bound = {[LOWER] = -INFINITY, [UPPER] = INFINITY}};
  t->path[0] = (Step){.node = root, .window = {[LOWER] = s->window.alpha, [UPPER] = s->window.beta}};
  search_hold(s, 1);
  return t;
}

/* The path. */

Step *tree_enter (Tree *t, int ply, int i) {
  size_t least = (size_t)ply + 2;
  if (rarely(least > t->room)) t->path = arena_widen(&t->search->arena, t->path, sizeof *t->path, &t->room, least);
  Step *step = &t->path[ply + 1];
  *step = (Step){.node = tree_son(t, step[-1].node->sons, i), .son = i};
  return step;
}

/* The node at `ply`, about to be developed. Its path is told to a trace. */
static inline void begin (Tree *t, int ply, Node *n) {
  Search *s = t->search;
  if (ply == 0) *n = s->root;
  else {
    Sons *brothers = t->path[ply - 1].node->sons;
    load(t, brothers, t->path[ply].son, &n->position);
    n->player = opponent(brothers->player);
    n->ply = ply;
    n->parent = NULL;
  }
  n->walk.index = 0;
  if (trace_on(s) && ply > 0) {
    Node *above = stored_trail(s, ply);
    for (int i = 0; i < ply; i++) above[i].walk.index = t->path[i + 1].son + 1;
    n->parent = &above[ply - 1];
  }
}

/* Developing. */

static void set_bounds (TreeNode *node, Value lower, Value upper) {
  node->bound[LOWER] = lower;
  node->bound[UPPER] = upper;
}

/* Makes room for one son more behind the `count` that were generated. */
static void make_room (Tree *t, int32_t count) {
  Arena *arena = &t->search->arena;
  if ((size_t)count < t->pulled_room) return;
  if (count == INT32_MAX) t->search->host->fail(t->search->host, "a position has too many successors");
  t->pulled = arena_widen(arena, t->pulled, t->stride, &t->pulled_room, (size_t)count + 1);
  if (t->keeps) t->pulled_held = arena_widen(arena, t->pulled_held, 1, &t->held_room, t->pulled_room);
}

/* All successors of a node, the first of which is `child`, as open nodes. */
static Sons *generate (Tree *t, Node *n, Node *child) {
  int32_t count = 0;
  do {
    make_room(t, count);
    TreeNode *son = (TreeNode *)(void *)(t->pulled + t->stride * (size_t)count);
    set_bounds(son, -INFINITY, INFINITY);
    son->sons = NULL;
    unsigned kept = pack(t, son, &child->position, n->walk.move);
    if (t->keeps) t->pulled_held[count] = (uint8_t)kept;
    count++;
  } while (visit_pull(t->search, n, child));
  reserve_list(t, count);
  Sons *sons = new_block(t, count, n->player);
  memcpy(sons + 1, t->pulled, t->stride * (size_t)count);
  if (t->keeps) memcpy(held(t, sons), t->pulled_held, (size_t)count);
  return sons;
}

/*
** At the root not only the value is asked for, but a move that has it. So a bound of the root that its player would be content
** with must be reached by a move: until one does, it counts as the number next to it. (Every son reaches the range.)
*/
static void want_move (Tree *t, TreeNode *root, const Node *n) {
  Search *s = t->search;
  s->root.player = n->player;
  s->root.lower = n->lower;
  s->root.upper = n->upper;
  if (root->bound[n->player] != (n->player == MAX ? s->lower : s->upper))
    root->bound[n->player] = nextafter(root->bound[n->player], worst_for(n->player));
}

void tree_develop (Tree *t, int ply, Window w) {
  Search *s = t->search;
  TreeNode *node = t->path[ply].node;
  Node n, child;
  Value value;
  begin(t, ply, &n);
  trace_window(s, w.alpha, w.beta);
  if (visit_leaf(s, &n)) {
    value = visit_evaluate(s, &n);
    set_bounds(node, value, value);
  } else if (visit_known(s, &n, w, &value)) set_bounds(node, n.lower, n.upper);
  else if (!visit_first(s, &n, &child)) {
    value = visit_evaluate(s, &n);
    set_bounds(node, value, value);
  } else {
    node->sons = generate(t, &n, &child);
    set_bounds(node, n.lower, n.upper);
    if (ply == 0) want_move(t, node, &n);
  }
}

/* Backing up. */

/* A bound of the node at `ply` contradicts what its sons say, `value`. */
static void contradict (Tree *t, int ply, Value value, Value bound) {
  Node n = {.position = tree_position_at(t, ply)};
  visit_contradict(t->search, &n, true, value, bound);
}

static specialised bool back_up (Tree *t, int ply, TreeNode *n, const TreeNode *changed, Player player) {
  Player other = opponent(player);
  Value best = changed->bound[player];
  if (better(player, best, n->bound[other])) {
    contradict(t, ply, best, n->bound[other]);
    best = n->bound[other];
  }
  bool news = better(player, best, n->bound[player]);
  if (news) n->bound[player] = best;
  best = changed->bound[other];
  if (!better(other, best, n->bound[other])) return news;
  for (int i = n->sons->count - 1; i >= 0; i--) {
    Value bound = tree_son(t, n->sons, i)->bound[other];
    if (!better(other, bound, n->bound[other])) return news;    /* this son upholds the old bound */
    if (better(player, bound, best)) best = bound;
  }
  if (better(other, best, n->bound[player])) {
    contradict(t, ply, best, n->bound[player]);
    best = n->bound[player];
    if (best == n->bound[other]) return news;
  }
  n->bound[other] = best;
  return true;
}

bool tree_back_up (Tree *t, int ply) {
  TreeNode *n = t->path[ply].node;
  const TreeNode *changed = t->path[ply + 1].node;
  return n->sons->player == MAX ? back_up(t, ply, n, changed, MAX) : back_up(t, ply, n, changed, MIN);
}

/* Lines of play, and what is said of the root. */

/* The leftmost son whose bound on this side is as good for the player to move as `value`; -1: none. */
static int son_with (const Tree *t, const TreeNode *n, Value value, int side) {
  for (int i = 0; n->sons && i < n->sons->count; i++)
    if (!better(n->sons->player, value, tree_son(t, n->sons, i)->bound[side])) return i;
  return -1;
}

/* The move to son `i` and nothing more. */
static Line *line_to (Tree *t, Sons *sons, int i) {
  Position position = tree_position(t, sons, i);
  return line_cons(&t->search->lines, move_of(t, sons, i), &position, NULL);
}

/* From a node of this exact value down to the leaf it comes from, or as far as sons are known that have it. */
static Line *line_below (Tree *t, TreeNode *n, Value value) {
  Line *first = NULL, **end = &first;
  for (int i; n->sons && (i = son_with(t, n, value, n->sons->player)) >= 0; n = tree_son(t, n->sons, i)) {
    *end = line_to(t, n->sons, i);
    end = &(*end)->rest;
  }
  if (n->sons && n->sons->count == 0) {
    *end = n->sons->line;
    n->sons->line = NULL;
  }
  return first;
}

void tree_forget (Tree *t, int ply) {
  TreeNode *node = t->path[ply].node;
  if (node->sons == NULL) return;
  bool exact = node->bound[LOWER] == node->bound[UPPER];
  Player player = node->sons->player;
  Line *line = exact ? line_below(t, node, node->bound[LOWER]) : NULL;
  release(t, node);
  if (line) {
    node->sons = new_block(t, 0, player);
    node->sons->line = line;
  }
}

bool tree_pseudo (const Tree *t, int ply) {
  Search *s = t->search;
  if (ply == 0) return false;
  if (s->caller.is_pseudo == NULL) return t->pseudo > 0 && ply % t->pseudo == 0;
  Position position = tree_position_at(t, ply);
  return s->caller.is_pseudo(s, &position, ply);
}

/* A value of the root, held to its bounds: one that counts as the number next to it lies outside. */
static Value held_value (const Search *s, Value value) {
  return value < s->root.lower ? s->root.lower : value > s->root.upper ? s->root.upper : value;
}

/* What is proved of the root; and `value`, if it is one, by the move that has it. */
static void publish_root (Tree *t, Value value, Line *line) {
  Search *s = t->search;
  const TreeNode *root = t->path[0].node;
  s->root.line = line;
  publish(s, held_value(s, root->bound[LOWER]), held_value(s, root->bound[UPPER]), value, line);
}

void tree_publish (Tree *t) {
  Search *s = t->search;
  const TreeNode *root = t->path[0].node;
  Player player = s->root.player;
  Value value = root->bound[player], held = held_value(s, value);
  int i = isinf(value) ? -1 : son_with(t, root, value, player);
  if (i < 0 || !better(player, held, own_side(player, s->window))) publish_root(t, NO_VALUE, s->answer.line);
  else publish_root(t, search_within(s, &s->root, held), line_to(t, root->sons, i));
}

/* The leftmost son of which its father may hope most; -1: there are none. */
static int most_hopeful (const Tree *t, const TreeNode *n) {
  int best = n->sons ? 0 : -1;
  for (int i = 1; n->sons && i < n->sons->count; i++) {
    int side = opponent(n->sons->player);
    if (better(n->sons->player, tree_son(t, n->sons, i)->bound[side], tree_son(t, n->sons, best)->bound[side])) best = i;
  }
  return best;
}

/* The line from the root that belongs to its value, of which its bound on this side is known. */
static Line *root_line (Tree *t, TreeNode *root, Value value, int side) {
  int i = son_with(t, root, value, side);
  if (i < 0) i = most_hopeful(t, root);         /* estimates, none of which is as good as the root's own bound */
  else if (root->bound[LOWER] == root->bound[UPPER]) return line_below(t, root, value);
  return i < 0 ? NULL : line_to(t, root->sons, i);
}

void tree_conclude (Tree *t) {
  Search *s = t->search;
  TreeNode *root = t->path[0].node;
  Value lower = root->bound[LOWER], upper = root->bound[UPPER];
  int side = lower >= s->window.beta || lower >= upper ? LOWER : UPPER;       /* UPPER: it failed low */
  Value value = root->bound[side];
  publish_root(t, held_value(s, value), root_line(t, root, value, side));
  publish_conclusion(s, held_value(s, value));
  if (s->deepen) release(t, root);
}
