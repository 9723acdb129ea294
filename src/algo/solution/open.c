/*
** How OPEN is kept; open.h says what it is. Slots lie in arrays, one for the sons of each expanded node. What a record keeps of
** the game is packed behind it: the node it looks at, its MIN node, and the place in the walk over the sons of that.
*/
#include "algo/solution/open.h"

#include <string.h>

#define MOST_SONS INT32_MAX

/* Arrays of slots. */

/* Sizes up to 64 have a list each; larger ones share one up to the next power of two. */
static int size_class (uint32_t count, size_t *room) {
  *room = count;
  if (count <= 64) return (int)count;
  int class = 65;
  for (*room = 128; *room < count; *room *= 2) class++;
  return class;
}

static void set_slots (Record *p, Record *slots) { p->words[0] = (int64_t)(intptr_t)slots; }

static Record *new_slots (Open *o, uint32_t count) {
  size_t room;
  Record **unused = &o->unused[size_class(count, &room)];
  Record *slots = *unused;
  if (slots) *unused = open_slots(slots);
  else slots = arena_alloc(&o->s->arena, room * o->size);
  memset(slots, 0, count * o->size);
  return slots;
}

static void free_slots (Open *o, Record *slots, uint32_t count) {
  size_t room;
  Record **unused = &o->unused[size_class(count, &room)];
  set_slots(slots, *unused);
  *unused = slots;
}

/* What a record keeps in the game. */

static void drop_node (const Open *o, Record *r) {
  stored_drop(o->game, r->words, r->held);
  r->held = false;
}

static void drop_min (const Open *o, Record *r) {
  stored_drop(o->game, r->words + o->words, r->held_min);
  stored_drop_move(o->game, r->words[2 * o->words], r->held_place);
  r->held_min = r->held_place = false;
}

/* Forgetting. Arrays wait in a list that runs through what is no longer needed of them, so that no depth is too great. */

static void await (Record **list, const Record *p) {
  Record *slots = open_slots(p);
  memcpy(&slots->h, list, sizeof *list);
  slots->index = p->count;
  slots->mem = p->pass_max;
  *list = slots;
}

/* How many entries a record is. */
static int64_t weight (const Open *o, const Record *r, bool below_pass) {
  if (o->inner) return !below_pass;
  return !r->expanded && r->status != PURGED;
}

/* Forgets one array; those below it are to wait. Returns how many entries it was. */
static int64_t forget (Open *o, Record **list, Record *slots, uint32_t count, bool below_pass) {
  int64_t entries = 0;
  Record *r = slots;
  for (uint32_t i = count; i > 0; i--, r = open_next(o, r)) {
    entries += weight(o, r, below_pass);
    if (r->expanded) await(list, r);
    else drop_node(o, r);
    drop_min(o, r);
  }
  free_slots(o, slots, count);
  return entries;
}

static void release (Open *o, Record *p) {
  Record *list = NULL;
  int64_t entries = 0;
  await(&list, p);
  while (list) {
    Record *slots = list;
    memcpy(&list, &slots->h, sizeof list);
    entries += forget(o, &list, slots, slots->index, slots->mem);
  }
  p->expanded = p->dormant = false;
  search_hold(o->s, -entries);
}

/* The path. */

void open_grow (Open *o) {
  int room = 2 * o->room;
  Frame *frames = arena_alloc(&o->s->arena, (size_t)room * sizeof *frames);
  memcpy(frames, o->frames, (size_t)o->room * sizeof *frames);
  o->frames = frames;
  o->room = room;
}

/* The number of a slot of `p`, from 0. */
static size_t number_of (const Open *o, const Record *p, const Record *slot) {
  return (size_t)((const char *)slot - (const char *)open_slots(p)) / o->size;
}

/* The nodes above that at `ply`, the one looked at, for a trace. */
static const Node *trail (const Open *o, int ply) {
  Node *nodes = stored_trail(o->s, ply);
  for (int level = 0; level <= o->level; level++) {
    const Frame *frame = &o->frames[level];
    const Record *r = frame->record;
    if (frame->ply < ply && !r->pass_min) nodes[frame->ply].walk.index = r->index;
    if (level < o->level && !r->pass_max)
      nodes[open_ply(frame)].walk.index = (int64_t)number_of(o, r, frame[1].record) + 1;
  }
  return ply ? &nodes[ply - 1] : NULL;
}

