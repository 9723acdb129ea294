#include "algo/sample/transposition.h"

#include <string.h>

#include "search/probe.h"
#include "search/share.h"
#include "search/statistics.h"

size_t transposition_bytes (const Search *s) { return sizeof(Mark) + (size_t)s->game->key_words * sizeof(uint64_t); }

/* Looking up. */

/* Convert the sum of `count` results at a node to what its entry has, and back. */
static Value sum_to_entry (const Search *s, const Mark *mark, Value sum, uint32_t count) {
  const Value to_come = game_has_score(s->game) ? sum - count * mark->score : sum;
  return mark->reversed ? 0 - to_come : to_come;
}

static Value sum_from_entry (const Search *s, const Mark *mark, Value of_entry, uint32_t count) {
  const Value to_come = mark->reversed ? 0 - of_entry : of_entry;
  return game_has_score(s->game) ? to_come + count * mark->score : to_come;
}

/* Narrows the bounds of `n` to those of its entry that rest on no horizon. True: they have changed. */
static bool learn (const Transpositions *all, GameNode *n, const Mark *mark, const Entry *from) {
  const Search *s = all->tree->search;
  if (from->depth > mark->depth || !bounds_solved(from->bounds)) return false;
  const Bounds kept = mark->reversed ? bounds_reversed(from->bounds) : from->bounds;
  const Bounds bounds = with_score(s, bounds_only(kept, bounds_solved(kept)), mark->score);
  return gametree_learn(all->tree, n, bounds_lower(bounds), bounds_upper(bounds));
}

/* Virtual losses of the player who moves to `n`, who is `player`, in the copy of its statistics. */
static void take_lent (const Transpositions *all, GameNode *n, Mark *mark, Player player) {
  const GameTree *t = all->tree;
  const uint64_t lent = share_visitors(t->search, mark->hash);
  if (lent == 0 || lent > UINT32_MAX - n->visits || t->least > t->most) return;
  mark->lent = (uint32_t)lent;
  mark->sum = n->sum;
  n->visits += mark->lent;
  n->sum += mark->lent * (player == MAX ? t->least : t->most);
  if (!gametree_settled(n)) n->estimate = gametree_mean(t, n);
}

/* Takes the virtual losses out of the copy. */
static void leave_lent (const GameTree *t, GameNode *n, Mark *mark) {
  if (mark->lent == 0) return;
  n->visits -= mark->lent;
  n->sum = mark->sum;
  if (!gametree_settled(n) && n->visits > 0) n->estimate = gametree_mean(t, n);
  mark->lent = 0;
}

/* Takes the statistics and bounds of `n` from the table. True: its bounds have changed. */
static bool look (const Transpositions *all, GameNode *n, Mark *mark, Statistics *statistics) {
  const Search *s = all->tree->search;
  Entry entry = {.who = mark->who};
  if (!statistics_look(all->table, mark->key, mark->hash, &mark->place, &entry, statistics)) return false;
  if (statistics->kind == all->kind && statistics->visits > 0) {
    const uint32_t visits = statistics->visits;
    n->visits = visits < UINT32_MAX - mark->owed ? visits + mark->owed : UINT32_MAX;
    n->sum = mark->owed_sum + sum_from_entry(s, mark, statistics->sum, visits);
    if (!gametree_settled(n)) n->estimate = gametree_mean(all->tree, n);
  }
  return n != all->tree->root && learn(all, n, mark, &entry);   /* of the root a move is asked for, too */
}

/* Sets the key of the node at the end of the path. */
static void set_key (const Transpositions *all, Node *n, Mark *mark) {
  Search *s = all->tree->search;
  Key key = {{0}};
  mark->who = key_of_node(s, n, &key);
  memcpy(mark->key, key_words(s->game, &key), (size_t)s->game->key_words * sizeof mark->key[0]);
  mark->hash = table_hash(mark->key, s->game->key_words);
  if (game_has_score(s->game)) mark->score = game_score(s->game, &n->position);
  mark->depth = probe_depth(s, n);
  mark->reversed = game_reverses(s->game) && s->pass.depth == NO_HORIZON && !(mark->who & ENTRY_MAX);
  if (mark->reversed) mark->who |= ENTRY_MAX;
  mark->known = true;
}

/* A node was made, and entered, at the end of the path. */
static void meet (void *with, GameNode *at) {
  const Transpositions *all = with;
  GameTree *t = all->tree;
  Search *s = t->search;
  Node *n = &t->path[t->end].node;
  Mark *mark = transposition_mark(all, at);
  Statistics statistics = {0};
  mark->basis = at == t->root ? FIRM : s->pass.basis;
  if (gametree_settled(at)) return;
  set_key(all, n, mark);
  all->table->counts.probes++;
  look(all, at, mark, &statistics);
  if (at == t->root) return;
  if (s->team.parallel) take_lent(all, at, mark, gametree_player(t->path[t->end - 1].at));
  if (!transposition_met(all, at)) return;
  all->table->counts.hits++;
  gametree_see(t, at->estimate);
  if (!gametree_settled(at)) return;
  all->table->counts.cutoffs++;
  trace_answer(s, EVENT_TABLE, n, at->bound[LOWER], WHOLE_WINDOW);
}

