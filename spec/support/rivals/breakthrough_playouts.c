/*
** Flat random playouts of breakthrough on 8x8 as one would write them by hand: two bitboards; the moves of a position in a list,
** one of them drawn. breakthrough_playouts SECONDS prints the mean result, the playouts, their plies and the seconds that they took.
*/
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { SIZE = 8, CELLS = SIZE * SIZE, MOST = 48 };

static uint64_t state = 1;

/* xorshift64* (Marsaglia 2003; Vigna 2016). */
static uint64_t draw (void) {
  state ^= state >> 12;
  state ^= state << 25;
  state ^= state >> 27;
  return state * UINT64_C(0x2545F4914F6CDD1D);
}

/* The moves of pawns that go by `up`, left aside or right aside: a capture is aside, too. */
static int list_moves (uint64_t mine, uint64_t theirs, int up, uint8_t (*moves)[2]) {
  int count = 0;
  for (uint64_t left = mine; left; left &= left - 1) {
    const int from = __builtin_ctzll(left), column = from % SIZE;
    for (int aside = -1; aside <= 1; aside++) {
      if (column + aside < 0 || column + aside >= SIZE) continue;
      const int to = from + up + aside;
      if ((aside ? mine : mine | theirs) >> to & 1) continue;
      moves[count][0] = (uint8_t)from;
      moves[count++][1] = (uint8_t)to;
    }
  }
  return count;
}

/* 1: the first player, who begins below and moves up, wins; -1: the other one. */
static int play_out (uint64_t *plies) {
  uint64_t mine = UINT64_C(0xffff) << (CELLS - 2 * SIZE), theirs = 0xffff;
  for (int player = 1, up = -SIZE; ; player = -player, up = -up) {
    uint8_t moves[MOST][2];
    const int count = list_moves(mine, theirs, up, moves);
    const uint8_t *move = moves[(draw() >> 32) * (uint64_t)count >> 32];
    mine = (mine & ~(UINT64_C(1) << move[0])) | UINT64_C(1) << move[1];
    theirs &= ~(UINT64_C(1) << move[1]);
    ++*plies;
    if (theirs == 0 || move[1] / SIZE == (player == 1 ? 0 : SIZE - 1)) return player;
    const uint64_t other = mine;
    mine = theirs;
    theirs = other;
  }
}

int main (int argc, char **argv) {
  const double seconds = argc > 1 ? atof(argv[1]) : 1;
  const clock_t began = clock(), end = began + (clock_t)(seconds * CLOCKS_PER_SEC);
  uint64_t games = 0, plies = 0;
  long long sum = 0;
  do for (int i = 0; i < 100; i++, games++) sum += play_out(&plies);
  while (clock() < end);
  printf("%.6f %llu %llu %.6f\n", (double)sum / (double)games, (unsigned long long)games, (unsigned long long)plies,
         (double)(clock() - began) / CLOCKS_PER_SEC);
  return 0;
}
