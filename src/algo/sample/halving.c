#include "algo/sample/halving.h"

#include "search/tally.h"

#include <math.h>

const Option option_root = {.name = "root", .kinds = OPTION_WORD, .otherwise = NO_DEFAULT, .word = "uct", .words = "uct halving",
  .help = "how iterations are spread over the moves of the root: by `select`, or by sequential halving",
  .example = "'breakthrough', {algorithm = 'mcts', iterations = 500, root = 'halving'}"};

static Trial *trial_of (const Halving *h, const GameNode *n) { return (Trial *)(void *)((char *)gametree_extra(h->tree, n) + h->trial); }

/* May the child still be tried? */
static bool is_open (const Halving *h, const GameNode *child) {
  const GameNode *root = h->tree->root;
  return !gametree_settled(child) && !gametree_dominated(root, child, gametree_player(root));
}

static bool is_left (const Halving *h, const GameNode *child) { return is_open(h, child) && trial_of(h, child)->survived == h->round; }

/* What a move is worth, from 0 to 1; of one that was not tried, and is not proved, less than all. */
static double mean_of (const Halving *h, const GameNode *child, size_t number) {
  const GameTree *t = h->tree;
  const uint64_t visits = gametree_visits(t, child, number);
  if (visits == 0 && !gametree_settled(child)) return -1;
  const bool alone = visits == child->visits;
  return gametree_scaled(t, alone ? child->estimate : gametree_estimate(t, child, number), gametree_player(t->root));
}

/* The visits of child `number` by others, as far as they are known. */
static uint64_t visits_beside (const Halving *h, const GameNode *child, size_t number) {
  return gametree_visits(h->tree, child, number) - child->visits;
}

/* The tries of a move in this round, by all. */
static uint64_t tries_of (const Halving *h, const GameNode *child, size_t number) {
  const Trial *trial = trial_of(h, child);
  const uint64_t beside = visits_beside(h, child, number);
  return trial->tried + (beside > trial->beside ? beside - trial->beside : 0);
}

static bool leads (const Halving *h) { return h->tree->search->team.helper == 0; }

/* The tries of each of `count` moves; of a helper, those of its part. */
static double quota_of (const Halving *h, uint32_t count) {
  if (h->anytime) return ldexp(1, h->round < 1000 ? (int)h->round : 1000);
  if (count == 1) return INFINITY;
  const double share = floor(h->budget / ((double)count * h->rounds));
  return share > 1 ? share : 1;
}

/* A round begins, with no tries; the others are called to it. */
static void open_round (Halving *h) {
  Search *s = h->tree->search;
  const bool calls = s->team.share && leads(h);
  size_t i = 0;
  for (GameNode *child = h->tree->root->children; child; child = child->next) {
    i++;
    trial_of(h, child)->tried = 0;
    trial_of(h, child)->beside = visits_beside(h, child, i);
    if (calls) tally_stand(s, i, trial_of(h, child)->survived);
  }
  if (calls) tally_call(s);
}

/* All moves that are open begin. */
static void begin (Halving *h, double left) {
  uint32_t count = 0;
  for (GameNode *child = h->tree->root->children; child; child = child->next) {
    count += is_open(h, child);
    trial_of(h, child)->survived = 0;
  }
  h->round = h->rounds = 0;
  h->budget = left > 0 ? leads(h) ? left : left / tally_threads(h->tree->search) : 0;
  while (h->rounds < 31 && UINT32_C(1) << h->rounds < count) h->rounds++;
  h->quota = quota_of(h, count);
  open_round(h);
}

/* How many moves are left that are better than child `number`, or as good and further to the left. */
static uint32_t place_of (const Halving *h, const GameNode *child, size_t number) {
  const double its = mean_of(h, child, number);
  uint32_t better_ones = 0;
  size_t i = 0;
  for (const GameNode *other = h->tree->root->children; other; other = other->next) {
    i++;
    if (other == child || !is_left(h, other)) continue;
    const double mean = mean_of(h, other, i);
    better_ones += mean > its || (i < number && mean == its);
  }
  return better_ones;
}

/* The better half of `count` moves goes on. */
static void halve (Halving *h, uint32_t count) {
  const uint32_t most = (count + 1) / 2;
  size_t i = 0;
  for (GameNode *child = h->tree->root->children; child; child = child->next) {
    i++;
    if (is_left(h, child)) trial_of(h, child)->tried = place_of(h, child, i) >= most;
  }
  for (GameNode *child = h->tree->root->children; child; child = child->next) {
    if (!is_left(h, child)) continue;
    if (trial_of(h, child)->tried == 0) trial_of(h, child)->survived++;
  }
  h->round++;
  h->quota = quota_of(h, most);
  open_round(h);
}

/* A helper goes to the round that the main thread is in, if there is a new one. */
static void follow (Halving *h) {
  const Search *s = h->tree->search;
  const uint64_t calls = tally_calls(s);
  if (calls == h->calls) return;
  size_t i = 0;
  h->calls = calls;
  h->round = 0;
  for (GameNode *child = h->tree->root->children; child; child = child->next) {
    const uint32_t survived = tally_standing(s, ++i);
    *trial_of(h, child) = (Trial){.survived = survived};
    if (survived > h->round) h->round = survived;
  }
  uint32_t count = 0;
  for (const GameNode *child = h->tree->root->children; child; child = child->next) count += is_left(h, child);
  h->quota = quota_of(h, count);
}

GameNode *halving_select (Halving *h, double left, uint32_t *number) {
  if (h->budget < 0) begin(h, left);
  if (!leads(h)) follow(h);
  for (;;) {
    GameNode *least = NULL;
    uint64_t fewest = 0;
    uint32_t count = 0, open = 0, i = 0;
    for (GameNode *child = h->tree->root->children; child; child = child->next) {
      i++;
      open += is_open(h, child);
      if (!is_left(h, child)) continue;
      count++;
      const uint64_t tries = tries_of(h, child, i);
      if (least && tries >= fewest) continue;
      least = child;
      fewest = tries;
      *number = i;
    }
    if (open == 0) return NULL;
    if (least && (double)fewest < h->quota) {
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
  return 2.0 * trial_of(h, child)->survived + mean_of(h, child, number);
}

void halving_open (Halving *h, Search *s, double iterations) {
  *h = (Halving){.on = search_place(s, &option_root), .anytime = isinf(iterations), .budget = -1};
}
