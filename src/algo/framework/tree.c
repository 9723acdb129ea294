#include "algo/framework/tree.h"

#include <string.h>

const Option option_pseudo = {
  .name = "pseudo", .kinds = OPTION_COUNT | OPTION_FUNCTION, .otherwise = NO_DEFAULT, .least = 1,
  .help = "plies between pseudo-terminals, whose trees are forgotten once searched; a function "
    "gets position and ply, and returns true for one",
  .example = "gts.tree{branching=3, depth=6}, {algorithm = 'rsearch', pseudo = 2}"
};

/* Of a block that is not numbered. */
static inline int64_t *moves_of (const Tree *t, Children *children) { return tree_words(t, children, children->count); }

static size_t block_size (const Tree *t, int32_t count, bool numbered) {
  size_t words = (size_t)t->words + !numbered;
  return tree_head(count) + (sizeof(TreeNode) + words * sizeof(int64_t)) * (size_t)count;
}

/* Memory. */

static Children *new_block (Tree *t, int32_t count, Player player, bool numbered) {
  Children *children = (size_t)count < t->unused_room[numbered] ? t->unused[numbered][count] : NULL;
  if (children) t->unused[numbered][count] = children->next;
  else children = arena_alloc(&t->search->arena, block_size(t, count, numbered));
  children->line = NULL;
  children->count = count;
  children->player = (uint8_t)player;
  children->numbered = numbered;
  return children;
}

static void free_block (Tree *t, Children *children) {
  search_hold(t->search, -(int64_t)children->count);
  children->next = t->unused[children->numbered][children->count];
  t->unused[children->numbered][children->count] = children;
}

/* Makes sure that a block of `count` nodes can be given back without asking for memory. */
static void reserve_list (Tree *t, int32_t count, bool numbered) {
  if ((size_t)count < t->unused_room[numbered]) return;
  t->unused[numbered] = arena_widen(&t->search->arena, t->unused[numbered], sizeof *t->unused[numbered], &t->unused_room[numbered],
                                    (size_t)count + 1);
}

/* Blocks below a node. */

/* The node at `step` has `children` from now on. */
static void attach (const Tree *t, Step *step, Children *children) {
  int64_t *words = tree_words(t, step->siblings, step->child);
  children->parent = *words;
  *words = (int64_t)(intptr_t)children;
  step->siblings->flags[step->child] |= HAS_CHILDREN;
  tree_have_children(step, children);
}

/* Child `i`, which had a block of children, has it no longer. */
static Children *detach (const Tree *t, Children *children, int i) {
  int64_t *words = tree_words(t, children, i);
  Children *block = (Children *)(intptr_t)*words;
  *words = block->parent;
  children->flags[i] &= (uint8_t)~HAS_CHILDREN;
  return block;
}

/* Positions and moves. */

Position tree_position (const Tree *t, Children *children, int i) {
  Position position = {{0}};
  uint8_t flags = children->flags[i];
  int64_t words[POSITION_WORDS];
  memcpy(words, tree_words(t, children, i), (size_t)t->words * sizeof *words);
  if (flags & HAS_CHILDREN) words[0] = tree_below(t, children, i)->parent;
  packed_load(t->search->game, words, flags & HELD_POSITION, &position);
  return position;
}

static Move move_of (const Tree *t, Children *children, int i) {
  if (children->numbered) return (Move){i + 1, 0};
  return packed_load_move(moves_of(t, children)[i], children->flags[i] & HELD_MOVE);
}

/* Drops what the game keeps of children without blocks. */
static void drop (const Tree *t, Children *children) {
  Game *game = t->search->game;
  const uint8_t *flags = children->flags;
  for (int i = 0; i < children->count; i++) {
    packed_drop(game, tree_words(t, children, i), flags[i] & HELD_POSITION);
    if (flags[i] & HELD_MOVE) packed_drop_move(game, moves_of(t, children)[i], true);
  }
}

Position tree_position_at (const Tree *t, int ply) {
  return ply == 0 ? t->search->pass.root.position : tree_position(t, t->path[ply].siblings, t->path[ply].child);
}

/* Gives back a block; those below it have to wait. Of a forgotten subtree only the line is left. */
static void release_block (Tree *t, Children *children, Children **waiting) {
  if (children->count > 0) {
    children->next = *waiting;
    *waiting = children;
  } else {
    line_free(&t->search->lines, children->line);
    free_block(t, children);
  }
}

/* Gives back all below a node, which has children. The blocks that wait are threaded: it takes no stack, however deep they lie. */
static void release (Tree *t, Step *step) {
  Children *waiting = NULL;
  release_block(t, detach(t, step->siblings, step->child), &waiting);
  step->children = NULL;
  while (waiting) {
    Children *children = waiting;
    waiting = children->next;
    const uint8_t *flags = children->flags;
    for (int i = 0; i < children->count; i++)
      if (flags[i] & HAS_CHILDREN) release_block(t, detach(t, children, i), &waiting);
    if (t->keeps) drop(t, children);
    free_block(t, children);
  }
}

