#include "algo/sample/joint.h"

#include "search/share.h"

bool joint_is_due (Joint *j, const GameTree *t) {
  enum { AT_A_LOOK = 256 };     /* moves, on average, whose tallies are exchanged at a look */
  if (j->polled == t->search->watch.poll_at) return false;
  j->polled = t->search->watch.poll_at;
  if (++j->looks * AT_A_LOOK < gametree_count(t->root)) return false;
  j->looks = 0;
  return true;
}

/* Narrows the bounds of the root's moves by what other threads have proved. */
static void read_bounds (GameTree *t) {
  Search *s = t->search;
  const size_t count = s->team.helper > 0 ? tally_published(s) : t->beside_count;
  size_t i = 1;
  bool news = false;
  for (GameNode *child = t->root->children; child && i < count; child = child->next, i++) {
    Value lower, upper;
    if (s->team.helper > 0) tally_bounds(s, i, &lower, &upper);
    else lower = t->beside[i].lower, upper = t->beside[i].upper;
    news = gametree_learn(t, child, lower, upper) || news;
  }
  t->end = 0;
  if (!news) return;
  if (tally_horizon(s)) s->pass.basis.horizon = true;
  gametree_back_up(t, 0);
}

static Tally tally_of (const GameNode *n) { return (Tally){n->visits, n->estimate, n->bound[LOWER], n->bound[UPPER]}; }

static void write_tallies (GameTree *t) {
  Search *s = t->search;
  const size_t moves = gametree_count(t->root);
  if (moves >= MOST_TALLIES) {  /* tallies of a part of the moves would mislead */
    tally_publish(s, 0);
    return;
  }
  tally_write(s, 0, tally_of(t->root));
  size_t i = 1;
  for (const GameNode *child = t->root->children; child; child = child->next) tally_write(s, i++, tally_of(child));
  tally_publish(s, i);
}

void joint_meet (GameTree *t) {
  Search *s = t->search;
  if (s->team.helper == 0) t->beside = tally_gather(s, &t->beside_count);
  read_bounds(t);
  write_tallies(t);
}
