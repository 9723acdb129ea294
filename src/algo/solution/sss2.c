/*
** SSS-2 and its dual: SSS* as a series of passes over one solution tree.
**
** G is a max solution tree: all sons of its MAX nodes, one son of each of its MIN nodes. g(n) is the largest value of the leaves
** of G below n, so g bounds the value of the game from above. `expand` makes the leftmost tree below a node with g < v;
** `diminish` makes g of a node less than it is, by replacing what has the value g in it. Where they fail, what they return
** is a lower bound, v or more, and nothing is left of the tree below that node. When diminish fails at the root, with g, then
** g is the value of the game.
**
** De Bruin & Pijls, "Trends in game tree search", Figs 7 to 9; in Fig. 8 the test for failure belongs inside the test for
** g(c) = v, and a MIN node that fails has the value v. The leaves, and their order, are those of SSS*. The dual is the same on
** the negated tree. Where a player moves twice no node is missing: a MAX node may well be the son of a MAX node in G.
*/
#include "algo/algorithm.h"
#include "search/stored.h"

/* A node of G. Of a MIN node its position is kept and the place in the walk over its sons: one of them may be replaced. */
typedef struct Cell {
  Value g;
  struct Cell *son;     /* the first of all, of a MAX node; the only one, of a MIN node; NULL: a leaf */
  struct Cell *brother; /* the next to the right, in G */
  uint32_t index;       /* of a MIN node: which son that is, from 1 */
  bool is_min, held, held_place;
  int64_t words[];      /* of a MIN node: the place, and the position */
} Cell;

typedef struct Tree {
  Search *s;
  Player max;           /* who plays MAX's part */
  Value sign;           /* 1, or -1 for the dual */
  Cell *unused;
  Line *choices;        /* the moves at the root, if MAX has it, the last first */
  Line *choice;         /* the move of G at the root, if MIN has it */
  int64_t sons;         /* how many moves MAX has there */
} Tree;

static Cell *new_cell (Tree *t, Value g) {
  Search *s = t->s;
  Cell *c = t->unused;
  if (c) t->unused = c->brother;
  else c = arena_alloc(&s->arena, sizeof *c + ((size_t)s->game->words + 1) * sizeof(int64_t));
  *c = (Cell){.g = g};
  search_hold(s, 1);
  return c;
}

/* Removes a list of brothers from G, and all that is below them. */
static void remove_cells (Tree *t, Cell *c) {
  Game *game = t->s->game;
  while (c) {
    Cell *last = c->son, *next = c->brother;
    if (last) {
      while (last->brother) last = last->brother;
      last->brother = next;
      next = c->son;
    }
    if (c->held_place) stored_drop_move(game, c->words[0], true);
    if (c->held) stored_drop(game, c->words + 1, true);
    c->brother = t->unused;
    t->unused = c;
    search_hold(t->s, -1);
    c = next;
  }
}

/* The cell `c` of the MIN node `n` has the son `child`, where the walk of `n` stands. */
static void choose (Tree *t, Cell *c, Node *n, const Node *child, Cell *son) {
  Search *s = t->s;
  c->son = son;
  c->g = son->g;
  c->index = (uint32_t)n->walk.index;
  if (n->parent == NULL) {
    if (t->choice != s->answer.line) line_free(&s->lines, t->choice);
    t->choice = line_cons(&s->lines, n->walk.move, &child->position, NULL);
  }
  c->held_place = stored_set_aside(s->game, &n->walk, &c->words[0]);
}

static Value expand (Tree *t, Node *n, Value v, Cell **made);

/* The sons of a MAX node from `child` on. */
static Value expand_max (Tree *t, Node *n, Node *child, Value v, Cell **made) {
  Cell *sons = NULL, **last = &sons;
  Value most = -INFINITY;
  do {
    if (n->parent == NULL) {
      t->choices = line_cons(&t->s->lines, n->walk.move, &child->position, t->choices);
      t->sons++;
    }
    Value w = expand(t, child, v, last);
    if (w >= v) {
      remove_cells(t, sons);
      return w;
    }
    if (w > most) most = w;
    last = &(*last)->brother;
  } while (search_next(t->s, n, child));
  *made = new_cell(t, most);
  (*made)->son = sons;
  return most;
}

/* The sons of a MIN node from `child` on: the first that can be expanded. The cell is a new one unless *made is there. */
static Value expand_min (Tree *t, Node *n, Node *child, Value v, Cell **made) {
  Value least = INFINITY;
  do {
    Cell *son = NULL;
    Value w = expand(t, child, v, &son);
    if (w < v) {
      if (*made == NULL) {
        *made = new_cell(t, w);
        (*made)->is_min = true;
        (*made)->held = stored_pack(t->s->game, &n->position, (*made)->words + 1);
      }
      choose(t, *made, n, child, son);
      return w;
    }
    if (w < least) least = w;
  } while (search_next(t->s, n, child));
  return least;
}

