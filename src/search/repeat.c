#include "search/repeat.h"

#include <string.h>

#include "search/key.h"

#define FILTER 4096

/* A node of the path. */
typedef struct Step {
  Key key;
  uint64_t who;         /* moves there, as in the table */
  uint64_t hash;
  Value score;          /* where the game has scores */
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

static COLD void refuse_score (const Search *s, const Node *n, Value now, Value before) {
  s->host->fail(s->host, "rules.score is %.14g for position %s, and was %.14g since its key stood before on the path: with "
                "rules.cycle a game that goes round must leave the score as it is", now, DESCRIBED(s, &n->position), before);
}

bool repeat_enter (Search *s, Node *n) {
  Path *path = s->pass.path;
  Step step = {.key = {{0}}};
  step.who = key_of_node(s, n, &step.key);
  key_require(s, &n->position, &step.key);
  step.hash = table_hash(key_words(s->game, &step.key), s->game->key_words);
  if (s->game->score) step.score = s->game->score(s->game, &n->position);
  while (path->length > (size_t)n->ply) --*filter_of(path, path->steps[--path->length].hash);
  int ply = *filter_of(path, step.hash) ? find(path, &step, s->game) : -1;
  if (ply >= 0) {
    for (size_t i = (size_t)ply; i < path->length; i++)
      if (step.score != path->steps[i].score) refuse_score(s, n, step.score, path->steps[i].score);
    if (ply < s->pass.basis.repeats) s->pass.basis.repeats = ply;
    return true;
  }
  path->steps = arena_widen(&s->arena, path->steps, sizeof *path->steps, &path->room, (size_t)n->ply + 1);
  path->steps[path->length++] = step;
  ++*filter_of(path, step.hash);
  return false;
}
