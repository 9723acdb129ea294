/*
** Proof-number search (Allis, "Searching for solutions in games and artificial intelligence", 1994): best first, on a tree in memory.
**
** From the root, where a player moves, to the leftmost child with his least number, down to an open leaf: that is the most-proving node, which
** both players need most. All its children are made, and each is looked at at once: is it settled by its value or its bounds? Then
** numbers change upwards, as far as they change; from there the way goes down again, for above it is what it was.
**
** What is settled needs its subtree no more. The children of a node are one block (search/children.h); the record of each has its numbers,
** or, once it is settled, its bound. So a node takes 9 bytes beside its position and its move.
*/
#include <string.h>

#include "algo/proof/question.h"
#include "search/children.h"

/* Flags of a node: it is settled; for whom; and that rests on a horizon. */
enum { SETTLED = OWN_FLAG, FOR_MAX = 2 * OWN_FLAG, ON_HORIZON = 4 * OWN_FLAG };

typedef union Evidence {
  Numbers numbers;
  Value bound;          /* of a settled node */
} Evidence;

/* A node of the path, by ply. */
typedef struct Step {
  Node node;
  Children *siblings;       /* it is one of these, */
  int child;              /* this one, from 0 */
  Children *children;           /* NULL: it is open */
} Step;

typedef struct Grown {
  Questions questions;
  Value goal;
  ChildrenPool pool;
  Step *path;
  size_t room;
  Evidence *pulled;     /* of the children that are being made */
  size_t pulled_room;
} Grown;

static Evidence *evidence_of (Children *children) { return children_records(children); }

/* The path. */

static void widen_path (Grown *t, size_t nodes) {
  if (nodes <= t->room) return;
  t->path = arena_widen(&t->questions.search->arena, t->path, sizeof *t->path, &t->room, nodes);
  for (size_t ply = 1; ply < nodes; ply++) t->path[ply].node.parent = &t->path[ply - 1].node;
}

/* Puts child `i` of the node at `ply` on the path below it. */
static void descend (Grown *t, int ply, int i) {
  Search *s = t->questions.search;
  widen_path(t, (size_t)ply + 2);
  Step *above = &t->path[ply], *step = above + 1;
  above->node.walk.index = i + 1;
  step->siblings = above->children;
  step->child = i;
  step->children = children_below(&t->pool, step->siblings, i);
  step->node = (Node){.parent = &above->node, .ply = ply + 1, .player = opponent(above->children->player),
                      .position = children_position(&t->pool, step->siblings, i)};
  if (s->pass.path) repeat_enter(s, &step->node);
}

/* Making children. */

static uint8_t settle (Evidence *evidence, const Verdict *v) {
  evidence->bound = v->value;
  return (uint8_t)(SETTLED | (v->winner == MAX ? FOR_MAX : 0) | (v->basis.horizon ? ON_HORIZON : 0));
}

/* Enters `child` and looks at it. */
static uint8_t look (Grown *t, Node *child, Evidence *evidence) {
  Search *s = t->questions.search;
  const Leaf leaf = visit_enter(s, child);
  Verdict v;
  evidence->numbers = OPEN_LEAF;
  if (leaf != NO_LEAF) {
    const Value value = visit_evaluate(s, child);
    v = verdict_of(value, t->goal, (Basis){NO_HORIZON, proof_cut(s, leaf), false});
  } else {
    v = proof_look(s, child, t->goal);
    if (!v.settled) return 0;
  }
  return settle(evidence, &v);
}

/* Makes and looks at all successors of `n`. Are their moves 1, 2, 3, ...? */
static int32_t pull (Grown *t, Node *n, bool *numbered) {
  Search *s = t->questions.search;
  Node child;
  Pulled *p = &t->pool.pulled;
  int32_t count = 0;
  *numbered = true;
  for (visit_open(s, n, &child); visit_next(s, n, &child); count++) {
    if (UNLIKELY((size_t)count == p->room)) pulled_widen(p, p->room + 1);
    if (UNLIKELY((size_t)count == t->pulled_room))
      t->pulled = arena_widen(&s->arena, t->pulled, sizeof *t->pulled, &t->pulled_room, t->pulled_room + 1);
    uint8_t flags = look(t, &child, &t->pulled[count]);
    flags |= pulled_pack(p, count, &child.position, n->walk.move);
    if (flags & HELD_MOVE || p->moves[count] != count + 1) *numbered = false;
    p->flags[count] = flags;
  }
  return count;
}

/* Expands the open node at `ply`. */
static void develop (Grown *t, int ply) {
  Search *s = t->questions.search;
  Node n = t->path[ply].node;           /* rules may search, but no other search widens this path */
  bool numbered;
  visit_player(s, &n);
  n.lower = visit_informed(s) ? s->pass.lower : -INFINITY;           /* its own bounds said nothing of the question, when it was made */
  n.upper = visit_informed(s) ? s->pass.upper : INFINITY;
  trace_window(s, next_below(t->goal), t->goal);
  const int32_t count = pull(t, &n, &numbered);
  if (count == 0)               /* it had a successor when it was looked at */
    s->host->fail(s->host, "position %s has successors, and then none: the rules answer differently when asked twice",
                  DESCRIBED(s, &n.position));
  Children *children = children_make(&t->pool, count, n.player, numbered, true);
  memcpy(evidence_of(children), t->pulled, sizeof *t->pulled * (size_t)count);
  Step *step = &t->path[ply];
  step->node.player = n.player;
  step->children = children;
  children_attach(&t->pool, step->siblings, step->child, children);
}

