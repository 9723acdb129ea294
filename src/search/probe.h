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
** While a node is searched, s->pass.horizon says whether a leaf below it was at the horizon: it is put aside on entering a node, and
** the caller adds it again on leaving.
*/
#ifndef GTS_PROBE_H
#define GTS_PROBE_H

#include "search/key.h"
#include "search/visit.h"

typedef struct Probe {
  Key key;
  uint64_t hash;        /* of the key */
  uint64_t who;         /* ENTRY_MAX, ENTRY_INFORMED: part of the key */
  Value lower, upper;   /* what the table knows of this node: f- and f+ */
  uint64_t solved;      /* which of the two rest on no horizon: ENTRY_LOWER_SOLVED, ENTRY_UPPER_SOLVED */
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
  r->lower = -INFINITY;
  r->upper = INFINITY;
  r->solved = 0;
  r->move = 0;
  r->place = 0;
}

static ALWAYS_INLINE void probe_key (Search *s, Node *n, Probe *r) {
  r->who = key_of_node(s, n, &r->key);
  if (game_has_score(s->game)) r->score = game_score(s->game, &n->position);
}

/*
** Convert a value to the remaining value that a table keeps, and back, at a node with this score.
*/
static ALWAYS_INLINE Value without_score (const Search *s, Value value, Value score) {
  return game_has_score(s->game) ? value - score : value;
}

static ALWAYS_INLINE Value with_score (const Search *s, Value to_come, Value score) {
  return game_has_score(s->game) ? to_come + score : to_come;
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

/* Returns an entry of the table as that of the node. */
static ALWAYS_INLINE Entry probe_read (const Search *s, const Entry *entry, const Probe *r) {
  return probe_is_reversed(s, r) ? entry_reversed(*entry) : *entry;
}

/* Takes from an entry what serves a node with r->depth plies to go. */
static ALWAYS_INLINE void probe_entry (const Search *s, const Entry *from, Probe *r) {
  const Entry copy = probe_read(s, from, r), *entry = &copy;
  r->move = entry->move;
  r->held = entry->depth;
  if (entry->depth > r->depth && !s->asked.selective) return;
  uint64_t serves = entry->depth == r->depth ? ENTRY_SOLVED : entry->flags;
  if (serves & ENTRY_LOWER_SOLVED) r->lower = with_score(s, entry->lower, r->score);
  if (serves & ENTRY_UPPER_SOLVED) r->upper = with_score(s, entry->upper, r->score);
  r->solved = entry->flags & ENTRY_SOLVED;
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

/* Does what was found settle the node, seen through the window? Then *value is the bound that does. */
static ALWAYS_INLINE bool probe_settles (Search *s, const Node *n, const Probe *r, Window w, Value *value) {
  uint64_t used;
  if (r->lower >= w.beta || (r->lower == r->upper)) {
    *value = r->lower;
    used = r->lower >= w.beta ? ENTRY_LOWER_SOLVED : ENTRY_SOLVED;
  } else if (r->upper <= w.alpha) {
    *value = r->upper;
    used = ENTRY_UPPER_SOLVED;
  } else return false;
  if (used & ~r->solved) s->pass.horizon = true;
  s->table->counts.cutoffs++;
  trace_answer(s, EVENT_TABLE, n, *value, w);
  return true;
}

/* Narrows the bounds of `n`, which visit_known has set, to what was found. */
static ALWAYS_INLINE void probe_narrow (Search *s, Node *n, const Probe *r) {
  uint64_t used = 0;
  if (r->lower > n->lower) {
    n->lower = r->lower;
    used |= ENTRY_LOWER_SOLVED;
  }
  if (r->upper < n->upper) {
    n->upper = r->upper;
    used |= ENTRY_UPPER_SOLVED;
  }
  if (used & ~r->solved) s->pass.horizon = true;
}

/* Is a value, and what is left of it without its score, so small that a Value holds both exactly? */
static inline bool adds_up (Value value, Value to_come) { return fabs(value) < 0x1p53 && fabs(to_come) < 0x1p53; }

static ALWAYS_INLINE void store_entry (Search *s, const Probe *r, uint64_t solved, int depth, Value lower, Value upper) {
  const Key key = probe_copy_key(&r->key);
  Entry entry = {without_score(s, lower, r->score), without_score(s, upper, r->score), r->who | solved, r->move, depth, r->place};
  if (game_has_score(s->game)) {                /* what is not exact is not known */
    if (!adds_up(lower, entry.lower)) entry.lower = -INFINITY;
    if (!adds_up(upper, entry.upper)) entry.upper = INFINITY;
  }
  if (probe_is_reversed(s, r)) {
    entry = entry_reversed(entry);
    entry.flags |= ENTRY_MAX;
  }
  table_store(s->table, key_words(s->game, &key), r->hash, &entry, search_visits(s) - r->visits);
}

/*
** Stores the value that a search of the window gave an inner node: an upper bound if it is below beta, a lower bound if it is
** above alpha. What is known already is kept if it is better; of two equal bounds the solved one is.
*/
static ALWAYS_INLINE void probe_store (Search *s, const Probe *r, Window w, Value value) {
  uint64_t now = search_cut(s) ? 0 : ENTRY_SOLVED, solved = r->solved;
  Value lower = r->lower, upper = r->upper;
  if (value < w.beta && (value < upper || (value == upper && now))) {
    upper = value;
    solved = (solved & ~ENTRY_UPPER_SOLVED) | (now & ENTRY_UPPER_SOLVED);
  }
  if (value > w.alpha && (value > lower || (value == lower && now))) {
    lower = value;
    solved = (solved & ~ENTRY_LOWER_SOLVED) | (now & ENTRY_LOWER_SOLVED);
  }
  store_entry(s, r, solved, r->depth, lower, upper);
}

/* Stores the value of a leaf. A terminal has it at every depth; one at the horizon never displaces what took work. */
static ALWAYS_INLINE void probe_store_leaf (Search *s, const Probe *r, Value value) {
  bool terminal = !search_cut(s);
  if (!terminal && r->held > 0) return;
  store_entry(s, r, terminal ? ENTRY_SOLVED : 0, terminal ? 0 : r->depth, value, value);
}

#endif
