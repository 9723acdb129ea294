/*
** Hex on n x n cells, without the swap; a move is n * row + column. Player 0 joins the first row to the last, player 1 the first
** column to the last. Neighbours are the cells to the left and right, above and above to the right, below and below to the left.
*/
#include "opponent.h"

#define ONE ((Cells)1)

typedef struct Shape { int size; Cells board, first[2], last[2]; } Shape;

/* What depends on the size alone: all cells, and for either player those that he starts from and goes to. */
static const Shape *shape (int size) {
  static Shape known;
  if (known.size == size) return &known;
  known = (Shape){.size = size};
  for (int i = 0; i < size * size; i++) {
    Cells cell = ONE << i;
    known.board |= cell;
    if (i < size) known.first[0] |= cell;
    if (i >= size * (size - 1)) known.last[0] |= cell;
    if (i % size == 0) known.first[1] |= cell;
    if (i % size == size - 1) known.last[1] |= cell;
  }
  return &known;
}

static Cells neighbours (Cells set, const Shape *s) {
  Cells left = set & ~s->first[1], right = set & ~s->last[1];
  return (left >> 1 | right << 1 | set >> s->size | set << s->size | right >> (s->size - 1) | left << (s->size - 1)) & s->board;
}

/* All that is joined to `from` within `through`. */
static Cells flooded (Cells from, Cells through, const Shape *s) {
  Cells set = from & through, grown;
  while ((grown = (set | neighbours(set, s)) & through) != set) set = grown;
  return set;
}

static int joined (const Board *b, int player) {
  const Shape *s = shape(b->size);
  return (flooded(s->first[player], b->taken[player], s) & s->last[player]) != 0;
}

static void start (Board *b) { b->taken[0] = b->taken[1] = 0; }

static int moves (const Board *b, int *list) {
  int count = 0;
  if (joined(b, !b->turn)) return 0;
  Cells free = shape(b->size)->board & ~(b->taken[0] | b->taken[1]);
  for (int i = 0; i < b->size * b->size; i++)
    if (free >> i & 1) list[count++] = i;
  return count;
}

static void play (Board *b, int move) {
  b->taken[b->turn] |= ONE << move;
  b->turn = !b->turn;
}

static int outcome (const Board *b) { return joined(b, 0) ? 1 : -1; }

/* How many more stones a player needs to join his sides, if the other played none; `size` squared if he cannot. */
static int distance (const Board *b, int player) {
  const Shape *s = shape(b->size);
  Cells own = b->taken[player], free = s->board & ~b->taken[!player];
  Cells reached = flooded(s->first[player], own, s), next = s->first[player];
  for (int stones = 0; stones <= s->size * s->size; stones++) {
    if (reached & s->last[player]) return stones;
    Cells step = reached | ((next | neighbours(reached, s)) & free);
    reached = step | flooded(neighbours(step, s), own, s);
  }
  return s->size * s->size;
}

static int estimate (const Board *b) { return 10 * (distance(b, 1) - distance(b, 0)) + (b->turn == 0 ? 5 : -5); }

/* A full board has one winner, whatever the order it was filled in. */
static int playout (Board *b, uint64_t *random) {
  int list[MOST_MOVES], count = 0;
  Cells free = shape(b->size)->board & ~(b->taken[0] | b->taken[1]);
  for (int i = 0; i < b->size * b->size; i++)
    if (free >> i & 1) list[count++] = i;
  for (; count > 0; count--) {
    int at = draw(random, count);
    play(b, list[at]);
    list[at] = list[count - 1];
  }
  return outcome(b);
}

const Rules hex = {"hex", start, moves, play, outcome, estimate, playout};