/* The moves at the root. */

/* MIN has the root, and `child` is what it looks at now. */
static void look_at_move (Open *o, const Node *n, const Node *child) {
  if (o->current != o->choice) line_free(&o->s->lines, o->current);
  o->current = line_cons(&o->s->lines, n->walk.move, &child->position, NULL);
}

static void choose_current (Open *o) {
  if (o->choice == o->current) return;
  line_free(&o->s->lines, o->choice);
  o->choice = o->current;
}

/* MAX has the root, and chooses its best slot. */
static void choose_slot (Open *o) {
  const Record *root = o->root;
  Line **cell = &o->choices;
  for (size_t i = root->count - 1 - number_of(o, root, open_best(o, root)); i > 0; i--) cell = &(*cell)->rest;
  o->choice = *cell;
  *cell = o->choice->rest;
  o->choice->rest = NULL;
  line_free(&o->s->lines, o->choices);
  o->choices = NULL;
}

void open_purge (Open *o, Record *p) {
  release(o, p);
  drop_min(o, p);
  p->status = PURGED;
}

/* The largest h of what is INACTIVE below `p`. */
static Value dormant_h (const Open *o, const Record *p) {
  Value most = -INFINITY;
  Record *x = open_slots(p);
  open_check_stack(o);
  for (uint32_t i = 0; i < p->count; i++, x = open_next(o, x)) {
    Value h = x->expanded && x->dormant ? dormant_h(o, x) : x->status == INACTIVE && !x->expanded ? x->h : -INFINITY;
    if (h > most) most = h;
  }
  return most;
}

void open_prove (Open *o) {
  Search *s = o->s;
  const Record *r = o->root;
  Value h = r->h;
  if (r->expanded && r->dormant) h = fmax(h, dormant_h(o, r));
  if (h >= o->proved) return;
  o->proved = h;
  if (o->sign > 0) search_prove(s, -INFINITY, h);
  else search_prove(s, -h, INFINITY);
  if (o->current == NULL) return;
  choose_current(o);            /* with this move MIN is sure of h */
  s->answer.valued = true;
  s->answer.value = o->sign * h;
  s->answer.line = o->choice;
}

/* The node of a record. */

/* Packs `node` into `r`. */
static void pack_node (const Open *o, Record *r, const Node *node) {
  bool held = stored_pack(o->game, &node->position, r->words);
  r->held = held;
}

/* The packed `node` is the MIN node of `r`. */
static void node_to_min (const Open *o, Record *r, const int64_t *node, bool held) {
  memcpy(r->words + o->words, node, (size_t)o->words * sizeof *node);
  r->held_min = held;
}

/* Sets the walk of the MIN node `n` of `r` aside. */
static void set_aside (const Open *o, Record *r, Node *n) {
  r->held_place = stored_set_aside(o->game, &n->walk, &r->words[2 * o->words]);
  r->index = (uint32_t)n->walk.index;
}

/* There are no more sons. */
static void solve_min (const Open *o, Record *r) {
  r->status = SOLVED;
  drop_min(o, r);
}

/* Expanding. */

/* Makes room for one more son. */
static void widen (Open *o, size_t count, size_t each) {
  Search *s = o->s;
  size_t room = 2 * count + 16;
  if (room > MOST_SONS) s->host->fail(s->host, "a position has more than %d successors", (int)count);
  int64_t *larger = arena_alloc(&s->arena, room * each * sizeof *larger);
  if (count) memcpy(larger, o->sons, count * each * sizeof *larger);
  o->sons = larger;
  o->sons_room = room;
}

/* Packs the sons of `n`, each with its `held`, and counts them. */
static uint32_t pack_sons (Open *o, Node *n, Node *child) {
  size_t each = (size_t)o->words + 1, count = 0;
  do {
    if (rarely(count == o->sons_room)) widen(o, count, each);
    int64_t *son = o->sons + count++ * each;
    son[o->words] = stored_pack(o->game, &child->position, son);
    if (rarely(n->ply == 0)) o->choices = line_cons(&o->s->lines, n->walk.move, &child->position, o->choices);
  } while (search_pull(o->s, n, child));
  return (uint32_t)count;
}

