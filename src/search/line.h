/*
** Lines of play: the moves from a node down to the leaf its value came from. The line of the root is the principal variation.
**
** A line is a list of cells, one a ply. A node that improves puts a cell in front of its child's line and owns the whole;
** what is beaten goes back to the pool. So a line costs one cell for each improvement, however deep the tree.
*/
#ifndef GTS_LINE_H
#define GTS_LINE_H

#include "base/arena.h"
#include "game/game.h"

typedef struct Line {
  Move move;
  Position position;    /* where the move leads */
  struct Line *rest;
} Line;

typedef struct LinePool {
  Arena *arena;
  Game *game;
  Line *unused;
} LinePool;

/* Out of line: a fresh cell, and what a cell holds of the game's own. */
Line *line_new (LinePool *pool);
void line_hold (LinePool *pool, Line *line);
void line_release (LinePool *pool, Line *line);

/* Does a cell hold something that the game must keep for it? */
static inline bool line_holds (const LinePool *pool, const Line *line) {
  return game_holds_move(line->move) || game_holds(pool->game, &line->position);
}

/* `move` to `position`, then `rest`, which now belongs to the new line. May leave the search for want of memory. */
static inline Line *line_cons (LinePool *pool, Move move, const Position *position, Line *rest) {
  Line *line = pool->unused;
  if (line) pool->unused = line->rest;
  else line = line_new(pool);
  line->move = move;
  position_copy(&line->position, position);
  line->rest = rest;
  if (line_holds(pool, line)) line_hold(pool, line);
  return line;
}

/* Gives back a line, or nothing. */
static inline void line_free (LinePool *pool, Line *line) { if (line) line_release(pool, line); }

#endif
