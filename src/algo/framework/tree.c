#include "algo/framework/tree.h"

#include <string.h>

const Option option_pseudo = {.name = "pseudo", .kinds = OPTION_COUNT | OPTION_FUNCTION, .otherwise = NO_DEFAULT, .least = 1};

/* Of a block that is not numbered. */
static inline int64_t *moves_of (const Tree *t, Sons *sons) { return tree_words(t, sons, sons->count); }

static size_t block_size (const Tree *t, int32_t count, bool numbered) {
  size_t words = (size_t)t->words + !numbered;
  return tree_head(count) + (sizeof(TreeNode) + words * sizeof(int64_t)) * (size_t)count;
}

/* Memory. */

static Sons *new_block (Tree *t, int32_t count, Player player, bool numbered) {
  Sons *sons = (size_t)count < t->unused_room[numbered] ? t->unused[numbered][count] : NULL;
  if (sons) t->unused[numbered][count] = sons->next;
  else sons = arena_alloc(&t->search->arena, block_size(t, count, numbered));
  sons->line = NULL;
  sons->count = count;
  sons->player = (uint8_t)player;
  sons->numbered = numbered;
  return sons;
}

static void free_block (Tree *t, Sons *sons) {
  search_hold(t->search, -(int64_t)sons->count);
  sons->next = t->unused[sons->numbered][sons->count];
  t->unused[sons->numbered][sons->count] = sons;
}

/* Makes sure that a block of `count` nodes can be given back without asking for memory. */
static void reserve_list (Tree *t, int32_t count, bool numbered) {
  if ((size_t)count < t->unused_room[numbered]) return;
  t->unused[numbered] = arena_widen(&t->search->arena, t->unused[numbered], sizeof *t->unused[numbered], &t->unused_room[numbered],
                                    (size_t)count + 1);
}

/* Blocks below a node. */

/* The node at `step` has `sons` from now on. */
static void attach (const Tree *t, Step *step, Sons *sons) {
  int64_t *words = tree_words(t, step->brothers, step->son);
  sons->father = *words;
  *words = (int64_t)(intptr_t)sons;
  step->brothers->flags[step->son] |= HAS_SONS;
  tree_have_sons(step, sons);
}

/* Son `i`, which had a block of sons, has it no longer. */
static Sons *detach (const Tree *t, Sons *sons, int i) {
  int64_t *words = tree_words(t, sons, i);
  Sons *block = (Sons *)(intptr_t)*words;
  *words = block->father;
  sons->flags[i] &= (uint8_t)~HAS_SONS;
  return block;
}

/* Positions and moves. */

Position tree_position (const Tree *t, Sons *sons, int i) {
  Position position = {{0}};
  uint8_t flags = sons->flags[i];
  int64_t words[POSITION_WORDS];
  memcpy(words, tree_words(t, sons, i), (size_t)t->words * sizeof *words);
  if (flags & HAS_SONS) words[0] = tree_below(t, sons, i)->father;
  stored_load(t->search->game, words, flags & HELD_POSITION, &position);
  return position;
}

static Move move_of (const Tree *t, Sons *sons, int i) {
  if (sons->numbered) return (Move){i + 1, 0};
  return stored_load_move(moves_of(t, sons)[i], sons->flags[i] & HELD_MOVE);
}

/* What the game keeps of sons without blocks. */
static void drop (const Tree *t, Sons *sons) {
  Game *game = t->search->game;
  const uint8_t *flags = sons->flags;
  for (int i = 0; i < sons->count; i++) {
    stored_drop(game, tree_words(t, sons, i), flags[i] & HELD_POSITION);
    if (flags[i] & HELD_MOVE) stored_drop_move(game, moves_of(t, sons)[i], true);
  }
}

