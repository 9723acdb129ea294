#include "search/packed.h"

Node *packed_trail (Search *s, int ply) {
  s->pass.trail = arena_widen(&s->pass.traced, s->pass.trail, sizeof *s->pass.trail, &s->pass.trail_room, (size_t)ply);
  for (int i = 0; i < ply; i++) s->pass.trail[i] = (Node){.parent = i ? &s->pass.trail[i - 1] : NULL, .ply = i};
  return s->pass.trail;
}
