/*
** Proof-number search (Allis, "Searching for solutions in games and artificial intelligence", 1994): best first, on a tree in memory.
**
** From the root, where a player moves, to the leftmost child with his least number, down to an open leaf: that is the most-proving node, which
** both players need most. All its children are made, and each is looked at at once: is it settled by its value or its bounds? Then
** numbers change upwards, as far as they change; from there the way goes down again, for above it is what it was.
**
** What is settled needs its subtree no more. The children of a node lie side by side in one block, and know neither parent nor siblings:
**
**   | head | flags, a byte of each child | numbers of each | position of each | move of each, unless they are 1, 2, 3, ... |
**
** Where a child is settled its bound stands in the place of its numbers; where it has children, the address of their block in the place of the
** first word of its position, which went to the head of that block. So a node takes 9 bytes beside its position and its move.
*/
#include <stddef.h>
#include <string.h>

#include "algo/proof/question.h"
#include "search/search.h"
#include "search/packed.h"

/* Flags of a node: the game keeps its position, or its move; it has a block of children; who has won it; and that rests on a horizon. */
enum { HELD_POSITION = 1, HELD_MOVE = 2, HAS_CHILDREN = 4, SETTLED = 8, FOR_MAX = 16, ON_HORIZON = 32 };

typedef union Evidence {
  Numbers numbers;
  Value bound;          /* of a settled node */
} Evidence;

typedef struct Children Children;

struct Children {
  Children *next;           /* of a block that is free, or about to be */
  int64_t parent;       /* the first word of their parent's position */
  int32_t count;
  uint8_t player;       /* who chooses among them */
  bool numbered;        /* their moves are 1, 2, 3, ... and stored nowhere */
  uint8_t flags[];
};

/* A node of the path, by ply. */
typedef struct Step {
  Node node;
  Children *siblings;       /* it is one of these, */
  int child;              /* this one, from 0 */
  Children *children;           /* NULL: it is open */
} Step;

/* Children that are being made. */
typedef struct Pulled {
  int64_t *words, *moves;
  uint8_t *flags;
  Evidence *evidence;
  size_t room;
} Pulled;

typedef struct Grown {
  Questions questions;
  Value goal;
  int words;            /* of a position */
  bool keeps;           /* the game keeps positions or moves */
  Step *path;
  size_t room;
  Pulled pulled;
  Children **unused[2];     /* free blocks, numbered or not, by the number of their nodes */
  size_t unused_room[2];
} Grown;

/* Blocks. */

static size_t head_of (int32_t count) { return (offsetof(Children, flags) + (size_t)count + 7) & ~(size_t)7; }

static Evidence *evidence_of (Children *children) { return (Evidence *)(void *)((char *)children + head_of(children->count)); }

static int64_t *words_of (const Grown *t, Children *children, int i) {
  return (int64_t *)(void *)(evidence_of(children) + children->count) + (size_t)i * (size_t)t->words;
}

static int64_t *moves_of (const Grown *t, Children *children) { return words_of(t, children, children->count); }

static Children *below (const Grown *t, Children *children, int i) {
  return children->flags[i] & HAS_CHILDREN ? (Children *)(intptr_t)*words_of(t, children, i) : NULL;
}

static Children *new_block (Grown *t, int32_t count, Player player, bool numbered) {
  Children *children = (size_t)count < t->unused_room[numbered] ? t->unused[numbered][count] : NULL;
  const size_t words = (size_t)t->words + !numbered;
  if (children) t->unused[numbered][count] = children->next;
  else children = arena_alloc(&t->questions.search->arena, head_of(count) + (sizeof(Evidence) + words * sizeof(int64_t)) * (size_t)count);
  children->count = count;
  children->player = (uint8_t)player;
  children->numbered = numbered;
  return children;
}

/* Makes sure that a block of `count` nodes can be given back without asking for memory. */
static void reserve_list (Grown *t, int32_t count, bool numbered) {
  if ((size_t)count < t->unused_room[numbered]) return;
  t->unused[numbered] = arena_widen(&t->questions.search->arena, t->unused[numbered], sizeof *t->unused[numbered],
                                    &t->unused_room[numbered], (size_t)count + 1);
}

static void free_block (Grown *t, Children *children) {
  search_hold(t->questions.search, -(int64_t)children->count);
  children->next = t->unused[children->numbered][children->count];
  t->unused[children->numbered][children->count] = children;
}

/* Child `i`, which had a block of children, has it no longer. */
static Children *detach (const Grown *t, Children *children, int i) {
  int64_t *words = words_of(t, children, i);
  Children *block = (Children *)(intptr_t)*words;
  *words = block->parent;
  children->flags[i] &= (uint8_t)~HAS_CHILDREN;
  return block;
}

/* Drops what the game keeps of children without blocks. */
static void drop (const Grown *t, Children *children) {
  Game *game = t->questions.search->game;
  for (int i = 0; i < children->count; i++) {
    packed_drop(game, words_of(t, children, i), children->flags[i] & HELD_POSITION);
    if (children->flags[i] & HELD_MOVE) packed_drop_move(game, moves_of(t, children)[i], true);
  }
}

/* Gives back all below child `i`. The blocks that wait are threaded: it takes no stack, however deep they lie. */
static void release (Grown *t, Children *siblings, int i) {
  Children *waiting = detach(t, siblings, i);
  waiting->next = NULL;
  while (waiting) {
    Children *children = waiting;
    waiting = children->next;
    for (int k = 0; k < children->count; k++) {
      if (!(children->flags[k] & HAS_CHILDREN)) continue;
      Children *block = detach(t, children, k);
      block->next = waiting;
      waiting = block;
    }
    if (t->keeps) drop(t, children);
    free_block(t, children);
  }
}

