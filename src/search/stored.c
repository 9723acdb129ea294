#include "search/stored.h"

Node *stored_trail (Search *s, int ply) {
  if (ply > s->trail_room) {
    int room = ply < 32 ? 64 : 2 * ply;
    s->trail = arena_alloc(&s->arena, (size_t)room * sizeof *s->trail);
    s->trail_room = room;
  }
  for (int i = 0; i < ply; i++) s->trail[i] = (Node){.parent = i ? &s->trail[i - 1] : NULL, .ply = i};
  return s->trail;
}
