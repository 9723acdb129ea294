#include "algo/proof/numbers.h"

#include <string.h>


#define PATH_WORDS 2
#define MORE_WORDS (MOST_WORDS + 1 + PATH_WORDS)

void numbers_open (Search *s) {
  const Game *game = s->game;
  if (s->outcome.numbers.host) return;
  size_t bytes = s->table->bytes;
  if (s->table == &s->own_table) s->own_table.bytes = bytes -= bytes / 2;
  else {
    if (s->arena.limit && bytes > s->arena.limit / 2) bytes = s->arena.limit / 2;
    if (s->arena.limit) s->arena.limit -= bytes;
  }
  table_init(&s->outcome.numbers, s->host, game->key_words + (game->score != NULL) + (s->pass.path ? PATH_WORDS : 0), bytes);
}

void numbers_clear (Search *s) {
  if (s->outcome.numbers.slots) table_free(&s->outcome.numbers);
  s->outcome.numbers.counts = (TableCounts){0};
}

/* The whole key, in `room` if it is more than that of the position; and its hash. */
static const uint64_t *whole_key (const Search *s, const Whose *whose, uint64_t *room, uint64_t *hash) {
  int count = s->game->key_words;
  *hash = whose->hash;
  if (count == s->outcome.numbers.words) return whose->key;
  memcpy(room, whose->key, sizeof *room * (size_t)count);
  if (s->game->score) memcpy(room + count++, &whose->left, sizeof *room);
  if (s->pass.path) memcpy(room + count, whose->path, sizeof *room * PATH_WORDS);
  *hash = table_hash(room, s->outcome.numbers.words);
  return room;
}

bool numbers_find (Search *s, const Whose *whose, Numbers *numbers, Verdict *verdict) {
  uint64_t room[MORE_WORDS], hash;
  const uint64_t *key = whole_key(s, whose, room, &hash);
  Entry entry;
  if (!table_look(&s->outcome.numbers, key, hash, whose->who, &entry)) return false;
  if (entry.depth != whose->depth) return false;
  if (entry.flags & ENTRY_SOLVED) {
    *verdict = (Verdict){entry.lower, entry.flags & ENTRY_LOWER_SOLVED ? MAX : MIN, true, entry.move > 0, (int)entry.upper};
    return true;
  }
  numbers->of[MAX] = (uint32_t)entry.lower;
  numbers->of[MIN] = (uint32_t)entry.upper;
  return numbers->of[MAX] > 0;
}

static void store (Search *s, const Whose *whose, const Entry *entry, uint64_t visits) {
  uint64_t room[MORE_WORDS], hash;
  const uint64_t *key = whole_key(s, whose, room, &hash);
  table_store(&s->outcome.numbers, key, hash, entry, visits);
}

void numbers_store (Search *s, const Whose *whose, Numbers numbers, uint64_t visits) {
  const Entry entry = {numbers.of[MAX], numbers.of[MIN], whose->who, 0, whose->depth};
  store(s, whose, &entry, visits);
}

void numbers_store_verdict (Search *s, const Whose *whose, const Verdict *v, uint64_t visits) {
  const Entry entry = {v->value, v->rests, whose->who | (v->winner == MAX ? ENTRY_LOWER_SOLVED : ENTRY_UPPER_SOLVED), v->horizon,
                       whose->depth};
  store(s, whose, &entry, visits);
}

void numbers_path (const Search *s, const Whose *whose, uint64_t path[2]) {
  uint64_t words[MORE_WORDS];
  const int count = s->game->key_words;
  memcpy(words, whose->path, sizeof *words * PATH_WORDS);
  words[PATH_WORDS] = whose->who;
  memcpy(words + PATH_WORDS + 1, whose->key, sizeof *words * (size_t)count);
  hash_bytes(words, sizeof *words * (size_t)(PATH_WORDS + 1 + count), path);
}
