/*
** What is done with the state that is looked at, by its stage: Stockman's cases 2 to 6 (see sss.c), those that come one after the
** other below a MIN node in one go. A state that was replaced by one with the same h is followed by that one: it is the best still.
*/
#include "algo/solution/examine.h"

#include "algo/solution/emit.h"

#include <string.h>

/* `n` is the MIN node of the record that is looked at, without its position. */
static inline void min_node (const Open *o, Node *n) {
  n->ply = o->frames[o->level].ply;
  n->player = opponent(o->max);
  if (UNLIKELY(o->level == 0)) n->player = o->game->first;
  n->line = NULL;
  n->parent = NULL;
  if (trace_on(o->s)) n->parent = emit_trail(o, n->ply, NULL);
}

/* Case 4, of a node that is a state: its value. */
static ALWAYS_INLINE Value evaluate (Open *o, const Node *n) {
  if (trace_on(o->s)) emit_live(o, n, 4);
  return o->sign * visit_evaluate(o->s, n);
}

/* Cases 5 and 6: develops `n`, a state. */
static ALWAYS_INLINE bool develop (Open *o, Node *n, Node *child, int rule) {
  if (trace_on(o->s)) emit_live(o, n, rule);
  return visit_develop(o->s, n, child);
}

/* What a record holds of the game. */

static void pack_node (const Open *o, Record *r, const Node *node) {
  bool held = packed_pack(o->game, &node->position, r->words);
  r->held = held;
}

/* The packed `node` is the MIN node of `r`. */
static void node_to_min (const Open *o, Record *r, const int64_t *node, bool held) {
  memcpy(r->words + o->slots.words, node, (size_t)o->slots.words * sizeof *node);
  r->held_min = held;
}

/* Sets the walk of the MIN node `n` of `r` aside. */
static void set_aside (const Open *o, Record *r, Node *n) {
  r->held_place = packed_set_aside(o->game, &n->walk, &r->words[2 * o->slots.words]);
  r->index = (uint32_t)n->walk.index;
}

/* Takes up the walk over the children of the MIN node again. */
static inline void resume (Open *o, Record *r, Node *n, Node *child) {
  Game *game = o->game;
  min_node(o, n);
  packed_load(game, r->words + o->slots.words, r->held_min, &n->position);
  packed_resume(game, &n->position, r->words[2 * o->slots.words], r->held_place, r->index, &n->walk);
  r->held_place = false;
  n->player = opponent(o->max);
  child->parent = n;
  child->ply = n->ply + 1;
}

/* Case 6: a MAX node. */

/* Packs the children of `n`, and counts them. */
static uint32_t pack_children (Open *o, Node *n, Node *child) {
  uint32_t count = 0;
  do {
    if (UNLIKELY(count == o->pulled.room)) pulled_widen(&o->pulled, o->pulled.room + 1);
    o->pulled.flags[count] = packed_pack(o->game, &child->position, o->pulled.words + (size_t)count * (size_t)o->slots.words);
    if (UNLIKELY(n->ply == 0)) moves_add(&o->moves, n, child);
    count++;
  } while (visit_pull(o->s, n, child));
  return count;
}

/* The MAX node of `r` is `n`: makes a slot for each of its children. */
static void expand (Open *o, Record *r, Node *n, Node *child) {
  const int words = o->slots.words;
  uint32_t count = o->game->several && n->ply > 0 ? (uint32_t)pulled_take_several(&o->pulled, n, child) : pack_children(o, n, child);
  search_hold(o->s, (int64_t)count - !o->slots.inner);
  Record *x = slots_new(&o->slots, count);
  slots_attach(&o->slots, r, x, count);
  const int64_t *packed = o->pulled.words;
  for (uint32_t i = 0; i < count; i++, packed += words, x = slots_next(&o->slots, x)) {
    x->h = r->h;
    x->words[0] = packed[0];
    packed_copy_rest(words, packed, x->words);
    if (o->pulled.flags[i]) x->held = true;
  }
}

/* Are all children of `n` leaves? Certain one ply above the horizon; where the tree is at hand, one may look. */
static bool above_leaves (const Open *o, const Node *n) {
  Game *game = o->game;
  Walk walk = {0};
  Position child;
  if (n->ply + 1 >= o->s->pass.depth) return true;
  if (!game->whole) return false;
  for (; game_next(game, &n->position, &walk, &child); walk.index++)
    if (!open_is_leaf(o, &child, n->ply + 1)) return false;
  return true;
}

