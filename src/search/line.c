#include "search/line.h"

Line *line_cons (LinePool *pool, Move move, const Position *position, Line *rest) {
  Line *line = pool->unused;
  if (line) pool->unused = line->rest;
  else line = arena_alloc(pool->arena, sizeof *line);
  Game *game = pool->game;
  line->move = game->keep_move ? game->keep_move(game, move) : move;
  line->position = game->keep ? game->keep(game, position) : *position;
  line->rest = rest;
  return line;
}

void line_release (LinePool *pool, Line *line) {
  Game *game = pool->game;
  for (Line *rest; line; line = rest) {
    rest = line->rest;
    if (game->drop) {
      game->drop(game, &line->position);
      game->drop_move(game, line->move);
    }
    line->rest = pool->unused;
    pool->unused = line;
  }
}
