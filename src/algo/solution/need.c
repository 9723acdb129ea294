#include "algo/solution/need.h"

const Option option_entries = {.name = "entries", .kinds = OPTION_COUNT, .otherwise = NO_DEFAULT, .least = 1,
  .help = "records in OPEN, the papers' M; default: as many as the search needs",
  .example = "gts.tree{branching=3, depth=6}, {algorithm = 'memsss', entries = 50}"};
const Option option_branching = {.name = "branching", .kinds = OPTION_COUNT, .otherwise = NO_DEFAULT, .least = 1,
  .help = "the most successors of any position; goes with entries",
  .example = "gts.tree{branching=3, depth=6}, {algorithm = 'memsss', entries = 50, branching = 3}"};
const Option option_alternating = {.name = "alternating", .kinds = OPTION_FLAG, .otherwise = 1,
  .help = "the players always alternate; goes with entries",
  .example = "gts.tree{branching=3, depth=6}, {algorithm = 'itersss', entries = 50, alternating = true}"};

static uint32_t add (uint32_t a, uint32_t b) { return a > NO_BOUND - b ? NO_BOUND : a + b; }

static uint32_t times (uint32_t a, uint32_t b) { return a && b > NO_BOUND / a ? NO_BOUND : a * b; }

/* The most children of a node below `position`, and the greatest ply, of a tree that is at hand. */
static void measure (const Open *o, const Position *position, int ply, Shape *shape) {
  Game *game = o->game;
  Walk walk = {0};
  Position child;
  visit_guard(o->s, ply);
  if (ply > shape->depth) shape->depth = ply;
  if (open_is_leaf(o, position, ply)) return;
  for (; game_next(game, position, &walk, &child); walk.index++) measure(o, &child, ply + 1, shape);
  if (walk.index > shape->branching) shape->branching = walk.index;
}

Shape need_shape (Open *o) {
  Search *s = o->s;
  Game *game = s->game;
  const char *id = s->algorithm->id;
  Shape shape = {.exact = game->whole, .alternating = game->player == NULL};
  if (shape.exact) {
    measure(o, &s->pass.root.position, 0, &shape);
    return shape;
  }
  double branching = search_number(s, "branching");
  shape.branching = isnan(branching) ? game->branching : branching < NO_BOUND ? (int64_t)branching : NO_BOUND;
  shape.depth = s->pass.depth;
  shape.alternating = shape.alternating || search_flag(s, "alternating");
  if (shape.depth == NO_HORIZON) s->host->fail(s->host, "%s with entries needs depth: state the most plies of the game", id);
  if (shape.branching < 1)
    s->host->fail(s->host, "%s with entries needs branching: state the most successors that a position has", id);
  return shape;
}

uint32_t need_entries (Open *o) {
  double entries = search_number(o->s, "entries");
  if (!(entries > 0 && entries < NO_BOUND)) return 0;
  open_limit(o, (uint64_t)entries);
  return (uint32_t)entries;
}

void need_at_least (const Open *o, uint64_t least) {
  const Search *s = o->s;
  if (s->watch.hold_limit >= least) return;
  if (s->outcome.completed.valued) s->host->leave(s->host, STOP_MEMORY);
  s->host->fail(s->host, "%s needs at least %llu entries for this tree: %llu are too few", s->algorithm->id,
                (unsigned long long)least, (unsigned long long)s->watch.hold_limit);
}

/* Of a uniform tree, below a MAX node at `ply`. */
static Need by_formula (const Open *o, const Shape *shape, int ply) {
  int plies = shape->depth - ply - o->economy;
  int levels = plies <= 0 ? 0 : shape->alternating ? (plies + 1) / 2 : plies + o->economy;
  uint32_t b = shape->branching < NO_BOUND ? (uint32_t)shape->branching : NO_BOUND;
  Need need = {times(b, (uint32_t)levels), 0};
  for (int i = 0; i < levels && need.most < NO_BOUND; i++) need.most = times(b, add(need.most, 1));
  return need;
}

/* Of a tree that is at hand, below the node `position`. */
static Need by_walking (const Open *o, const Position *position, Player player, int ply) {
  Game *game = o->game;
  Need need = {0, 0};
  Walk walk = {0};
  Position child;
  bool only_leaves = true;
  visit_guard(o->s, ply);
  if (open_is_leaf(o, position, ply)) return need;
  if (game_has_player(game)) player = game_player(game, position);
  for (; game_next(game, position, &walk, &child); walk.index++) {
    Need of_child = by_walking(o, &child, opponent(player), ply + 1);
    only_leaves = only_leaves && open_is_leaf(o, &child, ply + 1);
    if (of_child.least > need.least) need.least = of_child.least;
    if (player == o->max) need.most = add(need.most, of_child.most);
    else if (of_child.most > need.most) need.most = of_child.most;
  }
  if (player != o->max) return need;
  if (only_leaves && o->economy) return (Need){0, 0};
  uint32_t children = (uint32_t)walk.index;
  return (Need){add(children, need.least), add(children, need.most)};
}

Need need_of_slot (const Open *o, const Shape *shape, const Record *slot) {
  Position position;
  const Frame *frame = &o->frames[o->level];
  int ply = open_slot_ply(frame);
  if (!shape->exact) return by_formula(o, shape, ply + shape->alternating);
  if (frame->record->pass_max) {        /* the slot has gone on to the first child: the MIN node is meant */
    packed_load(o->game, slot->words + o->slots.words, slot->held_min, &position);
    return by_walking(o, &position, opponent(o->max), ply);
  }
  packed_load(o->game, slot->words, slot->held, &position);
  return by_walking(o, &position, opponent(o->max), ply);
}

Need need_of_root (const Open *o, const Shape *shape) {
  const Search *s = o->s;
  if (shape->exact) return by_walking(o, &s->pass.root.position, s->pass.root.player, 0);
  return by_formula(o, shape, shape->alternating && !o->root->pass_min);
}

void need_check (const Open *o, const Shape *shape) {
  Host *host = o->s->host;
  const Record *r = open_top(o);
  if (shape->exact) return;
  if (slots_expanded(r) && (int64_t)r->count > shape->branching)
    host->fail(host, "a position has %u successors, more than the stated branching: state branching = %u or more",
               (unsigned)r->count, (unsigned)r->count);
  if (shape->alternating && (r->pass_max || (r->pass_min && o->level > 0)))
    host->fail(host, "the players of this game do not always alternate: state alternating = false for %s with entries",
               o->s->algorithm->id);
}