/* Backing up. */

static Numbers numbers_of (Children *children, int i) {
  const uint8_t flags = children->flags[i];
  return flags & SETTLED ? numbers_settled(flags & FOR_MAX ? MAX : MIN) : evidence_of(children)[i].numbers;
}

/* What the children say of their parent. Returns the leftmost with the least number of who moves. */
static int gather (Children *children, Numbers *numbers) {
  const Player player = children->player, other = opponent(player);
  int best = 0;
  *numbers = (Numbers){{0, 0}};
  numbers->of[player] = NEVER;
  for (int i = 0; i < children->count; i++) {
    const Numbers n = numbers_of(children, i);
    numbers->of[other] = numbers_sum(numbers->of[other], n.of[other]);
    if (n.of[player] >= numbers->of[player]) continue;
    numbers->of[player] = n.of[player];
    best = i;
  }
  return best;
}

/* The verdict on a node one of whose numbers is 0. Returns the child that it comes from. */
static int conclude (Children *children, const Numbers *numbers, int ply, Verdict *verdict) {
  const Player player = children->player;
  const bool won = numbers->of[player] == 0;
  Fold fold;
  fold_begin(&fold, player);
  for (int i = 0; i < children->count; i++) {
    const uint8_t flags = children->flags[i];
    if (!(flags & SETTLED)) continue;
    const Verdict v = {evidence_of(children)[i].bound, flags & FOR_MAX ? MAX : MIN, true, {NO_HORIZON, (flags & ON_HORIZON) != 0, false}};
    if (won || v.winner != player) fold_child(&fold, &v, i, player, ply);
  }
  *verdict = won ? fold.one : fold.all;
  verdict->settled = true;
  return won ? fold.one_child : fold.all_child;
}

/* The numbers of the node at `ply`, by its children. True: they have changed. */
static bool back_up (Grown *t, int ply) {
  Step *step = &t->path[ply];
  Evidence *evidence = &evidence_of(step->siblings)[step->child];
  Numbers numbers;
  Verdict verdict;
  gather(step->children, &numbers);
  if (numbers.of[MAX] > 0 && numbers.of[MIN] > 0) {
    if (memcmp(&numbers, &evidence->numbers, sizeof numbers) == 0) return false;
    evidence->numbers = numbers;
    if (ply == 0) numbers_of_root(t->questions.search, numbers);
    return true;
  }
  if (ply == 0) return true;
  conclude(step->children, &numbers, ply, &verdict);
  proof_bounds(t->questions.search, &step->node);
  proof_hold(t->questions.search, &step->node, &verdict);
  step->siblings->flags[step->child] |= settle(evidence, &verdict);
  children_release(&t->pool, step->siblings, step->child);
  step->children = NULL;
  return true;
}

/* From the node at `ply`, whose children have changed, upwards. Returns where to go down again; -1: the root is settled. */
static int update (Grown *t, int ply) {
  Numbers numbers;
  while (back_up(t, ply) && ply > 0) ply--;
  if (ply > 0) return ply;
  gather(t->path[0].children, &numbers);
  return numbers.of[MAX] == 0 || numbers.of[MIN] == 0 ? -1 : 0;
}

/* Down from the node at `ply` to the most-proving node. Returns its ply. */
static int most_proving (Grown *t, int ply) {
  Numbers numbers;
  while (t->path[ply].children) {
    descend(t, ply, gather(t->path[ply].children, &numbers));
    ply++;
  }
  return ply;
}

/* The tree of nothing but the open root. */
static void begin (Grown *t) {
  Search *s = t->questions.search;
  Step *root = &t->path[0];
  if (root->siblings == NULL) {
    root->siblings = children_make_root(&t->pool);
    search_hold(s, 1);
  }
  root->siblings->flags[0] = 0;
  evidence_of(root->siblings)->numbers = OPEN_LEAF;
  root->child = 0;
  root->children = NULL;
  root->node = s->pass.root;
  root->node.walk.index = 0;
  if (s->pass.path) repeat_enter(s, &root->node);
}

static Verdict ask (Questions *q, Value goal) {
  Grown *t = (Grown *)(void *)q;
  t->goal = goal;
  begin(t);
  for (int ply = 0; ply >= 0; ) {
    ply = most_proving(t, ply);
    develop(t, ply);
    ply = update(t, ply);
  }
  Children *children = t->path[0].children;
  Numbers numbers;
  Verdict verdict;
  gather(children, &numbers);
  const int i = conclude(children, &numbers, 0, &verdict);
  const Position position = children_position(&t->pool, children, i);
  question_child(q, children_move(&t->pool, children, i), &position);
  children_release(&t->pool, t->path[0].siblings, 0);
  return verdict;
}

static void run (Search *s) {
  Grown *t = s->pass.memory;
  if (t == NULL) {
    t = arena_alloc(&s->arena, sizeof *t);
    *t = (Grown){.pool = children_pool(s, sizeof(Evidence))};
    t->questions.search = s;
    widen_path(t, 1);
    s->pass.memory = t;
  } else search_hold(s, 1);
  t->questions = (Questions){.search = s, .ask = ask};
  questions_run(&t->questions);
}

const Algorithm pn = {.id = "pn", .title = "Proof-number search", .family = "proof numbers", .source = "Allis 1994",
  .options = OPTIONS(&option_goal, &option_proof_first), .informed = true, .path = true, .holds = true, .run = run};