/* Makes the block of the root alone, which has no position and no move. */
static Children *new_root (Tree *t) {
  Children *root = new_block(t, 1, MAX, true);
  memset(tree_words(t, root, 0), 0, sizeof(int64_t) * (size_t)t->words);
  return root;
}

/* An empty tree, in the memory that it keeps for all passes. */
static Tree *new_tree (Search *s) {
  Tree *t = arena_alloc(&s->arena, sizeof *t);
  *t = (Tree){.search = s, .words = s->game->words, .keeps = s->game->keep != NULL};
  t->asks = s->asked.caller.is_pseudo != NULL;
  double pseudo = search_number(s, "pseudo");
  if (pseudo < INT_MAX && !t->asks) t->pseudo = (int)pseudo;
  tree_widen_path(t, 1);
  t->path[0].siblings = new_root(t);
  reserve_list(t, 0, true);
  s->pass.memory = t;
  return t;
}

Tree *tree_open (Search *s) {
  Tree *t = s->pass.memory ? s->pass.memory : new_tree(s);
  Children *root = t->path[0].siblings;
  t->path[0] = (Step){.siblings = root, .node = tree_nodes(root), .window = s->asked.window, .locals = t->pseudo == 1};
  tree_set_bounds(t->path[0].node, -INFINITY, INFINITY);
  root->flags[0] = 0;
  search_hold(s, 1);
  return t;
}

/* The path. */

void tree_widen_path (Tree *t, int nodes) {
  size_t ply = t->room;
  t->path = arena_widen(&t->search->arena, t->path, sizeof *t->path, &t->room, (size_t)nodes);
  for (; ply < t->room; ply++) t->path[ply].locals = t->pseudo > 0 && (ply + 1) % (size_t)t->pseudo == 0;
}

void tree_trace_path (const Tree *t, int ply, int i, Node *n) {
  Node *above = trace_trail(t->search, ply + 1);
  for (int k = 0; k < ply; k++) above[k].walk.index = t->path[k + 1].child + 1;
  above[ply].walk.index = i + 1;
  n->parent = &above[ply];
}

/* Developing. */

/* Makes room for more children than were generated. */
static void widen_pulled (Tree *t) {
  Arena *arena = &t->search->arena;
  Pulled *p = &t->pulled;
  size_t words = (size_t)t->words * sizeof *p->words, least = p->room + 1, room = p->room;
  if (room > INT32_MAX / 4) t->search->host->fail(t->search->host, "a position has too many successors");
  p->words = arena_widen(arena, p->words, words, &room, least);
  room = p->room;
  p->moves = arena_widen(arena, p->moves, sizeof *p->moves, &room, least);
  room = p->room;
  p->flags = arena_widen(arena, p->flags, sizeof *p->flags, &room, least);
  p->room = room;
}

/* Keeps the position and the move of child `i`, where the game wants that. Is the move a number? */
static bool keep (const Tree *t, int32_t i, const Position *position, Move move) {
  Game *game = t->search->game;
  const Pulled *p = &t->pulled;
  bool position_held = packed_pack(game, position, p->words + (size_t)i * (size_t)t->words);
  bool move_held = packed_pack_move(game, move, &p->moves[i]);
  p->flags[i] = (uint8_t)((position_held ? HELD_POSITION : 0) | (move_held ? HELD_MOVE : 0));
  return !move_held;
}

/* Pulls all successors of a node, the first of which is `child`, and counts them. Are their moves 1, 2, 3, ...? */
static int32_t pull (Tree *t, Node *n, Node *child, bool *numbered) {
  const int words = t->words;
  int32_t count = 0;
  bool numbers = true;
  int64_t differ = 0;
  do {
    if (UNLIKELY((size_t)count == t->pulled.room)) widen_pulled(t);
    if (t->keeps) numbers &= keep(t, count, &child->position, n->walk.move);
    else {
      int64_t *to = t->pulled.words + (size_t)count * (size_t)words;
      to[0] = child->position.word[0];
      packed_copy_rest(words, child->position.word, to);
      t->pulled.moves[count] = n->walk.move.word;
    }
    int64_t move = t->pulled.moves[count++];
    differ |= move ^ count;
  } while (visit_pull(t->search, n, child));
  *numbered = numbers && differ == 0;
  return count;
}