/* The path. */

static void load (const Grown *t, Children *children, int i, Position *position) {
  int64_t words[POSITION_WORDS];
  memcpy(words, words_of(t, children, i), (size_t)t->words * sizeof *words);
  if (children->flags[i] & HAS_CHILDREN) words[0] = below(t, children, i)->parent;
  packed_load(t->questions.search->game, words, children->flags[i] & HELD_POSITION, position);
}

static void widen_path (Grown *t, size_t nodes) {
  if (nodes <= t->room) return;
  t->path = arena_widen(&t->questions.search->arena, t->path, sizeof *t->path, &t->room, nodes);
  for (size_t ply = 1; ply < t->room; ply++) t->path[ply].node.parent = &t->path[ply - 1].node;
}

/* Puts child `i` of the node at `ply` on the path below it. */
static void descend (Grown *t, int ply, int i) {
  Search *s = t->questions.search;
  widen_path(t, (size_t)ply + 2);
  Step *above = &t->path[ply], *step = above + 1;
  above->node.walk.index = i + 1;
  step->siblings = above->children;
  step->child = i;
  step->children = below(t, step->siblings, i);
  step->node = (Node){.parent = &above->node, .ply = ply + 1, .player = opponent(above->children->player)};
  load(t, step->siblings, i, &step->node.position);
  if (s->pass.path) repeat_enter(s, &step->node);
}

/* Making children. */

static void widen_pulled (Grown *t, size_t least) {
  Search *s = t->questions.search;
  Arena *arena = &s->arena;
  Pulled *p = &t->pulled;
  size_t room = p->room;
  if (least <= room) return;
  if (room > INT32_MAX / 4) s->host->fail(s->host, "a position has too many successors");
  p->words = arena_widen(arena, p->words, (size_t)t->words * sizeof *p->words, &room, least);
  room = p->room;
  p->moves = arena_widen(arena, p->moves, sizeof *p->moves, &room, least);
  room = p->room;
  p->flags = arena_widen(arena, p->flags, sizeof *p->flags, &room, least);
  room = p->room;
  p->evidence = arena_widen(arena, p->evidence, sizeof *p->evidence, &room, least);
  p->room = room;
}

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
  int32_t count = 0;
  *numbered = true;
  for (visit_open(s, n, &child); visit_next(s, n, &child); count++) {
    Pulled *p = &t->pulled;
    widen_pulled(t, (size_t)count + 1);
    uint8_t flags = look(t, &child, &p->evidence[count]);
    if (packed_pack(s->game, &child.position, p->words + (size_t)count * (size_t)t->words)) flags |= HELD_POSITION;
    if (packed_pack_move(s->game, n->walk.move, &p->moves[count])) flags |= HELD_MOVE;
    p->flags[count] = flags;
    if (flags & HELD_MOVE || p->moves[count] != count + 1) *numbered = false;
  }
  return count;
}

/* The node at `step` has `children` from now on. */
static void attach (const Grown *t, Step *step, Children *children) {
  int64_t *words = words_of(t, step->siblings, step->child);
  children->parent = *words;
  *words = (int64_t)(intptr_t)children;
  step->siblings->flags[step->child] |= HAS_CHILDREN;
  step->children = children;
}

/* `n` had a successor when it was looked at. */
static void refuse_change (const Search *s, const Node *n) {
  s->host->fail(s->host, "position %s has successors, and then none: the rules answer differently when asked twice",
                DESCRIBED(s, &n->position));
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
  if (count == 0) refuse_change(s, &n);
  const Pulled *p = &t->pulled;
  reserve_list(t, count, numbered);
  Children *children = new_block(t, count, n.player, numbered);
  search_hold(s, count);
  memcpy(children->flags, p->flags, (size_t)count);
  memcpy(evidence_of(children), p->evidence, sizeof *p->evidence * (size_t)count);
  memcpy(words_of(t, children, 0), p->words, sizeof *p->words * (size_t)count * (size_t)t->words);
  if (!numbered) memcpy(moves_of(t, children), p->moves, sizeof *p->moves * (size_t)count);
  t->path[ply].node.player = n.player;
  attach(t, &t->path[ply], children);
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
    const Verdict v = {evidence_of(children)[i].bound, flags & FOR_MAX ? MAX : MIN, true,
                       {NO_HORIZON, (flags & ON_HORIZON) != 0, false}};
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
  release(t, step->siblings, step->child);
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
    reserve_list(t, 1, true);
    root->siblings = new_block(t, 1, MAX, true);
    root->siblings->flags[0] = 0;
    search_hold(s, 1);
  }
  memset(words_of(t, root->siblings, 0), 0, sizeof(int64_t) * (size_t)t->words);
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
  Position position = {{0}};
  load(t, children, i, &position);
  const Move move = children->numbered ? (Move){i + 1, 0} : packed_load_move(moves_of(t, children)[i], children->flags[i] & HELD_MOVE);
  question_child(q, move, &position);
  release(t, t->path[0].siblings, 0);
  return verdict;
}

static void run (Search *s) {
  Grown *t = s->pass.memory;
  if (t == NULL) {
    t = arena_alloc(&s->arena, sizeof *t);
    *t = (Grown){.words = s->game->words, .keeps = s->game->keep != NULL};
    t->questions.search = s;
    widen_path(t, 1);
    s->pass.memory = t;
  } else search_hold(s, 1);
  t->questions = (Questions){.search = s, .ask = ask};
  questions_run(&t->questions);
}

const Algorithm pn = {
  .id = "pn", .title = "Proof-number search", .family = "proof numbers", .source = "Allis 1994",
  .options = OPTIONS(&option_goal, &option_proof_first), .informed = true, .path = true, .holds = true, .run = run
};
