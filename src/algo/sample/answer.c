#include "algo/sample/answer.h"

#include "search/line.h"
#include "search/packed.h"
#include "search/publish.h"
#include "search/root.h"
#include "search/value.h"

/* The first child of the root of which its player may hope most; NULL: there are none. */
static GameNode *most_hopeful (const GameTree *t, Player player) {
  GameNode *best = t->root->children;
  for (GameNode *child = best; child; child = child->next)
    if (better(player, child->bound[opponent(player)], best->bound[opponent(player)])) best = child;
  return best;
}

/* How long a lost child holds out. Of an unknown distance all that is known is that it does not lose at once. */
static int64_t resistance (const GameNode *child) {
  const int64_t plies = gametree_plies(child);
  return plies == UNKNOWN_PLIES ? 2 : plies;
}

bool answer_resists (const GameTree *t, const GameNode *a, const GameNode *b) {
  const Value worst = gametree_worst(t, gametree_player(t->root));
  const Player other = opponent(gametree_player(t->root));
  if (a->bound[other] != worst || b->bound[other] != worst) return false;
  if (resistance(a) != resistance(b)) return resistance(a) > resistance(b);
  return a->visits > b->visits;
}

/*
** The child of the root that is sure to be as good for its player as `value`: the first; but where that wins, one that is known to win
** soonest, and where it loses, one that holds out longest. NULL: none is sure.
*/
static GameNode *surest (const GameTree *t, Value value, Player player) {
  const bool wins = value == gametree_worst(t, opponent(player));
  GameNode *best = NULL;
  for (GameNode *child = t->root->children; child; child = child->next) {
    if (better(player, value, child->bound[player])) continue;
    if (best == NULL || answer_resists(t, child, best) || (wins && gametree_plies(child) < gametree_plies(best))) best = child;
  }
  return best;
}

GameNode *answer_choose (GameTree *t, GameMerit *merit, const void *with) {
  const GameNode *root = t->root;
  const Player player = gametree_player(root), other = opponent(player);
  const Value worst = gametree_worst(t, player);
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
  if (sure == NULL) return NULL;
  if (best && !proved && !better(player, sure->bound[player], gametree_estimate(t, best, number))) return best;
  return surest(t, sure->bound[player], player);
}

double answer_by_visits (const void *with, const GameTree *t, const GameNode *child, size_t number) {
  (void)with;
  return (double)gametree_visits(t, child, number);
}

/* The move to `child` alone. */
static Line *line_to (const GameTree *t, const GameNode *child) {
  Search *s = t->search;
  Position position = {{0}};
  packed_load(s->game, child->words, gametree_is(child, HELD_POSITION), &position);
  return line_cons(&s->lines, packed_load_move(child->move, gametree_is(child, HELD_MOVE)), &position, NULL);
}

/* How far has the tree been looked ahead? A ply when all moves of the root are there, two when iterations were enough for their replies. */
static int plies_seen (const GameTree *t) {
  if (!gametree_is(t->root, COMPLETE)) return 0;
  return t->root->visits / 2 >= gametree_count(t->root) ? 2 : 1;
}

void answer_publish (GameTree *t, GameNode *best, Value estimate) {
  Search *s = t->search;
  if (s->pass.seen < 2) s->pass.seen = plies_seen(t);
  Value lower = root_held(s, t->root->bound[LOWER]), upper = root_held(s, t->root->bound[UPPER]);
  if (best && best != t->best) s->pass.root.line = line_to(t, best);
  t->best = best;
  publish_estimate(s, lower, upper, root_held(s, gametree_held(t->root, estimate)), s->pass.root.line);
}

void answer_conclude (GameTree *t) {
  Search *s = t->search;
  const Player player = gametree_player(t->root);
  Value value = t->root->bound[player];
  GameNode *best = surest(t, value, player);
  if (best == NULL) best = most_hopeful(t, player);     /* estimates, none of which is as good as the root's own bound */
  s->pass.root.line = best ? line_to(t, best) : NULL;
  publish_estimate(s, -INFINITY, INFINITY, root_held(s, value), s->pass.root.line);
  publish_conclusion(s, root_held(s, value));
}