/* The node of `r` is expanded: from now on it has these slots instead. */
static void add_slots (const Open *o, Record *r, Record *slots, uint32_t count) {
  drop_node(o, r);
  set_slots(r, slots);
  r->at_min = r->entered = false;
  r->count = count;
  r->expanded = true;
}

/* The MAX node of `r` is `n`: makes a slot for each of its sons. */
static void expand (Open *o, Record *r, Node *n, Node *child) {
  uint32_t count = pack_sons(o, n, child);
  size_t each = (size_t)o->words + 1;
  int64_t more = (int64_t)count - !o->inner;
  if (o->limit && o->s->held + (uint64_t)more > o->limit) o->s->host->leave(o->s->host, STOP_MEMORY);
  Record *x = new_slots(o, count);
  add_slots(o, r, x, count);
  for (const int64_t *son = o->sons; count > 0; count--, son += each, x = open_next(o, x)) {
    x->h = r->h;
    x->at_min = true;
    x->held = son[o->words] != 0;
    for (int i = 0; i < o->words; i++) x->words[i] = son[i];
  }
  search_hold(o->s, more);
}

/* Are all sons of `n` leaves? Certain one ply above the horizon; where the tree is at hand, one may look. */
static bool above_leaves (const Open *o, const Node *n) {
  Game *game = o->game;
  Walk walk = {0};
  Position son;
  if (n->ply + 1 >= o->s->depth) return true;
  if (!game->whole) return false;
  for (; game_next(game, &n->position, &walk, &son); walk.index++)
    if (!open_is_leaf(o, &son, n->ply + 1)) return false;
  return true;
}

static Value evaluate (const Open *o, const Node *n) { return o->sign * search_evaluate(o->s, n); }

/* The largest value of the sons of `n`, all leaves, or the first that is h or more. */
static Value scan_leaves (Open *o, Node *n, Node *child, Value h) {
  Value most = -INFINITY;
  do {
    if (!search_leaf(o->s, child)) continue;
    Value value = evaluate(o, child);
    if (value <= most) continue;
    most = value;
    if (rarely(n->ply == 0)) look_at_move(o, n, child);
  } while (most < h && search_next(o->s, n, child));
  return most;
}

/* Develops the MAX node `n` of `r`. True: it has a value. False: `r` was expanded. */
static bool develop_max (Open *o, Record *r, Node *n, Value *value) {
  Node child;
  if (!search_develop(o->s, n, &child)) *value = evaluate(o, n);
  else if (o->economy && above_leaves(o, n)) *value = scan_leaves(o, n, &child, r->h);
  else {
    expand(o, r, n, &child);
    return false;
  }
  return true;
}

/* Looking at the sons of a MIN node. */

/* The next son of the MIN node `n`. */
static bool next_son (Open *o, Node *n, Node *child) {
  if (!search_next(o->s, n, child)) return false;
  if (rarely(n->ply == 0)) look_at_move(o, n, child);
  return true;
}

/* The node that `r` looked at is solved, and had less than h or was expanded; the walk of its MIN node `n` is open. */
static void go_on_later (Open *o, Record *r, Node *n, Node *child) {
  if (o->eager) {
    if (rarely(n->ply == 0)) open_prove(o);
    if (!next_son(o, n, child)) {
      solve_min(o, r);
      return;
    }
    pack_node(o, r, child);
  } else r->pending = true;
  set_aside(o, r, n);
}

/* The son `child` of `n` was entered, and is no leaf by its own word. True: it has a value. False: `r` stands at it. */
static bool look_at_inner (Open *o, Record *r, Node *n, Node *child, Value *value) {
  search_player(o->s, child);
  r->pass_max = child->player != o->max;
  if (r->pass_max || o->cautious) {
    pack_node(o, r, child);
    r->entered = true;
  } else if (develop_max(o, r, child, value)) return true;
  set_aside(o, r, n);
  return false;
}

