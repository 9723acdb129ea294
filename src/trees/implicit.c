#include "trees/implicit.h"

#include <math.h>
#include <string.h>

/* The words of a position. */
enum {
  HASH = TREE_HASH, HEIGHT = TREE_HEIGHT, VALUE /* minimax value, or sum, where the order knows it */,
  PART /* of the range that the values below lie in, where it is cut: two halves */
};

/* A node's other random words: any fixed odd numbers. */
#define SALT_VALUE UINT64_C(0x5851F42D4C957F2D)
#define SALT_CHOICE UINT64_C(0x14057B7EF767814F)
#define SALT_CHILDREN UINT64_C(0x2545F4914F6CDD1D)
#define SALT_END UINT64_C(0x369DEA0F31A53F85)
#define SALT_BOUNDS UINT64_C(0x27BB2EE687B0B0FD)
#define SALT_ERROR UINT64_C(0x106689D45497FDB5)

static uint64_t word_of (const Position *position, uint64_t salt) { return mix64((uint64_t)position->word[HASH] ^ salt); }

static bool is_real (const ImplicitTree *tree) { return tree->by.increments != INCREMENTS_WHOLE; }

static int64_t ply_at (const ImplicitTree *tree, int64_t height) { return tree->by.depth[1] - height; }

static Player player_at (const ImplicitTree *tree, int64_t height) {
  return ply_at(tree, height) % 2 == 0 ? tree->by.first : opponent(tree->by.first);
}

/* The value of a position that knows it: a whole number, or the bits of a real one. */
static Value value_at (const ImplicitTree *tree, const Position *position) {
  Value value;
  if (!is_real(tree)) return (Value)position->word[VALUE];
  memcpy(&value, &position->word[VALUE], sizeof value);
  return value;
}

static void set_value (const ImplicitTree *tree, Position *position, Value value) {
  if (is_real(tree)) memcpy(&position->word[VALUE], &value, sizeof value);
  else position->word[VALUE] = (int64_t)value;
}

/* The shape. */

/* None where the height ends: retrograde analysis has no horizon. */
static int64_t children_of (const ImplicitTree *tree, const Position *position) {
  const int64_t *children = tree->by.branching;
  if (position->word[HEIGHT] <= 0) return 0;
  if (children[0] == children[1]) return children[0];
  return children[0] + (int64_t)random_below(word_of(position, SALT_CHILDREN), (uint64_t)(children[1] - children[0]) + 1);
}

bool implicit_is_leaf (const ImplicitTree *tree, const Position *position) {
  int64_t height = position->word[HEIGHT];
  if (height <= 0 || ply_at(tree, height) < tree->by.depth[0]) return height <= 0;
  return random_below(word_of(position, SALT_END), (uint64_t)height + 1) == 0;
}

/* The values. */

/* A number in the range, ends included. */
static Value in_range (const ImplicitTree *tree, uint64_t word) {
  int64_t lowest = tree->by.range[0], width = tree->by.range[1] - lowest;
  return is_real(tree) ? (Value)lowest + random_unit(word) * (Value)width : implicit_in_range(tree, word);
}

/* base^exponent, the same on every machine. */
static double power (double base, int64_t exponent) {
  double product = 1;
  for (; exponent > 0; exponent /= 2, base *= base)
    if (exponent % 2 == 1) product *= base;
  return product;
}

/* R at a node of this height: the largest increment, or their mean. */
static Value largest_step (const ImplicitTree *tree, int64_t height) {
  Value step = tree->by.spread[player_at(tree, height)] * power(tree->by.shrink, ply_at(tree, height));
  return is_real(tree) || step >= 1 ? step : 1;
}

static Value increment (const ImplicitTree *tree, int64_t height, uint64_t word) {
  Value most = largest_step(tree, height);
  switch (tree->by.increments) {
    case INCREMENTS_REAL: return most * random_unit(word);
    case INCREMENTS_EXPONENTIAL: return most * random_exponential(word);
    default: return (Value)(1 + random_below(word, (uint64_t)most));
  }
}

/* A random increment, up or down; whole ones may be 0. */
static Value signed_increment (const ImplicitTree *tree, int64_t height, uint64_t word) {
  if (!is_real(tree)) {
    int64_t most = (int64_t)largest_step(tree, height);
    return (Value)((int64_t)random_below(word, (uint64_t)(2 * most + 1)) - most);
  }
  Value step = increment(tree, height, mix64(word));
  return word % 2 == 0 ? step : -step;
}

/* Which child, from 1, has its parent's value in a strongly ordered tree; a quarter of the children is `quarter`, rounded. */
static int64_t strong_choice (int64_t children, uint64_t word) {
  int64_t quarter = (children + 2) / 4;
  uint64_t percent = random_below(word, 100);
  word = mix64(word);
  if (children == 1 || percent < (quarter == 1 ? 90 : 70)) return 1;
  if (percent < 90) return 2 + (int64_t)random_below(word, (uint64_t)(quarter - 1));
  return quarter + 1 + (int64_t)random_below(word, (uint64_t)(children - quarter));
}

