#include "search/line.h"

Line *line_new (LinePool *pool) {
  Line *line = arena_alloc(pool->arena, sizeof *line);
  line->position = (Position){{0}};
  return line;
}

void line_hold (LinePool *pool, Line *line) {
  Game *game = pool->game;
  line->move = game->keep_move(game, line->move);
  line->position = game->keep(game, &line->position);
}

void line_release (LinePool *pool, Line *line) {
  Game *game = pool->game;
  for (Line *rest; line; line = rest) {
    rest = line->rest;
    if (line_holds(pool, line)) {
      game->drop(game, &line->position);
      game->drop_move(game, line->move);
    }
    line->rest = pool->unused;
    pool->unused = line;
  }
}