Position tree_position_at (const Tree *t, int ply) {
  return ply == 0 ? t->search->root.position : tree_position(t, t->path[ply].brothers, t->path[ply].son);
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

/* Gives back all below a node, which has sons. The blocks that wait are threaded: it takes no stack, however deep they lie. */
static void release (Tree *t, Step *step) {
  Sons *waiting = NULL;
  release_block(t, detach(t, step->brothers, step->son), &waiting);
  step->sons = NULL;
  while (waiting) {
    Sons *sons = waiting;
    waiting = sons->next;
    const uint8_t *flags = sons->flags;
    for (int i = 0; i < sons->count; i++)
      if (flags[i] & HAS_SONS) release_block(t, detach(t, sons, i), &waiting);
    if (t->keeps) drop(t, sons);
    free_block(t, sons);
  }
}

/* The block of the root alone, whose position and move are nobody's. */
static Sons *new_root (Tree *t) {
  Sons *root = new_block(t, 1, MAX, true);
  memset(tree_words(t, root, 0), 0, sizeof(int64_t) * (size_t)t->words);
  return root;
}

/* An empty tree, in the memory that it keeps for all passes. */
static Tree *new_tree (Search *s) {
  Tree *t = arena_alloc(&s->arena, sizeof *t);
  *t = (Tree){.search = s, .words = s->game->words, .keeps = s->game->keep != NULL};
  t->asks = s->caller.is_pseudo != NULL;
  double pseudo = search_number(s, "pseudo");
  if (pseudo < INT_MAX && !t->asks) t->pseudo = (int)pseudo;
  tree_widen_path(t, 1);
  t->path[0].brothers = new_root(t);
  reserve_list(t, 0, true);
  s->memory = t;
  return t;
}

Tree *tree_open (Search *s) {
  Tree *t = s->memory ? s->memory : new_tree(s);
  Sons *root = t->path[0].brothers;
  t->path[0] = (Step){.brothers = root, .node = tree_nodes(root), .window = s->window, .locals = t->pseudo == 1};
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
  Node *above = stored_trail(t->search, ply + 1);
  for (int k = 0; k < ply; k++) above[k].walk.index = t->path[k + 1].son + 1;
  above[ply].walk.index = i + 1;
  n->parent = &above[ply];
}

/* Developing. */

/* Makes room for more sons than were generated. */
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

/* Keeps the position and the move of son `i`, where the game wants that. Is the move a number? */
static bool keep (const Tree *t, int32_t i, const Position *position, Move move) {
  Game *game = t->search->game;
  const Pulled *p = &t->pulled;
  bool position_held = stored_pack(game, position, p->words + (size_t)i * (size_t)t->words);
  bool move_held = stored_pack_move(game, move, &p->moves[i]);
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
    if (rarely((size_t)count == t->pulled.room)) widen_pulled(t);
    if (t->keeps) numbers &= keep(t, count, &child->position, n->walk.move);
    else {
      int64_t *to = t->pulled.words + (size_t)count * (size_t)words;
      to[0] = child->position.word[0];
      stored_copy_rest(words, child->position.word, to);
      t->pulled.moves[count] = n->walk.move.word;
    }
    int64_t move = t->pulled.moves[count++];
    differ |= move ^ count;
  } while (visit_pull(t->search, n, child));
  *numbered = numbers && differ == 0;
  return count;
}

/* The same in a game that gives several at once. */
static int32_t pull_several (Tree *t, Node *n, const Node *child) {
  const Pulled *p = &t->pulled;
  int64_t count = 1, most, more;
  if (rarely(p->room == 0)) widen_pulled(t);
  stored_pack(t->search->game, &child->position, p->words);
  for (;; widen_pulled(t)) {
    most = (int64_t)p->room - count;
    more = visit_several(t->search, n, p->words + count * t->words, most);
    count += more;
    if (more < most) return (int32_t)count;
  }
}

