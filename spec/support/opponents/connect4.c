/* Connect-4, 7 columns of 6; a move is a column from 0. Seven bits a column, the highest always free. */
#include "opponent.h"

#define COLUMN 7
#define FLOOR UINT64_C(0x0040810204081)
#define BOARD (FLOOR * 0x3F)

static const int steps[] = {1, COLUMN - 1, COLUMN, COLUMN + 1};

static int won (uint64_t stones) {
  for (int i = 0; i < 4; i++) {
    uint64_t two = stones & stones >> steps[i];
    if (two & two >> 2 * steps[i]) return 1;
  }
  return 0;
}

static void start (Board *b) { b->stones[0] = b->stones[1] = 0; }

static int moves (const Board *b, int *list) {
  static const int order[] = {3, 2, 4, 1, 5, 0, 6};
  uint64_t all = b->stones[0] | b->stones[1];
  int count = 0;
  if (won(b->stones[!b->turn])) return 0;
  for (int i = 0; i < 7; i++)
    if (!(all >> (COLUMN * order[i] + 5) & 1)) list[count++] = order[i];
  return count;
}

static void play (Board *b, int column) {
  uint64_t all = b->stones[0] | b->stones[1], floor = UINT64_C(1) << COLUMN * column;
  b->stones[b->turn] |= (all + floor) & floor * 0x3F;
  b->turn = !b->turn;
}

static int outcome (const Board *b) { return won(b->stones[0]) - won(b->stones[1]); }

/* The lines of four that are still open to a player: one for each with two stones, four for each with three. */
static int open_lines (uint64_t mine, uint64_t theirs) {
  uint64_t free = BOARD & ~theirs;
  int sum = 0;
  for (int i = 0; i < 4; i++) {
    int s = steps[i];
    uint64_t lines = free & free >> s & free >> 2 * s & free >> 3 * s;
    uint64_t a = mine, b = mine >> s, c = mine >> 2 * s, d = mine >> 3 * s;
    uint64_t three = (a & b & (c ^ d)) | ((a ^ b) & c & d), two = (a & b) ^ (c & d) ^ ((a ^ b) & (c ^ d));
    sum += pop(lines & two & ~three) + 4 * pop(lines & three);
  }
  return sum;
}

static int estimate (const Board *b) {
  return open_lines(b->stones[0], b->stones[1]) - open_lines(b->stones[1], b->stones[0]);
}

const Rules connect4 = {"connect4", start, moves, play, outcome, estimate, 0};
