/*
** Lines of play: the moves from a node down to the leaf its value came from. The line of the root is the principal variation.
**
** A line is a list of cells, one a ply. A node that improves puts a cell in front of its child's line and owns the whole;
** what is beaten goes back to the pool. So a line costs one cell for each improvement, however deep the tree.
*/
#pragma once

#include "base/arena.h"
#include "search/value.h"

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

/* Must the game keep something for a cell of this move to this position? */
static inline bool line_holds (const LinePool *pool, Move move, const Position *position) {
  return game_holds_move(move) || game_holds(pool->game, position);
}

/* Out of line: line_cons where memory is needed, or the game must keep something; gives back the cells of a line. */
Line *line_make (LinePool *pool, Move move, const Position *position, Line *rest);
void line_release (LinePool *pool, Line *line);

/* Returns `move` to `position`, then `rest`, which now belongs to the new line. May leave the search for want of memory. */
static inline Line *line_cons (LinePool *pool, Move move, const Position *position, Line *rest) {
  Line *line = pool->unused;
  if (UNLIKELY(line == NULL) || line_holds(pool, move, position))
    return line_make(pool, move, &(Position){{WORDS_OF(position)}}, rest);
  pool->unused = line->rest;
  line->move = move;
  position_copy(&line->position, position);
  line->rest = rest;
  return line;
}

/* Gives back a line, or nothing. */
static inline void line_free (LinePool *pool, Line *line) { if (UNLIKELY(line != NULL)) line_release(pool, line); }
