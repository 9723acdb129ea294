#include "algo/sample/halving.h"

#include <math.h>
#include <string.h>

const Option option_root = {
  .name = "root", .kinds = OPTION_WORD, .otherwise = NO_DEFAULT, .word = "uct", .words = "uct halving",
  .help = "how iterations are spread over the moves of the root: as `select` says, or by sequential halving",
  .example = "'breakthrough', {algorithm = 'mcts', iterations = 500, root = 'halving'}"
};

static Trial *trial_of (const Halving *h, const GameNode *n) {
  return (Trial *)(void *)((char *)gametree_extra(h->tree, n) + h->trial);
}

/* May the child still be tried? */
static bool is_open (const Halving *h, const GameNode *child) {
  const GameNode *root = h->tree->root;
  return !gametree_settled(child) && !gametree_dominated(root, child, gametree_player(root));
}

static bool is_left (const Halving *h, const GameNode *child) { return is_open(h, child) && trial_of(h, child)->survived == h->round; }

static double mean_of (const Halving *h, const GameNode *child) {
  return gametree_scaled(h->tree, child->estimate, gametree_player(h->tree->root));
}

/* The tries of each of `count` moves. */
static double quota_of (const Halving *h, uint32_t count) {
  if (count == 1) return INFINITY;
  const double share = floor(h->budget / ((double)count * h->rounds));
  return share > 1 ? share : 1;
}

/* All moves that are open begin. */
static void begin (Halving *h, double left) {
  uint32_t count = 0;
  for (GameNode *child = h->tree->root->children; child; child = child->next) {
    count += is_open(h, child);
    *trial_of(h, child) = (Trial){0, 0};
  }
  h->round = h->rounds = 0;
  h->budget = left;
  while (h->rounds < 31 && UINT32_C(1) << h->rounds < count) h->rounds++;
  h->quota = h->anytime ? 1 : quota_of(h, count);
}

/* How many moves are left that are better than one, or as good and further to the left. */
static uint32_t place_of (const Halving *h, const GameNode *child) {
  const double its = mean_of(h, child);
  bool before = true;
  uint32_t better_ones = 0;
  for (const GameNode *other = h->tree->root->children; other; other = other->next) {
    if (other == child) before = false;
    else if (is_left(h, other)) better_ones += mean_of(h, other) > its || (before && mean_of(h, other) == its);
  }
  return better_ones;
}

/* The better half of `count` moves goes on. */
static void halve (Halving *h, uint32_t count) {
  const uint32_t most = (count + 1) / 2;
  for (GameNode *child = h->tree->root->children; child; child = child->next)
    if (is_left(h, child)) trial_of(h, child)->tried = place_of(h, child) >= most;
  for (GameNode *child = h->tree->root->children; child; child = child->next) {
    if (!is_left(h, child)) continue;
    if (trial_of(h, child)->tried == 0) trial_of(h, child)->survived++;
  }
  h->round++;
  for (GameNode *child = h->tree->root->children; child; child = child->next) trial_of(h, child)->tried = 0;
  h->quota = h->anytime ? 2 * h->quota : quota_of(h, most);
}

GameNode *halving_select (Halving *h, double left, uint32_t *number) {
  if (h->budget < 0) begin(h, left);
  for (;;) {
    GameNode *least = NULL;
    uint32_t count = 0, open = 0, i = 0;
    for (GameNode *child = h->tree->root->children; child; child = child->next) {
      i++;
      open += is_open(h, child);
      if (!is_left(h, child)) continue;
      count++;
      if (least && trial_of(h, child)->tried >= trial_of(h, least)->tried) continue;
      least = child;
      *number = i;
    }
    if (open == 0) return NULL;
    if (least && trial_of(h, least)->tried < h->quota) {
      if (trial_of(h, least)->tried < UINT32_MAX) trial_of(h, least)->tried++;
      return least;
    }
    if (count == 0 || (count == 1 && h->anytime)) begin(h, left);
    else halve(h, count);
  }
}

double halving_merit (const void *halving, const GameTree *t, const GameNode *child, size_t number) {
  const Halving *h = halving;
  (void)t;
  (void)number;
  return 2.0 * trial_of(h, child)->survived + mean_of(h, child);
}

void halving_open (Halving *h, Search *s, double iterations) {
  *h = (Halving){.on = strcmp(search_word(s, option_root.name), "halving") == 0, .anytime = isinf(iterations), .budget = -1};
}