static int64_t chosen_child (const ImplicitTree *tree, const Position *node, int64_t children) {
  uint64_t word = word_of(node, SALT_CHOICE);
  if (tree->by.order == ORDER_STRONG) return strong_choice(children, word);
  return 1 + (int64_t)random_below(word, (uint64_t)children);
}

/* The two ends of the part of the range that a node's values lie in. */
static void read_part (const ImplicitTree *tree, const Position *node, Value part[2]) {
  bool cut = tree->by.model == MODEL_CUT;
  part[0] = cut ? (Value)(int32_t)(node->word[PART] >> 32) : (Value)tree->by.range[0];
  part[1] = cut ? (Value)(int32_t)(uint32_t)node->word[PART] : (Value)tree->by.range[1];
}

static void write_part (Position *node, int64_t lowest, int64_t highest) {
  node->word[PART] = (int64_t)((uint64_t)lowest << 32 | (uint32_t)highest);
}

/* A number from `worst`, included, to `best`, excluded unless they are the same: random_below of 0 is 0. */
static Value in_part (const ImplicitTree *tree, Value worst, Value best, uint64_t word) {
  if (is_real(tree)) return worst + (best - worst) * random_unit(word);
  return worst + copysign((Value)random_below(word, (uint64_t)fabs(best - worst)), best - worst);
}

/* The value that is worse for the player by `step`, as far as the range goes. */
static Value worsen (const ImplicitTree *tree, Player player, Value value, Value step) {
  return player == MAX ? fmax(value - step, (Value)tree->by.range[0]) : fmin(value + step, (Value)tree->by.range[1]);
}

/* The value of a child that is worse than its parent's, by the model. */
static Value worse_value (const ImplicitTree *tree, const Position *node, Player player, Value value, uint64_t word) {
  Value part[2];
  if (tree->by.model == MODEL_INCREMENTS) return worsen(tree, player, value, increment(tree, node->word[HEIGHT], word));
  read_part(tree, node, part);
  return in_part(tree, player == MAX ? part[0] : part[1], value, word);
}

/* Gives a child his part of the range: below one that is not chosen no value is better for its parent than the parent's own. */
static void part_child (const ImplicitTree *tree, const Position *node, bool chosen, Player player, Position *child) {
  Value part[2];
  read_part(tree, node, part);
  if (!chosen) part[player] = value_at(tree, node);
  write_part(child, (int64_t)part[0], (int64_t)part[1]);
}

/* Gives child `i`, of `children`, its value: the node's own for one of them, something worse for the player to move for the others. */
static void value_child (const ImplicitTree *tree, const Position *node, int64_t i, int64_t children, Position *child) {
  int64_t height = node->word[HEIGHT];
  Player player = player_at(tree, height);
  Value value = value_at(tree, node), of_child = value, worse = 0;
  uint64_t word = word_of(child, SALT_VALUE);
  bool chosen;
  switch (tree->by.order) {
    case ORDER_RANDOM: case ORDER_STRONG:
      chosen = i == chosen_child(tree, node, children);
      if (!chosen) of_child = worse_value(tree, node, player, value, word);
      if (tree->by.model == MODEL_CUT) part_child(tree, node, chosen, player, child);
      break;
    case ORDER_BEST: worse = (Value)(i - 1); break;
    case ORDER_WORST: worse = (Value)(children - i); break;
    case ORDER_CORRELATED: of_child = value + signed_increment(tree, height, word); break;
    case ORDER_INDEPENDENT: case ORDER_WINS: return;
  }
  if (worse > 0) of_child = worsen(tree, player, value, worse);
  set_value(tree, child, of_child);
}

/* Child `i` of `children`, from 1. */
static inline void make_child (const ImplicitTree *tree, const Position *position, int64_t i, int64_t children, Position *child) {
  implicit_child(position, i, child);
  if (tree->game.words > 2) value_child(tree, position, i, children, child);
}

static bool next (Game *game, const Position *position, Walk *walk, Position *child) {
  const ImplicitTree *tree = (const ImplicitTree *)game;
  int64_t i = walk->index + 1, children = children_of(tree, position);
  if (i > children) return false;
  make_child(tree, position, i, children, child);
  walk->move = (Move){i, 0};
  return true;
}

static int64_t several (Game *game, const Position *position, int64_t index, int64_t *words, int64_t most) {
  const ImplicitTree *tree = (const ImplicitTree *)game;
  const int each = game->words;
  int64_t children = children_of(tree, position), end = most < children - index ? index + most : children;
  Position child;
  for (int64_t i = index + 1; i <= end; i++, words += each) {
    make_child(tree, position, i, children, &child);
    words[0] = child.word[0];
    words[1] = child.word[1];
    for (int k = 2; k < each; k++) words[k] = child.word[k];
  }
  return end - index;
}

static int height (Game *game, const Position *position) {
  (void)game;
  return (int)position->word[HEIGHT];
}

static bool terminal (Game *game, const Position *position) { return implicit_is_leaf((const ImplicitTree *)game, position); }

static Value evaluate_independent (Game *game, const Position *position) {
  return in_range((const ImplicitTree *)game, (uint64_t)position->word[HASH]);
}

