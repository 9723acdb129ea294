#include "search/line.h"

Line *line_make (LinePool *pool, Move move, const Position *position, Line *rest) {
  Game *game = pool->game;
  const bool holds = line_holds(pool, move, position);
  Line *line = pool->unused;
  if (line) pool->unused = line->rest;
  else line = arena_alloc(pool->arena, sizeof *line);
  *line = (Line){holds ? game->keep_move(game, move) : move, holds ? game->keep(game, position) : *position, rest};
  return line;
}

void line_release (LinePool *pool, Line *line) {
  Game *game = pool->game;
  for (Line *rest; line; line = rest) {
    rest = line->rest;
    if (line_holds(pool, line->move, &line->position)) {
      game->drop(game, &line->position);
      game->drop_move(game, line->move);
    }
    line->rest = pool->unused;
    pool->unused = line;
  }
}