/* Like `pull`, of a game that gives several successors at once, numbered 1, 2, 3, ... */
static int32_t pull_several (Tree *t, Node *n, const Node *child) {
  const Pulled *p = &t->pulled;
  int64_t count = 1, most, more;
  if (UNLIKELY(p->room == 0)) widen_pulled(t);
  packed_pack(t->search->game, &child->position, p->words);
  for (;; widen_pulled(t)) {
    most = (int64_t)p->room - count;
    more = visit_several(t->search, n, p->words + count * t->words, most);
    count += more;
    if (more < most) return (int32_t)count;
  }
}

/* All successors of a node, the first of which is `child`, as open nodes. */
static Children *generate (Tree *t, Node *n, Node *child) {
  bool numbered = true;
  int32_t count = t->search->game->several ? pull_several(t, n, child) : pull(t, n, child, &numbered);
  const Pulled *p = &t->pulled;
  reserve_list(t, count, numbered);
  Children *children = new_block(t, count, n->player, numbered);
  search_hold(t->search, count);
  TreeNode *nodes = tree_nodes(children);
  for (int32_t i = 0; i < count; i++) tree_set_bounds(&nodes[i], -INFINITY, INFINITY);
  memcpy(tree_words(t, children, 0), p->words, sizeof *p->words * (size_t)count * (size_t)t->words);
  if (!numbered) memcpy(moves_of(t, children), p->moves, sizeof *p->moves * (size_t)count);
  if (t->keeps) memcpy(children->flags, p->flags, (size_t)count);
  else memset(children->flags, 0, (size_t)count);
  return children;
}

/*
** At the root not only the value is asked for, but a move that has it. So a bound of the root that its player would be content
** with must be reached by a move: until one does, it counts as the number next to it. (Every child reaches the range.)
*/
static void want_move (Tree *t, TreeNode *root, const Node *n) {
  Search *s = t->search;
  s->pass.root.player = n->player;
  s->pass.root.lower = n->lower;
  s->pass.root.upper = n->upper;
  if (root->bound[n->player] != (n->player == MAX ? s->pass.lower : s->pass.upper))
    root->bound[n->player] = nextafter(root->bound[n->player], worst_for(n->player));
}

/* Develops `n`, the node at `step`, which is no leaf by its own word. */
static void develop_inner (Tree *t, Step *step, Node *n, Window w) {
  Search *s = t->search;
  Node child;
  Value value;
  n->walk.index = 0;
  if (visit_known(s, n, w, &value)) tree_settle(step->siblings, step->child, step->node, n->lower, n->upper);
  else if (!visit_first(s, n, &child)) {
    value = visit_evaluate(s, n);
    tree_settle(step->siblings, step->child, step->node, value, value);
  } else {
    attach(t, step, generate(t, n, &child));
    tree_settle(step->siblings, step->child, step->node, n->lower, n->upper);
  }
}

bool tree_develop_inner (Tree *t, int ply, int i, Node *n, Window w) {
  Step *step = tree_enter(t, ply, i);
  develop_inner(t, step, n, w);
  return step->children != NULL;
}

static void develop_root (Tree *t, Window w) {
  Search *s = t->search;
  Step *root = &t->path[0];
  Node n = s->pass.root;
  trace_window(s, w.alpha, w.beta);
  if (visit_leaf(s, &n)) {
    Value value = visit_evaluate(s, &n);
    tree_settle(root->siblings, 0, root->node, value, value);
  } else develop_inner(t, root, &n, w);
  if (root->children) want_move(t, root->node, &n);
}

void tree_develop_at (Tree *t, int ply, Window w) {
  if (ply == 0) develop_root(t, w);
  else tree_develop(t, ply - 1, t->path[ply].child, w);
}

/* Backing up. */

Value tree_contradict (Tree *t, int ply, Value value, Value bound) {
  Node n = {.position = tree_position_at(t, ply)};
  bounds_contradict(t->search, &n, true, value, bound);
  return bound;
}

/* The bound of the children that is best for the player; `bound` if there is one that upholds that. */
static ALWAYS_INLINE Value best_bound (const Step *step, Value bound, Player player) {
  Player other = opponent(player);
  Value best = worst_for(player);
  for (int i = step->children->count - 1; i >= 0; i--) {
    Value of_child = step->first[i].bound[other];
    if (!better(other, of_child, bound)) return bound;
    if (better(player, of_child, best)) best = of_child;
  }
  return best;
}

bool tree_back_up_other (Tree *t, int ply) {
  const Step *step = &t->path[ply];
  Value *bound = step->node->bound;
  Player player = (Player)step->children->player, other = opponent(player);
  Value best = player == MAX ? best_bound(step, bound[other], MAX) : best_bound(step, bound[other], MIN);
  if (UNLIKELY(better(other, best, bound[player]))) best = tree_contradict(t, ply, best, bound[player]);
  bool news = best != bound[other];
  bound[other] = best;
  return news;
}