static Value evaluate_known (Game *game, const Position *position) { return value_at((const ImplicitTree *)game, position); }

static Value evaluate_win (Game *game, const Position *position) {
  return random_unit((uint64_t)position->word[HASH]) < ((const ImplicitTree *)game)->by.win ? 1 : -1;
}

/* Bounds of inner nodes. */

/* The minimax value of a node, by alpha-beta: of a small tree. */
static Value solve (ImplicitTree *tree, const Position *node, Value alpha, Value beta) {
  Walk walk = {0};
  Position child;
  if (implicit_is_leaf(tree, node)) return tree->of_leaf(&tree->game, node);
  Player player = player_at(tree, node->word[HEIGHT]);
  Value best = player == MAX ? -INFINITY : INFINITY;
  for (; alpha < beta && next(&tree->game, node, &walk, &child); walk.index++) {
    Value value = solve(tree, &child, alpha, beta);
    if (player == MAX) alpha = fmax(alpha, best = fmax(best, value));
    else beta = fmin(beta, best = fmin(best, value));
  }
  return best;
}

static Value truth (ImplicitTree *tree, const Position *position) {
  return tree->known ? value_at(tree, position) : solve(tree, position, -INFINITY, INFINITY);
}

/* From 0 to the tightness. */
static Value slack (const ImplicitTree *tree, uint64_t word) {
  if (is_real(tree)) return tree->by.tightness * random_unit(word);
  return (Value)random_below(word, (uint64_t)tree->by.tightness + 1);
}

static void bounds (Game *game, const Position *position, Value *lower, Value *upper) {
  ImplicitTree *tree = (ImplicitTree *)game;
  uint64_t word = word_of(position, SALT_BOUNDS);
  Value value = truth(tree, position);
  *lower = value - slack(tree, word);
  *upper = value + slack(tree, mix64(word));
}

/*
** A wrong evaluation: of a won game that it is lost; else an increment away from the value, up or down, where increments make the
** values, and anything in the range where they do not.
*/
static Value wrong_value (const ImplicitTree *tree, const Position *position, Value value, uint64_t word) {
  if (tree->by.order == ORDER_WINS) return -value;
  if (tree->by.spread[MAX] <= 0) return in_range(tree, word);
  Value step = increment(tree, position->word[HEIGHT], mix64(word));
  return word % 2 == 0 ? value + step : value - step;
}

static Value estimate (Game *game, const Position *position) {
  ImplicitTree *tree = (ImplicitTree *)game;
  if (implicit_is_leaf(tree, position)) return tree->of_leaf(game, position);
  uint64_t word = word_of(position, SALT_ERROR);
  Value value = truth(tree, position);
  return random_unit(word) < tree->by.error ? wrong_value(tree, position, value, mix64(word)) : value;
}

/* The game. */

double implicit_leaves (const Drawing *by) { return power((double)by->branching[1], by->depth[1]); }

void implicit_open (ImplicitTree *tree, const Drawing *by) {
  bool irregular = by->branching[0] < by->branching[1] || by->depth[0] < by->depth[1];
  bool drawn = by->order == ORDER_INDEPENDENT || by->order == ORDER_WINS;
  int words = drawn ? 2 : by->model == MODEL_CUT ? 4 : 3;
  *tree = (ImplicitTree){
    .game = {.words = words, .key_words = words, .first = by->first, .lower = -INFINITY, .upper = INFINITY, .next = next,
             .several = several,
             .branching = by->branching[1], .whole = irregular && implicit_leaves(by) <= SMALL_TREE},
    .by = *by, .known = !drawn && by->order != ORDER_CORRELATED,
    .of_leaf = by->order == ORDER_INDEPENDENT ? evaluate_independent : drawn ? evaluate_win : evaluate_known
  };
  tree->game.evaluate = by->error >= 0 ? estimate : tree->of_leaf;
  if (by->tightness >= 0) tree->game.bounds = bounds;
  if (by->depth[0] == by->depth[1]) tree->game.height = height;
  else tree->game.terminal = terminal;
}

bool implicit_is_independent (const ImplicitTree *tree) {
  return tree->by.order == ORDER_INDEPENDENT && tree->game.evaluate == evaluate_independent && !is_real(tree) &&
         tree->by.branching[0] == tree->by.branching[1] && tree->game.height && !tree->game.bounds && !tree->game.terminal;
}

void implicit_begin (ImplicitTree *tree, const Position *position) { tree->game.first = player_at(tree, position->word[HEIGHT]); }

Position implicit_root (const ImplicitTree *tree) {
  uint64_t hash = mix64(tree->by.seed + GOLDEN_GAMMA);
  Position root = {{0}};
  root.word[HASH] = (int64_t)hash;
  root.word[HEIGHT] = tree->by.depth[1];
  if (tree->known) set_value(tree, &root, in_range(tree, mix64(hash ^ SALT_VALUE)));
  if (tree->by.model == MODEL_CUT) write_part(&root, tree->by.range[0], tree->by.range[1]);
  return root;
}
