/*
** A node and the table: what an algorithm does on entering a node and on leaving it (de Bruin & Pijls, "Trends", Fig. 5).
**
** The value of a node is that of the tree below it, cut at the horizon. So an entry serves a node with the same remaining depth;
** and one that rests on no horizon, "solved" with e plies to go, serves every node with e plies to go or more, whose tree
** contains the same proof. Hence no value depends on what happens to be in the table.
**
** Where the game knows what is settled (`score`), an entry keeps the values of what can still come, which positions with different
** scores share: the score is taken away on the way into the table, and added on the way out.
**
** Where a position shares its key with the reversed one (game->reverses), in which each player stands where the other stood, an entry is
** that of the position in which MAX is to move: of the other its bounds are exchanged, and change their signs, on either way. Not in a
** search with a horizon: where the players alternate the two are met with an even and an odd number of plies to go, and each would
** only displace what was proved of the other.
**
** While a node is searched, s->pass.basis.horizon says whether a leaf below it was at the horizon: it is put aside on entering a node, and
** the caller adds it again on leaving.
*/
#pragma once

#include "search/key.h"
#include "search/visit.h"

typedef struct Probe {
  Key key;
  uint64_t hash;        /* of the key */
  uint64_t who;         /* ENTRY_MAX, ENTRY_INFORMED: part of the key */
  Bounds known;         /* what the table knows of this node: f- and f+ */
  Value score;          /* of this node, if the game has one: not part of what the table keeps */
  uint64_t visits;      /* when the node was entered */
  int64_t move;         /* the number of the successor that was best, 0 if unknown */
  int depth;            /* plies to go */
  int held;             /* plies to go of the entry that is there, 0 if there is none */
  uint64_t place;       /* of that entry, or of the free slot where it belongs; 0: unknown: see table_place */
} Probe;

static ALWAYS_INLINE int probe_depth (const Search *s, const Node *n) {
  return s->pass.depth == NO_HORIZON ? NO_HORIZON : s->pass.depth - n->ply;
}

/* Without a table. */
static ALWAYS_INLINE void probe_nothing (Probe *r) {
  r->known = bounds_open();
  r->move = 0;
  r->place = 0;
}

static ALWAYS_INLINE void probe_key (Search *s, Node *n, Probe *r) {
  r->who = key_of_node(s, n, &r->key);
  if (game_has_score(s->game)) r->score = game_score(s->game, &n->position);
}

/*
** Convert bounds to those of the remaining value that a table keeps, and back, at a node with this score. What is not exact is not known.
*/
static ALWAYS_INLINE Bounds without_score (const Search *s, Bounds bounds, Value score) {
  return game_has_score(s->game) ? bounds_moved(bounds, 0 - score) : bounds;
}

static ALWAYS_INLINE Bounds with_score (const Search *s, Bounds to_come, Value score) {
  return game_has_score(s->game) ? bounds_moved(to_come, score) : to_come;
}

/* Returns a copy whose address may be passed to a function, so that the Probe itself stays in registers. */
static ALWAYS_INLINE Key probe_copy_key (const Key *key) {
  return (Key){{key->word[0], key->word[1], GAME_WORDS > 2 ? key->word[2] : 0, GAME_WORDS > 3 ? key->word[3] : 0}};
}

/* Is the entry of a node that of the reversed position? */
static ALWAYS_INLINE bool probe_is_reversed (const Search *s, const Probe *r) {
  return game_reverses(s->game) && s->pass.depth == NO_HORIZON && !(r->who & ENTRY_MAX);
}

/* Who an entry is looked up by. */
static ALWAYS_INLINE uint64_t probe_who (const Search *s, const Probe *r) { return probe_is_reversed(s, r) ? r->who | ENTRY_MAX : r->who; }

/* Returns the bounds of an entry as those of the node. */
static ALWAYS_INLINE Bounds probe_read (const Search *s, const Entry *entry, const Probe *r) {
  return with_score(s, probe_is_reversed(s, r) ? bounds_reversed(entry->bounds) : entry->bounds, r->score);
}

/* Takes from an entry what serves a node with r->depth plies to go. */
static ALWAYS_INLINE void probe_entry (const Search *s, const Entry *entry, Probe *r) {
  r->move = entry->move;
  r->held = entry->depth;
  if (entry->depth > r->depth && !s->asked.selective) return;
  r->known = probe_read(s, entry, r);
  if (entry->depth != r->depth) r->known = bounds_only(r->known, bounds_solved(r->known));
}

/* Begins the lookup of `n`: its key, and what the table has there on the way to the cache. */
static ALWAYS_INLINE void probe_begin (Search *s, Node *n, Probe *r) {
  probe_nothing(r);
  r->held = 0;
  r->visits = search_visits(s);
  r->depth = probe_depth(s, n);
  probe_key(s, n, r);
  const Key copy = probe_copy_key(&r->key);
  r->hash = table_hash(key_words(s->game, &copy), s->table->words);
}

