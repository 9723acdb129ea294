#include "algo/sample/twins.h"

#include "search/probe.h"

/* What bounds rest on. */

static Basis *basis_of (const GameTree *t, int ply) { return gametree_extra(t, t->path[ply].at); }

/* A new child was entered, at the end of the path. */
static void meet (void *tree, GameNode *child) {
  GameTree *t = tree;
  (void)child;
  *basis_of(t, t->end) = t->search->pass.basis;
  twins_inherit(t, t->end - 1);
}

void twins_note (GameTree *t, Basis above) {
  Search *s = t->search;
  basis_add(basis_of(t, t->end), s->pass.basis);
  if (t->end > 0) twins_inherit(t, t->end - 1);
  basis_end(s, above, t->end);
}

void twins_inherit (GameTree *t, int ply) { basis_add(basis_of(t, ply), *basis_of(t, ply + 1)); }

/* The tables. */

void twins_open (GameTree *t) {
  Search *s = t->search;
  t->meet = meet;
  t->meets = t;
  *basis_of(t, 0) = FIRM;
  search_open_side_table(s, s->game->key_words);
}

/* In the table of estimates an entry has the estimate as both figures, and the visits as its depth. */

static bool find_estimate (Search *s, const Probe *r, Value *estimate, uint32_t *visits) {
  const Key key = probe_copy_key(&r->key);
  Entry entry;
  if (!table_look(&s->side_table, key_words(s->game, &key), r->hash, probe_who(s, r), &entry)) return false;
  const Value left = bounds_lower(probe_is_reversed(s, r) ? bounds_reversed(entry.bounds) : entry.bounds);
  *estimate = game_has_score(s->game) ? left + r->score : left;
  *visits = (uint32_t)entry.depth;
  return true;
}

static void keep_estimate (Search *s, const Probe *r, Value estimate, uint32_t visits) {
  const Key key = probe_copy_key(&r->key);
  const Value left = game_has_score(s->game) ? estimate - r->score : estimate;
  Value its;
  uint32_t its_visits;
  if (find_estimate(s, r, &its, &its_visits) && its_visits > visits) return;
  Entry entry = {bounds_figures(left, left, 0), probe_who(s, r), 0, visits < NO_HORIZON ? (int)visits : NO_HORIZON - 1, 0};
  if (probe_is_reversed(s, r)) entry.bounds = bounds_reversed(entry.bounds);
  table_store(&s->side_table, key_words(s->game, &key), r->hash, &entry, visits);
}

/* Takes what the table has of the bounds of the node at the end of the path. They may rest on a horizon: then all that follows does. */
static void take_bounds (GameTree *t, const Probe *r) {
  Search *s = t->search;
  Node *n = &t->path[t->end].node;
  GameNode *at = t->path[t->end].at;
  const Basis above = basis_begin(s);
  n->lower = at->bound[LOWER];
  n->upper = at->bound[UPPER];
  probe_narrow(s, n, r);
  twins_note(t, above);
  gametree_learn(t, at, n->lower, n->upper);
  if (gametree_settled(at)) s->table->counts.cutoffs++;
}

uint32_t twins_look (GameTree *t) {
  Search *s = t->search;
  GameNode *at = t->path[t->end].at;
  Probe r;
  Value estimate;
  uint32_t visits;
  if (probe(s, &t->path[t->end].node, &r)) take_bounds(t, &r);
  if (gametree_settled(at) || !find_estimate(s, &r, &estimate, &visits)) return 0;
  at->estimate = gametree_held(at, estimate);
  return visits;
}

/* The bound that a player is sure of. One of the root is held to those it began with: see search/root.h. */
static Value bound_of (const GameTree *t, int ply, Player player) {
  const Value bound = t->path[ply].at->bound[player];
  if (ply > 0) return bound;
  const Node *root = &t->search->pass.root;
  return player == MAX ? (bound > root->lower ? bound : root->lower) : bound < root->upper ? bound : root->upper;
}

/* Stores the bounds of a node, where they are better than those that the table has, or no worse and proved for every depth. */
static void keep_bounds (const GameTree *t, int ply, Probe *r) {
  Search *s = t->search;
  Basis basis = *basis_of(t, ply);
  if (s->pass.depth >= s->pass.end) basis.horizon = false;
  if (!basis_holds(basis, ply) || !basis_is_plain(basis)) return;
  const Bounds sure = bounds_and(bounds_sure(basis, ply, MAX, bound_of(t, ply, MAX)), bounds_sure(basis, ply, MIN, bound_of(t, ply, MIN)));
  const Bounds both = bounds_and(r->known, sure);
  if (bounds_lower(both) > bounds_upper(both)) return;  /* the rules contradict themselves, or what another search made of them */
  r->visits -= t->path[ply].at->visits;         /* the work it took */
  store_entry(s, r, basis, r->depth, sure);
}

void twins_keep (GameTree *t, int ply, bool news) {
  Search *s = t->search;
  const GameNode *at = t->path[ply].at;
  Probe r;
  probe(s, &t->path[ply].node, &r);
  if (news) keep_bounds(t, ply, &r);
  if (!gametree_settled(at)) keep_estimate(s, &r, at->estimate, at->visits);
}
