#include "algo/framework/tree.h"

#include "search/root.h"

const Option option_pseudo = {.name = "pseudo", .kinds = OPTION_COUNT | OPTION_FUNCTION, .otherwise = NO_DEFAULT, .least = 1,
  .help = "plies between pseudo-terminals, whose trees are forgotten once searched; a function "
    "gets position and ply, and returns true for one",
  .example = "gts.tree{branching=3, depth=6}, {algorithm = 'rsearch', pseudo = 2}"};

Position tree_position_at (const Tree *t, int ply) {
  return ply == 0 ? t->search->pass.root.position : children_position(&t->pool, t->path[ply].siblings, t->path[ply].child);
}

/* Gives back all below a node, which has children. */
static void release (Tree *t, Step *step) {
  children_release(&t->pool, step->siblings, step->child);
  step->children = NULL;
}

/* An empty tree, in the memory that it keeps for all passes. */
static Tree *new_tree (Search *s) {
  Tree *t = arena_alloc(&s->arena, sizeof *t);
  *t = (Tree){.search = s, .pool = children_pool(s, sizeof(TreeNode))};
  t->asks = s->asked.caller.is_pseudo != NULL;
  double pseudo = search_number(s, "pseudo");
  if (pseudo < INT_MAX && !t->asks) t->pseudo = (int)pseudo;
  tree_widen_path(t, 1);
  t->path[0].siblings = children_make_root(&t->pool);
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

const Node *tree_trail (const Tree *t, int ply, int i) {
  Node *above = trace_trail(t->search, ply + 1);
  for (int k = 0; k < ply; k++) above[k].walk.index = t->path[k + 1].child + 1;
  above[ply].walk.index = i + 1;
  return &above[ply];
}

/* Developing. */

/* Pulls all successors of a node, the first of which is `child`, and counts them. Are their moves 1, 2, 3, ...? */
static int32_t pull (Tree *t, Node *n, Node *child, bool *numbered) {
  Pulled *p = &t->pool.pulled;
  const int words = t->pool.words;
  int32_t count = 0;
  bool numbers = true;
  int64_t differ = 0;
  do {
    if (UNLIKELY((size_t)count == p->room)) pulled_widen(p, p->room + 1);
    if (t->pool.keeps) {
      p->flags[count] = pulled_pack(p, count, &child->position, n->walk.move);
      numbers &= !(p->flags[count] & HELD_MOVE);
    } else {
      int64_t *to = p->words + (size_t)count * (size_t)words;
      to[0] = child->position.word[0];
      packed_copy_rest(words, child->position.word, to);
      p->moves[count] = n->walk.move.word;
    }
    int64_t move = p->moves[count++];
    differ |= move ^ count;
  } while (visit_pull(t->search, n, child));
  *numbered = numbers && differ == 0;
  return count;
}

/* All successors of a node, the first of which is `child`, as open nodes. */
static Children *generate (Tree *t, Node *n, Node *child) {
  bool numbered = true;
  int32_t count = t->search->game->several ? pulled_take_several(&t->pool.pulled, n, child) : pull(t, n, child, &numbered);
  Children *children = children_make(&t->pool, count, n->player, numbered, t->pool.keeps);
  TreeNode *nodes = tree_nodes(children);
  for (int32_t i = 0; i < count; i++) tree_set_bounds(&nodes[i], -INFINITY, INFINITY);
  return children;
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
    Children *made = generate(t, n, &child);
    children_attach(&t->pool, step->siblings, step->child, made);
    tree_have_children(step, made);
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
  if (visit_enter_in(s, &n, w) != NO_LEAF) {
    Value value = visit_evaluate(s, &n);
    tree_settle(root->siblings, 0, root->node, value, value);
  } else develop_inner(t, root, &n, w);
  if (root->children) root_want_move(s, &n, root->node->bound);
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
  Position position = children_position(&t->pool, children, i);
  return line_cons(&t->search->lines, children_move(&t->pool, children, i), &position, NULL);
}

/* From a node with these children and this exact value down to the leaf it comes from, or as far as children are known that have it. */
static Line *line_below (Tree *t, Children *children, Value value) {
  Line *first = NULL, **end = &first;
  for (int i; children && (i = child_with(children, value, children->player)) >= 0; children = children_below(&t->pool, children, i)) {
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
  if (line) tree_have_children(step, children_forget(&t->pool, step->siblings, step->child, player, line));
}

bool tree_ask_pseudo (const Tree *t, int ply, int i) {
  Search *s = t->search;
  Position position = children_position(&t->pool, t->path[ply].children, i);
  return s->asked.caller.is_pseudo(s, &position, ply + 1);
}

/* What is proved of the root; and `value`, if it is one, by the move that has it. */
static void publish_root (Tree *t, Value value, Line *line) {
  Search *s = t->search;
  const TreeNode *root = t->path[0].node;
  s->pass.root.line = line;
  publish(s, root_held(s, root->bound[LOWER]), root_held(s, root->bound[UPPER]), value, line);
}

void tree_publish (Tree *t) {
  Search *s = t->search;
  Step *root = &t->path[0];
  Player player = s->pass.root.player;
  Value value = root->node->bound[player], held = root_held(s, value);
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
  publish_root(t, root_held(s, value), root_line(t, root, value, side));
  publish_conclusion(s, root_held(s, value));
  if (s->asked.deepen && root->children) release(t, root);
}

void tree_conclude_with (Tree *t, int i, Value value) {
  Search *s = t->search;
  s->outcome.answer.horizon = search_cut(s);
  publish_root(t, root_held(s, value), line_to(t, t->path[0].children, i));
  if (s->asked.deepen) release(t, &t->path[0]);
}
