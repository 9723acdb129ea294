#include "search/repeat.h"

#include <string.h>

#include "search/key.h"

#define FILTER 4096

/* A node of the path. */
typedef struct Step {
  Key key;
  uint64_t who;         /* moves there, as in the table */
  uint64_t hash;
} Step;

struct Path {
  Step *steps;          /* by ply */
  size_t length, room;
  uint32_t filter[FILTER];      /* number of steps by the last bits of their hash: 0, for most nodes, excludes a repetition */
};

void repeat_open (Search *s) {
  if (!s->game->cyclic || !s->algorithm->path) return;
  s->pass.path = arena_alloc(&s->arena, sizeof *s->pass.path);
  memset(s->pass.path, 0, sizeof *s->pass.path);
}

static uint32_t *filter_of (Path *path, uint64_t hash) { return &path->filter[hash % FILTER]; }

/* The ply at which the same stands; -1 if there is none. */
static int find (const Path *path, const Step *step, const Game *game) {
  const size_t size = sizeof *step->key.word * (size_t)game->key_words;
  for (size_t i = path->length; i-- > 0;) {
    const Step *above = &path->steps[i];
    if (above->hash == step->hash && above->who == step->who &&
        memcmp(key_words(game, &above->key), key_words(game, &step->key), size) == 0) return (int)i;
  }
  return -1;
}

bool repeat_enter (Search *s, Node *n) {
  Path *path = s->pass.path;
  Step step = {.key = {{0}}};
  step.who = key_of_node(s, n, &step.key);
  step.hash = table_hash(key_words(s->game, &step.key), s->game->key_words);
  while (path->length > (size_t)n->ply) --*filter_of(path, path->steps[--path->length].hash);
  int ply = *filter_of(path, step.hash) ? find(path, &step, s->game) : -1;
  if (ply >= 0) {
    if (ply < s->pass.rests) s->pass.rests = ply;
    return true;
  }
  path->steps = arena_widen(&s->arena, path->steps, sizeof *path->steps, &path->room, (size_t)n->ply + 1);
  path->steps[path->length++] = step;
  ++*filter_of(path, step.hash);
  return false;
}
