/*
** The table of numbers: what is known of positions that are neither proved nor disproved, for one question (s->side_table).
**
** A position with the same player to move has the same numbers, but for three things, which are looked up with it: how many plies there are
** to go; in a game with scores, what is left of the goal; and where positions may repeat, the path to it, as a digest of 128 bits. For
** there it has other numbers on each path, and those of other paths may grow for ever by each other. Then the table has verdicts too:
** those that rest on a repetition of a node above, and hold on this path alone.
*/
#pragma once

#include <string.h>

#include "algo/proof/question.h"
#include "search/table.h"

/* Whose numbers: all that they are looked up by. */
typedef struct Whose {
  const uint64_t *key;
  uint64_t hash, who;   /* as for every table */
  Value left;           /* of the goal, in a game with scores */
  const uint64_t *path; /* the digest of the path to its parent, where positions may repeat */
  int depth;            /* plies to go */
} Whose;

#define PATH_WORDS 2
#define MORE_WORDS (MOST_WORDS + 1 + PATH_WORDS)

/* Makes the table, once a search. */
static void numbers_open (Search *s) {
  search_open_side_table(s, s->game->key_words + (s->game->score != NULL) + (s->pass.path ? PATH_WORDS : 0));
}

/* Empties the table for another question. Cannot fail. */
static void numbers_clear (Search *s) {
  table_empty(&s->side_table);
  s->side_table.counts = (TableCounts){0};
}

/* The whole key, in `room` if it is more than that of the position; and its hash. */
static const uint64_t *whole_key (const Search *s, const Whose *whose, uint64_t *room, uint64_t *hash) {
  int count = s->game->key_words;
  *hash = whose->hash;
  if (count == s->side_table.words) return whose->key;
  memcpy(room, whose->key, sizeof *room * (size_t)count);
  if (s->game->score) memcpy(room + count++, &whose->left, sizeof *room);
  if (s->pass.path) memcpy(room + count, whose->path, sizeof *room * PATH_WORDS);
  *hash = table_hash(room, s->side_table.words);
  return room;
}

/* Numbers into *numbers, or a verdict into *verdict. False: the table has neither. */
static bool numbers_find (Search *s, const Whose *whose, Numbers *numbers, Verdict *verdict) {
  uint64_t room[MORE_WORDS], hash;
  const uint64_t *key = whole_key(s, whose, room, &hash);
  Entry entry;
  if (!table_look(&s->side_table, key, hash, whose->who, &entry)) return false;
  if (entry.depth != whose->depth) return false;
  const uint64_t mark = bounds_solved(entry.bounds);
  const Value first = bounds_lower(entry.bounds), second = bounds_upper(entry.bounds);
  if (mark) {
    *verdict = (Verdict){first, mark == LOWER_SOLVED ? MAX : MIN, true, {(int)second, entry.move & 1, entry.move & 2}};
    return true;
  }
  numbers->of[MAX] = (uint32_t)first;
  numbers->of[MIN] = (uint32_t)second;
  return numbers->of[MAX] > 0;
}

static void store (Search *s, const Whose *whose, const Entry *entry, uint64_t visits) {
  uint64_t room[MORE_WORDS], hash;
  const uint64_t *key = whole_key(s, whose, room, &hash);
  table_store(&s->side_table, key, hash, entry, visits);
}

/*
** Stores numbers, with the `visits` they took as their replacement priority. (0, 0) is never found:
** such a node is settled, and its verdict is in the transposition table. Cannot fail.
*/
static void numbers_store (Search *s, const Whose *whose, Numbers numbers, uint64_t visits) {
  const Entry entry = {bounds_figures(numbers.of[MAX], numbers.of[MIN], 0), whose->who, 0, whose->depth, 0};
  store(s, whose, &entry, visits);
}

/* Stores a verdict that holds on this path alone. Cannot fail. */
static void numbers_store_verdict (Search *s, const Whose *whose, const Verdict *v, uint64_t visits) {
  const Bounds figures = bounds_figures(v->value, v->basis.repeats, v->winner == MAX ? LOWER_SOLVED : UPPER_SOLVED);
  const Entry entry = {figures, whose->who, v->basis.horizon | v->basis.selection << 1, whose->depth, 0};
  store(s, whose, &entry, visits);
}

/* The digest of the path that goes on to this position. */
static void numbers_path (const Search *s, const Whose *whose, uint64_t path[2]) {
  uint64_t words[MORE_WORDS];
  const int count = s->game->key_words;
  memcpy(words, whose->path, sizeof *words * PATH_WORDS);
  words[PATH_WORDS] = whose->who;
  memcpy(words + PATH_WORDS + 1, whose->key, sizeof *words * (size_t)count);
  hash_bytes(words, sizeof *words * (size_t)(PATH_WORDS + 1 + count), path);
}
