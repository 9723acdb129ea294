#include "search/pulled.h"

void pulled_widen (Pulled *p, size_t least) {
  Search *s = p->search;
  size_t words = (size_t)s->game->words * sizeof *p->words, room = p->room;
  if (least <= room) return;
  if (room > INT32_MAX / 4) s->host->fail(s->host, "a position has too many successors");
  p->words = arena_widen(&s->arena, p->words, words, &room, least);
  room = p->room;
  p->moves = arena_widen(&s->arena, p->moves, sizeof *p->moves, &room, least);
  p->flags = arena_widen(&s->arena, p->flags, sizeof *p->flags, &p->room, least);
}

int32_t pulled_take_several (Pulled *p, Node *n, const Node *child) {
  Game *game = p->search->game;
  int64_t count = 1, most, more;
  pulled_widen(p, 1);
  packed_pack(game, &child->position, p->words);
  for (;; pulled_widen(p, p->room + 1)) {
    most = (int64_t)p->room - count;
    more = visit_several(p->search, n, p->words + count * game->words, most);
    count += more;
    if (more < most) return (int32_t)count;
  }
}
