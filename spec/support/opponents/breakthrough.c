/*
** Breakthrough, 8 x 8; a move is 64 * from + to, cells 8 * row + column. Player 0 has rows 0 and 1 and moves to higher rows.
** Who reaches the last row, or captures all, has won.
*/
#include "opponent.h"

#define NOT_LEFT UINT64_C(0xFEFEFEFEFEFEFEFE)
#define NOT_RIGHT UINT64_C(0x7F7F7F7F7F7F7F7F)

static const uint64_t last_row[2] = {UINT64_C(0xFF) << 56, UINT64_C(0xFF)};

static void start (Board *b) {
  b->stones[0] = UINT64_C(0xFFFF);
  b->stones[1] = UINT64_C(0xFFFF) << 48;
}

static int has_won (const Board *b, int player) {
  return (b->stones[player] & last_row[player]) != 0 || b->stones[!player] == 0;
}

/* Where stones are after a step forward by 7, 8 or 9 cells, to either side without leaving the board. */
static uint64_t stepped (uint64_t stones, int player, int step) {
  int right = player == 0 ? step == 9 : step == 7;
  uint64_t set = step == 8 ? stones : stones & (right ? NOT_RIGHT : NOT_LEFT);
  return player == 0 ? set << step : set >> step;
}

static int moves (const Board *b, int *list) {
  int player = b->turn, count = 0;
  uint64_t mine = b->stones[player], theirs = b->stones[!player];
  if (has_won(b, !player)) return 0;
  /* Captures first, then the stones that are farthest. */
  for (int captures = 1; captures >= 0; captures--)
    for (int row = 7; row >= 0; row--)
      for (int step = 7; step <= 9; step++) {
        uint64_t of_row = mine & UINT64_C(0xFF) << 8 * (player == 0 ? row : 7 - row);
        uint64_t set = of_row ? stepped(of_row, player, step) & ~mine & (captures ? theirs : ~theirs) : 0;
        if (captures && step == 8) set = 0;
        for (; set; set &= set - 1) {
          int to = lowest(set), from = player == 0 ? to - step : to + step;
          list[count++] = 64 * from + to;
        }
      }
  return count;
}

static void play (Board *b, int move) {
  uint64_t from = UINT64_C(1) << move / 64, to = UINT64_C(1) << move % 64;
  b->stones[b->turn] = (b->stones[b->turn] & ~from) | to;
  b->stones[!b->turn] &= ~to;
  b->turn = !b->turn;
}

static int outcome (const Board *b) { return has_won(b, 0) ? 1 : -1; }

/* Material, and how far the stones are. */
static int estimate (const Board *b) {
  int sum = 10 * (pop(b->stones[0]) - pop(b->stones[1]));
  for (int row = 1; row < 7; row++) {
    sum += row * row / 4 * pop(b->stones[0] >> 8 * row & 0xFF);
    sum -= row * row / 4 * pop(b->stones[1] >> 8 * (7 - row) & 0xFF);
  }
  return sum;
}

const Rules breakthrough = {"breakthrough", start, moves, play, outcome, estimate, 0};