/* All successors of a node, the first of which is `child`, as open nodes. */
static Sons *generate (Tree *t, Node *n, Node *child) {
  bool numbered = true;
  int32_t count = t->search->game->several ? pull_several(t, n, child) : pull(t, n, child, &numbered);
  const Pulled *p = &t->pulled;
  reserve_list(t, count, numbered);
  Sons *sons = new_block(t, count, n->player, numbered);
  search_hold(t->search, count);
  TreeNode *son = tree_nodes(sons);
  for (int32_t i = 0; i < count; i++) tree_set_bounds(&son[i], -INFINITY, INFINITY);
  memcpy(tree_words(t, sons, 0), p->words, sizeof *p->words * (size_t)count * (size_t)t->words);
  if (!numbered) memcpy(moves_of(t, sons), p->moves, sizeof *p->moves * (size_t)count);
  if (t->keeps) memcpy(sons->flags, p->flags, (size_t)count);
  else memset(sons->flags, 0, (size_t)count);
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

/* Develops `n`, the node at `step`, which is no leaf by its own word. */
static void develop_inner (Tree *t, Step *step, Node *n, Window w) {
  Search *s = t->search;
  Node child;
  Value value;
  n->walk.index = 0;
  if (visit_known(s, n, w, &value)) tree_settle(step->brothers, step->son, step->node, n->lower, n->upper);
  else if (!visit_first(s, n, &child)) {
    value = visit_evaluate(s, n);
    tree_settle(step->brothers, step->son, step->node, value, value);
  } else {
    attach(t, step, generate(t, n, &child));
    tree_settle(step->brothers, step->son, step->node, n->lower, n->upper);
  }
}

bool tree_develop_inner (Tree *t, int ply, int i, Node *n, Window w) {
  Step *step = tree_enter(t, ply, i);
  develop_inner(t, step, n, w);
  return step->sons != NULL;
}

static void develop_root (Tree *t, Window w) {
  Search *s = t->search;
  Step *root = &t->path[0];
  Node n = s->root;
  trace_window(s, w.alpha, w.beta);
  if (visit_leaf(s, &n)) {
    Value value = visit_evaluate(s, &n);
    tree_settle(root->brothers, 0, root->node, value, value);
  } else develop_inner(t, root, &n, w);
  if (root->sons) want_move(t, root->node, &n);
}

void tree_develop_at (Tree *t, int ply, Window w) {
  if (ply == 0) develop_root(t, w);
  else tree_develop(t, ply - 1, t->path[ply].son, w);
}

/* Backing up. */

Value tree_contradict (Tree *t, int ply, Value value, Value bound) {
  Node n = {.position = tree_position_at(t, ply)};
  visit_contradict(t->search, &n, true, value, bound);
  return bound;
}

/* The bound of the sons that is best for the player; `bound` if there is one that upholds that. */
static specialised Value best_bound (const Step *step, Value bound, Player player) {
  Player other = opponent(player);
  Value best = worst_for(player);
  for (int i = step->sons->count - 1; i >= 0; i--) {
    Value of_son = step->first[i].bound[other];
    if (!better(other, of_son, bound)) return bound;
    if (better(player, of_son, best)) best = of_son;
  }
  return best;
}

bool tree_back_up_other (Tree *t, int ply) {
  const Step *step = &t->path[ply];
  Value *bound = step->node->bound;
  Player player = (Player)step->sons->player, other = opponent(player);
  Value best = player == MAX ? best_bound(step, bound[other], MAX) : best_bound(step, bound[other], MIN);
  if (rarely(better(other, best, bound[player]))) best = tree_contradict(t, ply, best, bound[player]);
  bool news = best != bound[other];
  bound[other] = best;
  return news;
}

/* Lines of play, and what is said of the root. */

/* The leftmost son whose bound on this side is as good for the player to move as `value`; -1: none. */
static int son_with (Sons *sons, Value value, int side) {
  for (int i = 0; sons && i < sons->count; i++)
    if (!better((Player)sons->player, value, tree_nodes(sons)[i].bound[side])) return i;
  return -1;
}

/* The move to son `i` and nothing more. */
static Line *line_to (Tree *t, Sons *sons, int i) {
  Position position = tree_position(t, sons, i);
  return line_cons(&t->search->lines, move_of(t, sons, i), &position, NULL);
}

/* From a node with these sons and this exact value down to the leaf it comes from, or as far as sons are known that have it. */
static Line *line_below (Tree *t, Sons *sons, Value value) {
  Line *first = NULL, **end = &first;
  for (int i; sons && (i = son_with(sons, value, sons->player)) >= 0; sons = tree_below(t, sons, i)) {
    *end = line_to(t, sons, i);
    end = &(*end)->rest;
  }
  if (sons && sons->count == 0) {
    *end = sons->line;
    sons->line = NULL;
  }
  return first;
}

void tree_forget (Tree *t, int ply) {
  Step *step = &t->path[ply];
  if (step->sons == NULL) return;
  bool exact = step->node->bound[LOWER] == step->node->bound[UPPER];
  Player player = step->sons->player;
  Line *line = exact ? line_below(t, step->sons, step->node->bound[LOWER]) : NULL;
  release(t, step);
  if (line) {
    Sons *forgotten = new_block(t, 0, player, true);
    forgotten->line = line;
    attach(t, step, forgotten);
  }
}

bool tree_ask_pseudo (const Tree *t, int ply, int i) {
  Search *s = t->search;
  Position position = tree_position(t, t->path[ply].sons, i);
  return s->caller.is_pseudo(s, &position, ply + 1);
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
  Step *root = &t->path[0];
  Player player = s->root.player;
  Value value = root->node->bound[player], held = held_value(s, value);
  int i = isinf(value) ? -1 : son_with(root->sons, value, player);
  if (i < 0 || !better(player, held, own_side(player, s->window))) publish_root(t, NO_VALUE, s->answer.line);
  else publish_root(t, search_within(s, &s->root, held), line_to(t, root->sons, i));
}

/* The leftmost son of which its father may hope most; -1: there are none. */
static int most_hopeful (Sons *sons) {
  int best = sons ? 0 : -1;
  for (int i = 1; sons && i < sons->count; i++) {
    int side = opponent(sons->player);
    if (better((Player)sons->player, tree_nodes(sons)[i].bound[side], tree_nodes(sons)[best].bound[side])) best = i;
  }
  return best;
}

/* The line from the root that belongs to its value, of which its bound on this side is known. */
static Line *root_line (Tree *t, const Step *root, Value value, int side) {
  int i = son_with(root->sons, value, side);
  if (i < 0) i = most_hopeful(root->sons);      /* estimates, none of which is as good as the root's own bound */
  else if (root->node->bound[LOWER] == root->node->bound[UPPER]) return line_below(t, root->sons, value);
  return i < 0 ? NULL : line_to(t, root->sons, i);
}

void tree_conclude (Tree *t) {
  Search *s = t->search;
  Step *root = &t->path[0];
  Value lower = root->node->bound[LOWER], upper = root->node->bound[UPPER];
  int side = lower >= s->window.beta || lower >= upper ? LOWER : UPPER;       /* UPPER: it failed low */
  Value value = side == LOWER ? lower : upper;
  publish_root(t, held_value(s, value), root_line(t, root, value, side));
  publish_conclusion(s, held_value(s, value));
  if (s->deepen && root->sons) release(t, root);
}

void tree_conclude_with (Tree *t, int i, Value value) {
  Search *s = t->search;
  s->answer.horizon = search_cut(s);
  publish_root(t, held_value(s, value), line_to(t, t->path[0].sons, i));
  if (s->deepen) release(t, &t->path[0]);
}