/* Lines of play, and what is said of the root. */

/* The leftmost child whose bound on this side is as good for the player to move as `value`; -1: none. */
static int child_with (Children *children, Value value, int side) {
  for (int i = 0; children && i < children->count; i++)
    if (!better((Player)children->player, value, tree_nodes(children)[i].bound[side])) return i;
  return -1;
}

/* The move to child `i` and nothing more. */
static Line *line_to (Tree *t, Children *children, int i) {
  Position position = tree_position(t, children, i);
  return line_cons(&t->search->lines, move_of(t, children, i), &position, NULL);
}

/* From a node with these children and this exact value down to the leaf it comes from, or as far as children are known that have it. */
static Line *line_below (Tree *t, Children *children, Value value) {
  Line *first = NULL, **end = &first;
  for (int i; children && (i = child_with(children, value, children->player)) >= 0; children = tree_below(t, children, i)) {
    *end = line_to(t, children, i);
    end = &(*end)->rest;
  }
  if (children && children->count == 0) {
    *end = children->line;
    children->line = NULL;
  }
  return first;
}

void tree_forget (Tree *t, int ply) {
  Step *step = &t->path[ply];
  if (step->children == NULL) return;
  bool exact = step->node->bound[LOWER] == step->node->bound[UPPER];
  Player player = step->children->player;
  Line *line = exact ? line_below(t, step->children, step->node->bound[LOWER]) : NULL;
  release(t, step);
  if (line) {
    Children *forgotten = new_block(t, 0, player, true);
    forgotten->line = line;
    attach(t, step, forgotten);
  }
}

bool tree_ask_pseudo (const Tree *t, int ply, int i) {
  Search *s = t->search;
  Position position = tree_position(t, t->path[ply].children, i);
  return s->asked.caller.is_pseudo(s, &position, ply + 1);
}

/* A value of the root, held to its bounds: one that counts as the number next to it lies outside. */
static Value held_value (const Search *s, Value value) {
  return value < s->pass.root.lower ? s->pass.root.lower : value > s->pass.root.upper ? s->pass.root.upper : value;
}

/* What is proved of the root; and `value`, if it is one, by the move that has it. */
static void publish_root (Tree *t, Value value, Line *line) {
  Search *s = t->search;
  const TreeNode *root = t->path[0].node;
  s->pass.root.line = line;
  publish(s, held_value(s, root->bound[LOWER]), held_value(s, root->bound[UPPER]), value, line);
}

void tree_publish (Tree *t) {
  Search *s = t->search;
  Step *root = &t->path[0];
  Player player = s->pass.root.player;
  Value value = root->node->bound[player], held = held_value(s, value);
  int i = isinf(value) ? -1 : child_with(root->children, value, player);
  if (i < 0 || !better(player, held, own_side(player, s->asked.window))) publish_root(t, NO_VALUE, s->outcome.answer.line);
  else publish_root(t, bounds_hold(s, &s->pass.root, held), line_to(t, root->children, i));
}

/* The leftmost child of which its parent may hope most; -1: there are none. */
static int most_hopeful (Children *children) {
  int best = children ? 0 : -1;
  for (int i = 1; children && i < children->count; i++) {
    int side = opponent(children->player);
    if (better((Player)children->player, tree_nodes(children)[i].bound[side], tree_nodes(children)[best].bound[side])) best = i;
  }
  return best;
}

/* The line from the root that belongs to its value, of which its bound on this side is known. */
static Line *root_line (Tree *t, const Step *root, Value value, int side) {
  int i = child_with(root->children, value, side);
  if (i < 0) i = most_hopeful(root->children);      /* estimates, none of which is as good as the root's own bound */
  else if (root->node->bound[LOWER] == root->node->bound[UPPER]) return line_below(t, root->children, value);
  return i < 0 ? NULL : line_to(t, root->children, i);
}

void tree_conclude (Tree *t) {
  Search *s = t->search;
  Step *root = &t->path[0];
  Value lower = root->node->bound[LOWER], upper = root->node->bound[UPPER];
  int side = lower >= s->asked.window.beta || lower >= upper ? LOWER : UPPER;       /* UPPER: it failed low */
  Value value = side == LOWER ? lower : upper;
  publish_root(t, held_value(s, value), root_line(t, root, value, side));
  publish_conclusion(s, held_value(s, value));
  if (s->asked.deepen && root->children) release(t, root);
}

void tree_conclude_with (Tree *t, int i, Value value) {
  Search *s = t->search;
  s->outcome.answer.horizon = search_cut(s);
  publish_root(t, held_value(s, value), line_to(t, t->path[0].children, i));
  if (s->asked.deepen) release(t, &t->path[0]);
}