/* Looks at the sons of `n`, the MIN node of `r`, from `child` on. */
static void look_on (Open *o, Record *r, Node *n, Node *child) {
  Search *s = o->s;
  do {
    Value value;
    if (search_leaf(s, child)) value = evaluate(o, child);
    else if (!look_at_inner(o, r, n, child, &value)) return;
    if (value < r->h) {
      r->h = value;
      go_on_later(o, r, n, child);
      return;
    }
  } while (next_son(o, n, child));
  solve_min(o, r);
}

/* `n` is the MIN node of the record that is looked at, without its position. */
static void min_node (const Open *o, Node *n) {
  const Frame *frame = &o->frames[o->level];
  n->ply = frame->ply;
  n->player = opponent(o->max);
  if (rarely(o->level == 0)) n->player = o->game->first;
  n->line = NULL;
  n->parent = rarely(o->s->trace != NULL) ? trail(o, n->ply) : NULL;
}

/* Takes up the walk over the sons of the MIN node again. */
static void resume (Open *o, Record *r, Node *n, Node *child) {
  Game *game = o->game;
  min_node(o, n);
  stored_load(game, r->words + o->words, r->held_min, &n->position);
  stored_resume(game, &n->position, r->words[2 * o->words], r->held_place, r->index, &n->walk);
  r->held_place = false;
  n->player = opponent(o->max);
  child->parent = n;
  child->ply = n->ply + 1;
}

/* The right brother of what was solved. */
static void look_at_brother (Open *o, Record *r) {
  Node n, child;
  if (rarely(o->level == 0)) open_prove(o);
  resume(o, r, &n, &child);
  r->pending = false;
  if (next_son(o, &n, &child)) look_on(o, r, &n, &child);
  else solve_min(o, r);
}

/* The son that waits, not entered yet. */
static void look_at_son (Open *o, Record *r) {
  Node n, child;
  resume(o, r, &n, &child);
  child.player = o->max;
  stored_load(o->game, r->words, r->held, &child.position);
  int64_t word = r->words[0];
  bool held = r->held;
  r->held = false;
  look_on(o, r, &n, &child);
  if (held) stored_drop(o->game, &word, true);
}

/* Loads the MIN node of a record that is at_min. */
static void load_min (const Open *o, const Record *r, Node *n) {
  min_node(o, n);
  stored_load(o->game, r->words, r->held, &n->position);
}

/* A leaf instead of a MIN node. */
static void solve_leaf (const Open *o, Record *r, Value value) {
  if (value < r->h) r->h = value;
  r->status = SOLVED;
  drop_node(o, r);
}

/* Enters `n`, the MIN node of `r`. True: a leaf. */
static bool enter (Open *o, Record *r, Node *n) {
  Search *s = o->s;
  if (search_leaf(s, n)) {
    solve_leaf(o, r, evaluate(o, n));
    return true;
  }
  search_player(s, n);
  if (rarely(n->ply == 0)) s->root.player = n->player;
  r->pass_min = n->player == o->max;
  r->entered = true;
  return false;
}

bool open_enter (Open *o) {
  Node n;
  Record *r = open_top(o);
  load_min(o, r, &n);
  return enter(o, r, &n);
}

/* Develops `n`, the MIN node of `r`, which was entered. */
static void develop_min (Open *o, Record *r, Node *n) {
  Node child;
  if (!search_develop(o->s, n, &child)) {
    solve_leaf(o, r, evaluate(o, n));
    return;
  }
  node_to_min(o, r, r->words, r->held);
  r->held = r->at_min = r->entered = false;
  if (rarely(n->ply == 0)) look_at_move(o, n, &child);
  look_on(o, r, n, &child);
}

static void examine_min (Open *o, Record *r) {
  Node n;
  Value value;
  load_min(o, r, &n);
  if (r->entered) n.player = r->pass_min ? o->max : opponent(o->max);
  else if (enter(o, r, &n)) return;
  if (!r->pass_min) develop_min(o, r, &n);
  else if (o->cautious) r->at_min = false;
  else if (develop_max(o, r, &n, &value)) solve_leaf(o, r, value);
}

