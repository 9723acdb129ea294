#include "search/stored.h"

Node *stored_trail (Search *s, int ply) {
  s->trail = arena_widen(&s->traced, s->trail, sizeof *s->trail, &s->trail_room, (size_t)ply);
  for (int i = 0; i < ply; i++) s->trail[i] = (Node){.parent = i ? &s->trail[i - 1] : NULL, .ply = i};
  return s->trail;
}