/* Makes the leftmost tree below `n` with g < v, in *made, which is NULL; returns g. Or returns a lower bound, v or more. */
static Value expand (Tree *t, Node *n, Value v, Cell **made) {
  Search *s = t->s;
  Node child;
  if (search_leaf(s, n) || !search_first(s, n, &child)) {
    Value w = t->sign * search_evaluate(s, n);
    if (w < v) *made = new_cell(t, w);
    return w;
  }
  return n->player == t->max ? expand_max(t, n, &child, v, made) : expand_min(t, n, &child, v, made);
}

static Value diminish (Tree *t, Cell *c, Node *n, Value v);

static Value diminish_max (Tree *t, Cell *c, Node *n, Value v) {
  Node child;
  child.parent = n;
  child.ply = n->ply + 1;
  Value most = -INFINITY;
  n->walk.index = 0;
  for (Cell *son = c->son; son; son = son->brother) {
    n->walk.index++;
    if (son->g == v && diminish(t, son, &child, v) >= v) return v;
    if (son->g > most) most = son->g;
  }
  return c->g = most;
}

/* The right brothers of the son that failed. */
static Value replace_son (Tree *t, Cell *c, Node *n, Value v) {
  Search *s = t->s;
  Node child;
  child.parent = n;
  child.ply = n->ply + 1;
  remove_cells(t, c->son);
  c->son = NULL;
  stored_load(s->game, c->words + 1, c->held, &n->position);
  stored_resume(s->game, &n->position, c->words[0], c->held_place, c->index, &n->walk);
  c->held_place = false;
  n->player = opponent(t->max);
  if (!search_next(s, n, &child)) return v;
  return expand_min(t, n, &child, v, &c) < v ? c->g : v;
}

static Value diminish_min (Tree *t, Cell *c, Node *n, Value v) {
  Node child;
  child.parent = n;
  child.ply = n->ply + 1;
  n->walk.index = c->index;
  Value w = diminish(t, c->son, &child, v);
  return w < v ? c->g = w : replace_son(t, c, n, v);
}

/*
** Makes g of the cell `c`, which is v, less, and returns it. Or returns v, which is the value of the node: then what is left
** below `c` is no solution tree, and `c` is for the caller to remove. `n` is its node, with its ply and its parent.
*/
static Value diminish (Tree *t, Cell *c, Node *n, Value v) {
  const char here = 0;
  Search *s = t->s;
  if (c->son == NULL) return v;
  if (rarely(&here < s->stack_floor)) search_guard_stack(s, n->ply);
  return c->is_min ? diminish_min(t, c, n, v) : diminish_max(t, c, n, v);
}

/* The best move at the root: MIN's is that of G; MAX's is the one that could not be diminished, where the walk ended. */
static Line *best_move (Tree *t, int64_t number) {
  if (t->choices == NULL) return t->choice;
  Line **cell = &t->choices;
  for (int64_t i = t->sons; i > number; i--) cell = &(*cell)->rest;
  Line *line = *cell;
  *cell = line->rest;
  line->rest = NULL;
  line_free(&t->s->lines, t->choices);
  return line;
}

/* A pass has ended, and g of the root is a bound. If MIN has the root, the move of G is sure to get him that. */
static void publish (Tree *t, Value g) {
  Search *s = t->s;
  if (t->sign > 0) search_prove(s, -INFINITY, g);
  else search_prove(s, -g, INFINITY);
  if (t->choice == NULL) return;
  if (t->choice != s->answer.line) line_free(&s->lines, s->answer.line);
  s->answer.valued = true;
  s->answer.value = t->sign * g;
  s->answer.line = t->choice;
}

static Tree *begin (Search *s, Player max) {
  Tree *t = s->memory;
  Cell *unused = t ? t->unused : NULL;
  if (t == NULL) s->memory = t = arena_alloc(&s->arena, sizeof *t);
  *t = (Tree){.s = s, .max = max, .sign = max == MAX ? 1 : -1, .unused = unused};
  s->holds = true;
  return t;
}

static void search_tree (Search *s, Player max) {
  Tree *t = begin(s, max);
  Node root = s->root;
  Cell *cell = NULL;
  Value g = expand(t, &root, INFINITY, &cell), before;
  do {
    before = g;
    publish(t, g);
    g = diminish(t, cell, &root, g);
  } while (g < before);
  s->root.line = best_move(t, root.walk.index);
  search_conclude(s, t->sign * g);
  remove_cells(t, cell);
}

static void run_sss2 (Search *s) { search_tree(s, MAX); }

static void run_dual2 (Search *s) { search_tree(s, MIN); }

const Algorithm sss2 = {
  .id = "sss2", .title = "SSS-2", .family = "solution trees", .source = "de Bruin & Pijls, Trends, Figs 7-9",
  .needs = "", .options = "", .run = run_sss2
};

const Algorithm dual2 = {
  .id = "dual2", .title = "Dual SSS-2", .family = "solution trees", .source = "de Bruin & Pijls, Trends, on the negated tree",
  .needs = "", .options = "", .run = run_dual2
};