void transposition_open (Transpositions *all, GameTree *tree, size_t at, uint32_t kind) {
  *all = (Transpositions){.table = tree->search->table, .tree = tree, .at = tree->extra + at, .kind = kind};
  tree->meet = meet;
  tree->meets = all;
  meet(all, tree->root);
}

bool transposition_refresh (const Transpositions *all, const GameNode *n, bool lent) {
  const Search *s = all->tree->search;
  const Player player = gametree_player(n);
  bool news = false;
  for (GameNode *child = n->children; child; child = child->next) {
    Mark *mark = transposition_mark(all, child);
    Statistics statistics;
    if (!mark->known) continue;
    leave_lent(all->tree, child, mark);
    if (gametree_settled(child)) continue;
    news = look(all, child, mark, &statistics) || news;
    if (lent && s->team.parallel) take_lent(all, child, mark, player);
  }
  return news;
}

/* Counting. */

/* The bound of the node at `ply` that `player` is sure of, if it is to be shared. */
static Bounds shared_bound (const Transpositions *all, int ply, const Mark *mark, Player player) {
  const Search *s = all->tree->search;
  const Value bound = all->tree->path[ply].at->bound[player];
  if (!better(player, bound, player == MAX ? s->pass.lower : s->pass.upper)) return bounds_open();
  const Value round = game_has_score(s->game) ? s->game->cycle + mark->score : s->game->cycle;
  Basis basis = basis_of_bound(mark->basis, player, bound, round);
  basis.horizon = search_cut(s);
  return bounds_sure(basis, ply, player, bound);
}

/* The bounds of the node at `ply` that are to be shared, as those of its entry. */
static Entry shared_bounds (const Transpositions *all, int ply, const Mark *mark) {
  const Search *s = all->tree->search;
  Entry entry = {bounds_open(), mark->who, 0, s->pass.basis.selection ? NO_HORIZON : mark->depth, 0};
  if (search_cut(s) || ply == 0) return entry;
  entry.bounds = without_score(s, bounds_and(shared_bound(all, ply, mark, MAX), shared_bound(all, ply, mark, MIN)), mark->score);
  if (mark->reversed) entry.bounds = bounds_reversed(entry.bounds);
  return entry;
}

void transposition_count (const Transpositions *all, int ply, Value result) {
  const GameTree *t = all->tree;
  const Search *s = t->search;
  GameNode *n = t->path[ply].at;
  Mark *mark = transposition_mark(all, n);
  leave_lent(t, n, mark);
  if (!mark->known) {
    if (n->visits < UINT32_MAX) n->visits++;
    n->sum += result;
    return;
  }
  const Entry bounds = shared_bounds(all, ply, mark);
  const uint32_t before = n->visits - mark->owed;
  Statistics known = {before, all->kind, sum_to_entry(s, mark, n->sum - mark->owed_sum, before)};
  mark->owed++;
  mark->owed_sum += result;
  const Statistics more = {mark->owed, all->kind, sum_to_entry(s, mark, mark->owed_sum, mark->owed)};
  if (statistics_count(all->table, mark->key, mark->hash, &mark->place, &bounds, more, &known)) {
    mark->owed = 0;
    mark->owed_sum = 0;
  }
  n->visits = known.visits;
  n->sum = sum_from_entry(s, mark, known.sum, known.visits);
}

/* Repetitions. */

void transposition_rest (const Transpositions *all, int ply) {
  const GameTree *t = all->tree;
  if (t->search->pass.path == NULL) return;
  const GameNode *n = t->path[ply].at;
  Mark *mark = transposition_mark(all, n);
  for (const GameNode *child = n->children; child; child = child->next) basis_add(&mark->basis, transposition_mark(all, child)->basis);
}

/* Virtual losses. */

void transposition_lend (const Transpositions *all) {
  const GameTree *t = all->tree;
  Mark *mark = transposition_mark(all, t->path[t->end].at);
  if (!t->search->team.parallel || !mark->known) return;
  share_visit(t->search, mark->hash);
  mark->visited = true;
}

void transposition_return (const Transpositions *all, int ply) {
  const GameTree *t = all->tree;
  Mark *mark = transposition_mark(all, t->path[ply].at);
  if (mark->visited) share_unvisit(t->search, mark->hash);
  mark->visited = false;
}
