#include "search/learner.h"

#include "search/search.h"

void learner_undo (Learner *l) {
  if (!l->playing) return;
  for (size_t i = 0; i < l->undone; i++) {
    const Undo *undo = &l->undo[i];
    const int64_t k = undo->number % l->count + 1;
    double *weight = learner_weights(l, (int)(undo->number / l->count));
    weight[k] = undo->weight;
    weight[-k] = -undo->weight;
    l->memory[undo->number] = undo->memory;
  }
  l->counts = l->before;
  l->undone = 0;
  l->playing = false;
}

void learner_refuse (const Search *s, const Position *position) {
  char text[DESCRIBE_ROOM];
  describe_position(s, position, text);
  s->host->fail(s->host, "learn: position %s is no integer: patterns are of the bits of integers; rules.features serves others", text);
}