/* The largest value of the children of `n`, all leaves, or the first that is h or more. */
static Value scan_leaves (Open *o, Node *n, Node *child, Value h) {
  Value most = -INFINITY;
  do {
    if (!visit_leaf(o->s, child)) continue;
    if (trace_on(o->s)) emit_live(o, n, 0);
    Value value = o->sign * visit_evaluate(o->s, child);
    if (value <= most) continue;
    most = value;
    if (UNLIKELY(n->ply == 0)) moves_look(&o->moves, n, child);
  } while (most < h && visit_next(o->s, n, child));
  if (most >= h && trace_on(o->s)) trace_cut(o->s, n, o->sign * most, null_window(opponent(o->max), o->sign * h));
  return most;
}

/* Develops the MAX node `n` of `r`. True: it has a value. False: `r` was expanded. */
static bool develop_max (Open *o, Record *r, Node *n, Value *value) {
  Node child;
  if (!develop(o, n, &child, 6)) *value = evaluate(o, n);
  else if (o->economy && above_leaves(o, n)) *value = scan_leaves(o, n, &child, r->h);
  else {
    expand(o, r, n, &child);
    return false;
  }
  return true;
}

/* Cases 4 and 2: the children of a MIN node, one after the other. */

/* Child `index` of `n` is SOLVED, and is the last or not. */
static __attribute__((noinline)) void emit_sibling (Open *o, const Node *n, int64_t index, bool more) {
  Node parent = *n, child = {.parent = &parent, .ply = n->ply + 1, .player = o->max};
  parent.walk.index = index;
  emit_solved(o, &child, more ? 2 : 3);
}

/* The next child of the MIN node `n`, behind one that is SOLVED (2, or 3 if there is none). */
static ALWAYS_INLINE bool next_child (Open *o, Node *n, Node *child) {
  int64_t index = n->walk.index;
  bool more = visit_next(o->s, n, child);
  if (trace_on(o->s)) emit_sibling(o, n, index, more);
  if (more && UNLIKELY(n->ply == 0)) moves_look(&o->moves, n, child);
  return more;
}

/* There are no more children (3). */
static void solve_min (const Open *o, Record *r) {
  r->status = SOLVED;
  slots_drop_min(&o->slots, r);
}

/* The node that `r` looked at is solved, and had less than h or was expanded; the walk of its MIN node `n` is open. */
static ALWAYS_INLINE void go_on_later (Open *o, Record *r, Node *n, Node *child) {
  r->stage = MAX_SOLVED;
  if (o->eager) {
    r->index = (uint32_t)n->walk.index;
    if (UNLIKELY(n->ply == 0)) open_prove(o);
    if (!next_child(o, n, child)) {
      solve_min(o, r);
      return;
    }
    pack_node(o, r, child);
    r->stage = MAX_LIVE;
  }
  set_aside(o, r, n);
}

/* The child `child` of `n` was entered, and is no leaf by its own word. True: it has a value. False: `r` stands at it. */
static bool look_at_inner (Open *o, Record *r, Node *n, Node *child, Value *value) {
  visit_player(o->s, child);
  r->pass_max = child->player != o->max;
  if (r->pass_max || o->cautious) {
    pack_node(o, r, child);
    r->stage = r->pass_max ? MAX_PASS : MAX_ENTERED;
  } else if (develop_max(o, r, child, value)) return true;
  set_aside(o, r, n);
  return false;
}

/* Looks at the children of `n`, the MIN node of `r`, from `child` on. */
static void look_on (Open *o, Record *r, Node *n, Node *child) {
  Search *s = o->s;
  do {
    Value value;
    if (visit_leaf(s, child)) value = evaluate(o, child);
    else if (!look_at_inner(o, r, n, child, &value)) return;
    if (value < r->h) {
      r->h = value;
      go_on_later(o, r, n, child);
      return;
    }
  } while (next_child(o, n, child));
  solve_min(o, r);
}

/* MAX_SOLVED: the right sibling. */
static void look_at_sibling (Open *o, Record *r) {
  Node n, child;
  if (UNLIKELY(o->level == 0)) open_prove(o);
  resume(o, r, &n, &child);
  if (next_child(o, &n, &child)) look_on(o, r, &n, &child);
  else solve_min(o, r);
}

/* MAX_LIVE: the child that waits. */
static void look_at_child (Open *o, Record *r) {
  Node n, child;
  resume(o, r, &n, &child);
  child.player = o->max;
  packed_load(o->game, r->words, r->held, &child.position);
  int64_t word = r->words[0];
  bool held = r->held;
  r->held = false;
  look_on(o, r, &n, &child);
  if (held) packed_drop(o->game, &word, true);
}

/* Cases 4 and 5: the MIN node itself. */

static inline void load_min (const Open *o, const Record *r, Node *n) {
  min_node(o, n);
  packed_load(o->game, r->words, r->held, &n->position);
}

