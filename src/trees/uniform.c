#include "trees/uniform.h"

#include <math.h>

#include "base/random.h"

/* The words of a position. */
enum { HASH, HEIGHT /* plies down to the leaves */, VALUE /* its minimax value, where the order knows it */ };

#define SALT_VALUE UINT64_C(0x5851F42D4C957F2D)         /* a node's other random words: any fixed odd numbers */
#define SALT_CHOICE UINT64_C(0x14057B7EF767814F)

static int64_t in_range (const UniformTree *tree, uint64_t word) {
  return tree->lowest + (int64_t)random_below(word, (uint64_t)(tree->highest - tree->lowest) + 1);
}

static Player player_at (const UniformTree *tree, int64_t height) {
  return (tree->depth - height) % 2 == 0 ? tree->root_player : opponent(tree->root_player);
}

/* By how much a worse son may be worse, at most. */
static int64_t largest_step (const UniformTree *tree, int64_t height) {
  int64_t step = (int64_t)(30 * pow(0.9, (double)(tree->depth - height)));
  return step < 1 ? 1 : step;
}

/* Which son, from 1, has his father's value in a strongly ordered tree; a quarter of the sons is `quarter`, rounded. */
static int64_t strong_choice (int64_t branching, uint64_t word) {
  int64_t quarter = (branching + 2) / 4;
  uint64_t percent = random_below(word, 100);
  word = mix64(word);
  if (quarter < 1) quarter = 1;
  if (branching == 1 || percent < (quarter == 1 ? 90 : 70)) return 1;
  if (percent < 90) return 2 + (int64_t)random_below(word, (uint64_t)(quarter - 1));
  return quarter + 1 + (int64_t)random_below(word, (uint64_t)(branching - quarter));
}

/* The value of son `i` of a node: the node's own for one of them, something worse for the player to move for the others. */
static int64_t value_of_son (const UniformTree *tree, const Position *node, int64_t i, uint64_t hash) {
  uint64_t word = mix64((uint64_t)node->word[HASH] ^ SALT_CHOICE);
  int64_t most = largest_step(tree, node->word[HEIGHT]);
  int64_t worse = 0;
  switch (tree->order) {
    case ORDER_RANDOM: case ORDER_STRONG: {
      int64_t chosen = tree->order == ORDER_STRONG ? strong_choice(tree->branching, word)
                                                   : 1 + (int64_t)random_below(word, (uint64_t)tree->branching);
      if (i != chosen) worse = 1 + (int64_t)random_below(mix64(hash ^ SALT_VALUE), (uint64_t)most);
      break;
    }
    case ORDER_BEST: worse = i - 1; break;
    case ORDER_WORST: worse = tree->branching - i; break;
    case ORDER_INDEPENDENT: break;
  }
  int64_t value = node->word[VALUE];
  if (player_at(tree, node->word[HEIGHT]) == MAX) return worse > value - tree->lowest ? tree->lowest : value - worse;
  return worse > tree->highest - value ? tree->highest : value + worse;
}

static bool next (Game *game, const Position *position, Walk *walk, Position *child) {
  const UniformTree *tree = (const UniformTree *)game;
  int64_t i = walk->index + 1;
  if (i > tree->branching) return false;
  uint64_t hash = mix64((uint64_t)position->word[HASH] + (uint64_t)i * GOLDEN_GAMMA);
  child->word[HASH] = (int64_t)hash;
  child->word[HEIGHT] = position->word[HEIGHT] - 1;
  if (tree->order != ORDER_INDEPENDENT) child->word[VALUE] = value_of_son(tree, position, i, hash);
  walk->move = (Move){i, 0};
  return true;
}

static int height (Game *game, const Position *position) {
  (void)game;
  return (int)position->word[HEIGHT];
}

static Value evaluate_independent (Game *game, const Position *position) {
  return (Value)in_range((const UniformTree *)game, (uint64_t)position->word[HASH]);
}

static Value evaluate_known (Game *game, const Position *position) {
  (void)game;
  return (Value)position->word[VALUE];
}

void uniform_open (UniformTree *tree, int64_t branching, int64_t depth, uint64_t seed, Order order,
                   int64_t lowest, int64_t highest, Player first) {
  bool independent = order == ORDER_INDEPENDENT;
  int words = independent ? 2 : 3;
  *tree = (UniformTree){
    .game = {.words = words, .key_words = words, .first = first, .lower = -INFINITY, .upper = INFINITY, .next = next,
             .branching = branching, .height = height, .evaluate = independent ? evaluate_independent : evaluate_known},
    .branching = branching, .depth = depth, .seed = seed, .order = order, .lowest = lowest, .highest = highest,
    .root_player = first
  };
}

void uniform_begin (UniformTree *tree, const Position *position) {
  tree->game.first = player_at(tree, position->word[HEIGHT]);
}

Position uniform_root (const UniformTree *tree) {
  uint64_t hash = mix64(tree->seed + GOLDEN_GAMMA);
  Position root = {{0}};
  root.word[HASH] = (int64_t)hash;
  root.word[HEIGHT] = tree->depth;
  if (tree->order != ORDER_INDEPENDENT) root.word[VALUE] = in_range(tree, mix64(hash ^ SALT_VALUE));
  return root;
}