/* The node of `r` is solved, and the walk over its brothers set aside, if it has any. */
static void solve_node (Open *o, Record *r) {
  Node n, child;
  r->entered = r->pass_max = false;
  r->pending = !r->pass_min && !o->eager;
  if (r->pass_min) r->status = SOLVED;
  if (r->pass_min || r->pending) return;
  resume(o, r, &n, &child);
  go_on_later(o, r, &n, &child);
}

/* The node of `r` and its position, which was packed. */
static void load_node (const Open *o, const Record *r, Node *n) {
  min_node(o, n);
  n->ply = open_ply(&o->frames[o->level]);
  if (rarely(o->s->trace != NULL)) n->parent = trail(o, n->ply);
  n->player = r->pass_max ? opponent(o->max) : o->max;
  stored_load(o->game, r->words, r->held, &n->position);
}

/* The node of `r` has a value. */
static void solve_at (Open *o, Record *r, Value value) {
  if (value < r->h) r->h = value;
  drop_node(o, r);
  solve_node(o, r);
}

/* The node of `r` is a MIN node: an invisible MAX node stands above it, and has one slot. */
static void expand_pass (Open *o, Record *r) {
  Node n, child;
  load_node(o, r, &n);
  if (!search_develop(o->s, &n, &child)) {
    solve_at(o, r, evaluate(o, &n));
    return;
  }
  Record *x = new_slots(o, 1);
  x->h = r->h;
  node_to_min(o, x, r->words, r->held);
  r->held = false;
  pack_node(o, x, &child);
  set_aside(o, x, &n);
  add_slots(o, r, x, 1);
}

void open_expand (Open *o) {
  Record *r = open_top(o);
  Node n;
  Value value;
  load_node(o, r, &n);
  if (develop_max(o, r, &n, &value)) solve_at(o, r, value);
}

void open_examine (Open *o) {
  Record *r = open_top(o);
  if (r->pending) look_at_brother(o, r);
  else if (r->at_min) examine_min(o, r);
  else if (r->pass_max) expand_pass(o, r);
  else look_at_son(o, r);
}

void open_solve (Open *o) {
  Record *p = open_top(o);
  if (o->choices && p == o->root) choose_slot(o);
  release(o, p);
  if (!o->inner) search_hold(o->s, 1);
  solve_node(o, p);
}

/* The whole. */

void open_descend (Open *o) {
  while (open_top(o)->expanded) open_push(o, open_best(o, open_top(o)));
}

void open_select (Open *o) {
  while (o->level > 0) {
    Record *p = o->frames[o->level - 1].record;
    if (open_active(open_top(o)) && open_top(o)->h == p->h) break;
    const Record *best = open_best_after(o, p, open_top(o));
    open_pop(o);
    if (best && best->h == p->h) break;
    if (best) p->h = best->h;
    else p->status = INACTIVE;
  }
  if (o->level == 0) open_prove(o);
  if (open_active(open_top(o))) open_descend(o);
}

Open *open_begin (Search *s, Player max, bool inner) {
  Game *game = s->game;
  Open *o = s->memory;
  if (o == NULL) {
    o = arena_alloc(&s->arena, sizeof *o);
    *o = (Open){.s = s, .game = game, .max = max, .sign = max == MAX ? 1 : -1, .inner = inner, .words = game->words,
                .size = sizeof(Record) + (2 * (size_t)game->words + 1) * sizeof(int64_t), .room = 32};
    o->frames = arena_alloc(&s->arena, (size_t)o->room * sizeof *o->frames);
    s->memory = o;
  }
  o->economy = search_option(s, "store_terminals", 1) == 0;
  o->root = new_slots(o, 1);
  o->root->h = o->proved = INFINITY;
  o->root->at_min = true;
  o->root->held = stored_pack(game, &s->root.position, o->root->words);
  o->frames[0] = (Frame){o->root, 0};
  o->level = 0;
  o->limit = 0;
  o->eager = o->cautious = false;
  o->choices = o->current = o->choice = NULL;
  s->holds = true;
  search_hold(s, 1);
  return o;
}

void open_conclude (Open *o) {
  Search *s = o->s;
  open_prove(o);
  if (o->choice == NULL) o->choice = o->current;
  s->root.line = o->choice;
  free_slots(o, o->root, 1);
  search_conclude(s, o->sign * o->root->h);
}
