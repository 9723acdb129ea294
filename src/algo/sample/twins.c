#include "algo/sample/twins.h"

#include "search/probe.h"

/* What bounds rest on. */

static Grounds grounds_now (const Search *s) { return (Grounds){NO_HORIZON - s->pass.rests, s->pass.horizon}; }

static void add_grounds (Grounds *to, Grounds more) {
  if (more.above > to->above) to->above = more.above;
  to->horizon = to->horizon || more.horizon;
}

void twins_note (GameTree *t) { add_grounds(gametree_extra(t, t->path[t->end - 1].at), grounds_now(t->search)); }

/* A child was entered for the first time: before the next one is, pass.rests is that of this one. */
static void meet (void *tree, GameNode *child) {
  (void)child;
  twins_note(tree);
}

Grounds twins_begin (Search *s) {
  const Grounds outside = grounds_now(s);
  s->pass.rests = NO_HORIZON;
  s->pass.horizon = false;
  return outside;
}

void twins_end (GameTree *t, Grounds outside) {
  Search *s = t->search;
  Grounds *its = gametree_extra(t, t->path[t->end].at);
  add_grounds(its, grounds_now(s));
  add_grounds(&outside, *its);
  s->pass.rests = NO_HORIZON - outside.above;
  s->pass.horizon = outside.horizon;
}

void twins_inherit (GameTree *t, int ply) {
  add_grounds(gametree_extra(t, t->path[ply].at), *(Grounds *)gametree_extra(t, t->path[ply + 1].at));
}

/* The tables. */

void twins_open (GameTree *t) {
  Search *s = t->search;
  t->meet = meet;
  t->meets = t;
  if (s->outcome.numbers.host) return;
  size_t bytes = s->table->bytes;
  if (s->table == &s->own_table) s->own_table.bytes = bytes -= bytes / 2;
  else {
    if (s->arena.limit && bytes > s->arena.limit / 2) bytes = s->arena.limit / 2;
    if (s->arena.limit) s->arena.limit -= bytes;
  }
  table_init(&s->outcome.numbers, s->host, s->game->key_words, bytes);
}

/* In the table of estimates an entry has the estimate as both bounds, and the visits as its depth. */

static bool find_estimate (Search *s, const Probe *r, Entry *entry) {
  const Key key = probe_copy_key(&r->key);
  if (!table_look(&s->outcome.numbers, key_words(s->game, &key), r->hash, probe_who(s, r), entry)) return false;
  *entry = probe_read(s, entry, r);
  return true;
}

static void keep_estimate (Search *s, const Probe *r, Value estimate, uint32_t visits) {
  const Key key = probe_copy_key(&r->key);
  const Value left = without_score(s, estimate, r->score);
  Entry entry;
  if (find_estimate(s, r, &entry) && (uint32_t)entry.depth > visits) return;
  entry = (Entry){.lower = left, .upper = left, .flags = r->who, .depth = visits < NO_HORIZON ? (int)visits : NO_HORIZON - 1};
  if (probe_is_reversed(s, r)) {
    entry = entry_reversed(entry);
    entry.flags |= ENTRY_MAX;
  }
  table_store(&s->outcome.numbers, key_words(s->game, &key), r->hash, &entry, visits);
}

/* Takes what the table has of the bounds of a node. They may rest on a horizon: then all that follows from them does. */
static void take_bounds (GameTree *t, Node *n, GameNode *at, const Probe *r) {
  Search *s = t->search;
  const bool horizon = s->pass.horizon;
  s->pass.horizon = false;
  n->lower = at->bound[LOWER];
  n->upper = at->bound[UPPER];
  probe_narrow(s, n, r);
  if (s->pass.horizon) ((Grounds *)gametree_extra(t, at))->horizon = true;
  s->pass.horizon = s->pass.horizon || horizon;
  gametree_learn(t, at, n->lower, n->upper);
  if (gametree_settled(at)) s->table->counts.cutoffs++;
}

uint32_t twins_look (GameTree *t) {
  Search *s = t->search;
  Node *n = &t->path[t->end].node;
  GameNode *at = t->path[t->end].at;
  Probe r;
  Entry entry;
  if (probe(s, n, &r)) take_bounds(t, n, at, &r);
  if (gametree_settled(at) || !find_estimate(s, &r, &entry)) return 0;
  at->estimate = gametree_held(at, with_score(s, entry.lower, r.score));
  return (uint32_t)entry.depth;
}

/* The bound that a player is sure of. One of the root is held to those it began with: see want_move in gametree.c. */
static Value bound_of (const GameTree *t, int ply, Player player) {
  const Value bound = t->path[ply].at->bound[player];
  if (ply > 0) return bound;
  const Node *root = &t->search->pass.root;
  return player == MAX ? (bound > root->lower ? bound : root->lower) : bound < root->upper ? bound : root->upper;
}

/* Stores the bounds of a node, where they are better than those that the table has, or no worse and proved for every depth. */
static void keep_bounds (const GameTree *t, int ply, Probe *r) {
  Search *s = t->search;
  const Grounds *grounds = gametree_extra(t, t->path[ply].at);
  const Value lower = bound_of(t, ply, MAX), upper = bound_of(t, ply, MIN);
  const uint64_t now = grounds->horizon && s->pass.depth < s->pass.end ? 0 : ENTRY_SOLVED;
  if (grounds->above > NO_HORIZON - ply) return;
  if (lower > r->lower || (lower == r->lower && now)) {
    r->lower = lower;
    r->solved = (r->solved & ~ENTRY_LOWER_SOLVED) | (now & ENTRY_LOWER_SOLVED);
  }
  if (upper < r->upper || (upper == r->upper && now)) {
    r->upper = upper;
    r->solved = (r->solved & ~ENTRY_UPPER_SOLVED) | (now & ENTRY_UPPER_SOLVED);
  }
  if (r->lower > r->upper) return;              /* the rules contradict themselves, or what another search made of them */
  r->visits -= t->path[ply].at->visits;         /* the work it took */
  store_entry(s, r, r->solved, r->depth, r->lower, r->upper);
}

void twins_keep (GameTree *t, int ply, bool news) {
  Search *s = t->search;
  const GameNode *at = t->path[ply].at;
  Probe r;
  probe(s, &t->path[ply].node, &r);
  if (news) keep_bounds(t, ply, &r);
  if (!gametree_settled(at)) keep_estimate(s, &r, at->estimate, at->visits);
}