/* Ends it; false if the table does not have `n`. */
static ALWAYS_INLINE bool probe_end (Search *s, Probe *r) {
  const Key copy = probe_copy_key(&r->key);
  Entry entry;
  const bool found = table_look(s->table, key_words(s->game, &copy), r->hash, probe_who(s, r), &entry);
  r->place = entry.place;
  if (found) probe_entry(s, &entry, r);
  return found;
}

/* Looks `n` up; false if the table does not have it. */
static ALWAYS_INLINE bool probe (Search *s, Node *n, Probe *r) {
  probe_begin(s, n, r);
  return probe_end(s, r);
}

/*
** What is searched rests on the bounds `used` of those that were found. In a selective search they may be of the game itself where its
** value at a depth is asked, or of a search that left something out.
*/
static ALWAYS_INLINE void probe_use (Search *s, const Probe *r, uint64_t used) {
  const bool horizon = (used & ~bounds_solved(r->known)) != 0;
  if (horizon) s->pass.basis.horizon = true;
  if (SEARCH_SELECTS && used && UNLIKELY(s->asked.selective) && (horizon || r->held > r->depth)) s->pass.basis.selection = true;
}

/* Does what was found settle the node, seen through the window? Then *value is the bound that does. */
static ALWAYS_INLINE bool probe_settles (Search *s, const Node *n, const Probe *r, Window w, Value *value) {
  const Value lower = bounds_lower(r->known), upper = bounds_upper(r->known);
  uint64_t used;
  if (lower >= w.beta || lower == upper) {
    *value = lower;
    used = lower >= w.beta ? LOWER_SOLVED : BOTH_SOLVED;
  } else if (upper <= w.alpha) {
    *value = upper;
    used = UPPER_SOLVED;
  } else return false;
  probe_use(s, r, used);
  s->table->counts.cutoffs++;
  trace_answer(s, EVENT_TABLE, n, *value, w);
  return true;
}

/* Narrows the bounds of `n`, which visit_known has set, to what was found. */
static ALWAYS_INLINE void probe_narrow (Search *s, Node *n, const Probe *r) {
  uint64_t used = 0;
  if (bounds_lower(r->known) > n->lower) {
    n->lower = bounds_lower(r->known);
    used |= LOWER_SOLVED;
  }
  if (bounds_upper(r->known) < n->upper) {
    n->upper = bounds_upper(r->known);
    used |= UPPER_SOLVED;
  }
  probe_use(s, r, used);
}

/* Does a value with this basis rest on more plies than were counted? Then it is that of the game, and is stored for no depth but all plies. */
static ALWAYS_INLINE bool is_of_game (Basis basis) { return basis.selection && !basis.horizon; }

/* Stores bounds of the node, found with this basis, for a depth. */
static ALWAYS_INLINE void store_bounds (Search *s, const Probe *r, Basis basis, int depth, Bounds bounds) {
  const Key key = probe_copy_key(&r->key);
  if (is_of_game(basis)) depth = NO_HORIZON;
  Entry entry = {without_score(s, bounds, r->score), probe_who(s, r), r->move, depth, r->place};
  if (probe_is_reversed(s, r)) entry.bounds = bounds_reversed(entry.bounds);
  table_store(s->table, key_words(s->game, &key), r->hash, &entry, search_visits(s) - r->visits);
}

/* Stores bounds `found` of the node, with this basis, for a depth: what is known already is kept if it is better. */
static ALWAYS_INLINE void store_entry (Search *s, const Probe *r, Basis basis, int depth, Bounds found) {
  const Bounds known = is_of_game(basis) ? bounds_only(r->known, bounds_solved(r->known)) : r->known;
  store_bounds(s, r, basis, depth, bounds_and(known, found));
}

/* Stores the value that a search of the window gave the inner node at `ply`, unless it holds on this path alone or is that of no depth. */
static ALWAYS_INLINE void probe_store (Search *s, const Probe *r, int ply, Window w, Value value) {
  const Basis basis = basis_now(s);
  if (basis_holds(basis, ply) && basis_is_plain(basis)) store_entry(s, r, basis, r->depth, bounds_found(basis, ply, w, value));
}

/* Stores the value of a leaf at `ply`. A terminal has it at every depth; one at the horizon never displaces what took work. */
static ALWAYS_INLINE void probe_store_leaf (Search *s, const Probe *r, int ply, Value value) {
  const Basis basis = basis_now(s);
  if (basis.horizon && r->held > 0) return;
  store_bounds(s, r, basis, basis.horizon ? r->depth : 0, bounds_value(basis, ply, value));
}

/* Does the table keep leaves? */
static ALWAYS_INLINE bool probe_keeps_leaves (const Search *s) { return s->table && s->asked.remember_leaves; }

/* Returns the value of the leaf `n`, and stores it if the table keeps leaves. */
static ALWAYS_INLINE Value probe_evaluate (Search *s, const Node *n, const Probe *r) {
  const Value value = visit_evaluate(s, n);
  if (probe_keeps_leaves(s)) probe_store_leaf(s, r, n->ply, value);
  return value;
}

/* Makes sure who moves at `n`: the key that it was looked up by may have said so. */
static ALWAYS_INLINE void probe_player (Search *s, Node *n) {
  if (!s->table || !key_sets_player(s->game)) visit_player(s, n);
}
