#include "algo/sample/answer.h"

#include "search/line.h"
#include "search/packed.h"
#include "search/publish.h"
#include "search/value.h"
/* The first child of the root that is sure to be as good for its player as `value`; NULL: none is. */
static GameNode *first_sure (const GameTree *t, Value value, Player player) {
  GameNode *child = t->root->children;
  while (child && better(player, value, child->bound[player])) child = child->next;
  return child;
}

/* The first child of the root of which its player may hope most; NULL: there are none. */
static GameNode *most_hopeful (const GameTree *t, Player player) {
  GameNode *best = t->root->children;
  for (GameNode *child = best; child; child = child->next)
    if (better(player, child->bound[opponent(player)], best->bound[opponent(player)])) best = child;
  return best;
}

GameNode *answer_choose (GameTree *t, GameMerit *merit, const void *with) {
  const GameNode *root = t->root;
  const Player player = gametree_player(root), other = opponent(player);
  const Value worst = player == MAX ? t->search->pass.lower : t->search->pass.upper;
  GameNode *best = NULL, *sure = NULL;
  double most = 0;
  size_t i = 0, number = 0;
  for (GameNode *child = root->children; child; child = child->next)
    if (sure == NULL || better(player, child->bound[player], sure->bound[player])) sure = child;
  bool proved = gametree_is(root, COMPLETE);
  for (GameNode *child = root->children; child; child = child->next) {
    i++;
    bool may_be_better = better(player, child->bound[other], sure->bound[player]);
    if (child != sure && may_be_better) proved = false;
    if (child->bound[other] == worst) continue;         /* lost; and so are all, if there is none else */
    if (child != sure && !may_be_better && child->bound[other] != sure->bound[player]) continue;
    double its = merit(with, t, child, i);
    if (best && its <= most) continue;
    best = child;
    number = i;
    most = its;
  }
  if (best == NULL || proved) return sure;
  return better(player, sure->bound[player], gametree_estimate(t, best, number)) ? sure : best;
}

/* The move to `child` alone. */
static Line *line_to (const GameTree *t, const GameNode *child) {
  Search *s = t->search;
  Position position = {{0}};
  packed_load(s->game, child->words, gametree_is(child, HELD_POSITION), &position);
  return line_cons(&s->lines, packed_load_move(child->move, gametree_is(child, HELD_MOVE)), &position, NULL);
}

void answer_publish (GameTree *t, GameNode *best, Value estimate) {
  Search *s = t->search;
  Value lower = gametree_root_value(s, t->root->bound[LOWER]), upper = gametree_root_value(s, t->root->bound[UPPER]);
  if (best && best != t->best) s->pass.root.line = line_to(t, best);
  t->best = best;
  publish_estimate(s, lower, upper, gametree_root_value(s, gametree_held(t->root, estimate)), s->pass.root.line);
}

void answer_conclude (GameTree *t) {
  Search *s = t->search;
  const Player player = gametree_player(t->root);
  Value value = t->root->bound[player];
  GameNode *best = first_sure(t, value, player);
  if (best == NULL) best = most_hopeful(t, player);     /* estimates, none of which is as good as the root's own bound */
  s->pass.root.line = best ? line_to(t, best) : NULL;
  publish_estimate(s, -INFINITY, INFINITY, gametree_root_value(s, value), s->pass.root.line);
  publish_conclusion(s, gametree_root_value(s, value));
}