/* A leaf instead of a MIN node. */
static void solve_leaf (const Open *o, Record *r, Value value) {
  if (value < r->h) r->h = value;
  r->status = SOLVED;
  slots_drop_node(&o->slots, r);
}

/* Enters `n`, the MIN node of `r`. True: a leaf. */
static ALWAYS_INLINE bool enter (Open *o, Record *r, Node *n) {
  Search *s = o->s;
  if (visit_leaf(s, n)) {
    solve_leaf(o, r, evaluate(o, n));
    return true;
  }
  visit_player(s, n);
  if (UNLIKELY(n->ply == 0)) s->pass.root.player = n->player;
  r->pass_min = n->player == o->max;
  r->stage = MIN_ENTERED;
  return false;
}

bool examine_min_node (Open *o) {
  Node n;
  Record *r = open_top(o);
  load_min(o, r, &n);
  return enter(o, r, &n);
}

/* Develops `n`, the MIN node of `r`, which was entered. */
static void develop_min (Open *o, Record *r, Node *n) {
  Node child;
  if (!develop(o, n, &child, 5)) {
    solve_leaf(o, r, evaluate(o, n));
    return;
  }
  node_to_min(o, r, r->words, r->held);
  r->held = false;
  if (UNLIKELY(n->ply == 0)) moves_look(&o->moves, n, &child);
  look_on(o, r, n, &child);
}

/* MIN_LIVE and MIN_ENTERED. */
static void examine_min (Open *o, Record *r) {
  Node n;
  Value value;
  load_min(o, r, &n);
  if (r->stage == MIN_LIVE && enter(o, r, &n)) return;
  n.player = r->pass_min ? o->max : opponent(o->max);
  if (!r->pass_min) develop_min(o, r, &n);
  else if (o->cautious) r->stage = MAX_ENTERED;
  else if (develop_max(o, r, &n, &value)) solve_leaf(o, r, value);
}

/* A MAX node by itself: entered before, or invisible, or solved. */

/* The node of `r` is solved, and the walk over its siblings set aside, if it has any. */
static void solve_node (Open *o, Record *r) {
  Node n, child;
  r->stage = MAX_SOLVED;
  r->pass_max = false;
  if (r->pass_min) r->status = SOLVED;
  else if (o->eager) {
    resume(o, r, &n, &child);
    go_on_later(o, r, &n, &child);
  }
}

/* The node of `r` has a value. */
static void solve_at (Open *o, Record *r, Value value) {
  if (value < r->h) r->h = value;
  slots_drop_node(&o->slots, r);
  solve_node(o, r);
}

/* The node of `r` and its position, which was packed. */
static void load_node (const Open *o, const Record *r, Node *n) {
  min_node(o, n);
  n->ply = open_ply(&o->frames[o->level]);
  if (trace_on(o->s)) n->parent = emit_trail(o, n->ply, NULL);
  n->player = r->pass_max ? opponent(o->max) : o->max;
  packed_load(o->game, r->words, r->held, &n->position);
}

/* MAX_PASS: the node of `r` is a MIN node; an invisible MAX node stands above it, and has one slot. */
static void expand_pass (Open *o, Record *r) {
  Node n, child;
  load_node(o, r, &n);
  if (!develop(o, &n, &child, 5)) {
    solve_at(o, r, evaluate(o, &n));
    return;
  }
  Record *x = slots_new(&o->slots, 1);
  x->h = r->h;
  x->stage = MAX_LIVE;
  node_to_min(o, x, r->words, r->held);
  r->held = false;
  pack_node(o, x, &child);
  set_aside(o, x, &n);
  slots_attach(&o->slots, r, x, 1);
}

/* MAX_ENTERED: does the expansion that a cautious OPEN has deferred. */
static void expand_node (Open *o, Record *r) {
  Node n;
  Value value;
  load_node(o, r, &n);
  if (develop_max(o, r, &n, &value)) solve_at(o, r, value);
}

void examine (Open *o) {
  Record *r = open_top(o);
  switch ((Stage)r->stage) {
    case MIN_LIVE: case MIN_ENTERED: examine_min(o, r); break;
    case MAX_LIVE: look_at_child(o, r); break;
    case MAX_ENTERED: expand_node(o, r); break;
    case MAX_PASS: expand_pass(o, r); break;
    case MAX_SOLVED: look_at_sibling(o, r); break;
    case MAX_EXPANDED: break;   /* its slots are looked at instead */
  }
}

void examine_solved (Open *o) {
  Record *p = open_top(o);
  if (trace_on(o->s)) emit_solved_min(o, open_best(o, p));
  if (o->moves.all && p == o->root) moves_take(&o->moves, open_number(o, p, open_best(o, p)));
  slots_release(&o->slots, p);
  if (!o->slots.inner) search_hold(o->s, 1);
  solve_node(o, p);
}
