/*
** Connect-4 as one would write it by hand: two bitboards, fail-soft negamax alpha-beta with integer values, columns from left
** to right, no table. connect4 DEPTH [TIMES] prints the value, the nodes of all runs and their seconds.
*/
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define COLUMNS 7
#define HEIGHT 7                /* six rows, and one bit that stays free */
#define FLOOR UINT64_C(0x0040810204081)
#define BOARD (FLOOR * 0x3F)

static uint64_t nodes;

static int four (uint64_t stones) {
  static const int steps[] = {1, HEIGHT - 1, HEIGHT, HEIGHT + 1};
  for (int i = 0; i < 4; i++) {
    uint64_t two = stones & stones >> steps[i];
    if (two & two >> 2 * steps[i]) return 1;
  }
  return 0;
}

static int search (uint64_t mine, uint64_t theirs, int depth, int alpha, int beta) {
  nodes++;
  if (four(theirs)) return -1;
  uint64_t all = mine | theirs;
  if (depth == 0 || all == BOARD) return 0;
  int best = -2;
  for (int column = 0; column < COLUMNS; column++) {
    uint64_t floor = UINT64_C(1) << column * HEIGHT, top = floor << (HEIGHT - 2);
    if (all & top) continue;
    uint64_t stone = (all + floor) & ~all & (top * 2 - floor);
    int value = -search(theirs, mine | stone, depth - 1, -beta, -alpha);
    if (value <= best) continue;
    best = value;
    if (value > alpha) alpha = value;
    if (alpha >= beta) break;
  }
  return best;
}

int main (int argc, char **argv) {
  int depth = argc > 1 ? atoi(argv[1]) : 12, times = argc > 2 ? atoi(argv[2]) : 1, value = 0;
  clock_t began = clock();
  for (int i = 0; i < times; i++) value = search(0, 0, depth, -2, 2);
  printf("%d %llu %.6f\n", value, (unsigned long long)nodes, (double)(clock() - began) / CLOCKS_PER_SEC);
  return 0;
}
