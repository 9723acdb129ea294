/*
** Flat random playouts of connect-4 as one would write them by hand: two bitboards, the free columns in a list, one of them drawn,
** until a line is complete or the board is full. connect4_playouts SECONDS prints the mean result, the playouts, their plies and
** the seconds that they took.
*/
#include "connect4.h"

static uint64_t state = 1;

/* xorshift64* (Marsaglia 2003; Vigna 2016). */
static uint64_t draw (void) {
  state ^= state >> 12;
  state ^= state << 25;
  state ^= state >> 27;
  return state * UINT64_C(0x2545F4914F6CDD1D);
}

/* 1: the first player wins; -1: the other one; 0: a draw. */
static int play_out (uint64_t *plies) {
  uint64_t mine = 0, theirs = 0;
  for (int player = 1; ; player = -player) {
    const uint64_t all = mine | theirs;
    uint64_t stones[COLUMNS];
    int count = 0;
    for (int column = 0; column < COLUMNS; column++) {
      const uint64_t floor = UINT64_C(1) << column * HEIGHT, top = floor << (HEIGHT - 2);
      if (all & top) continue;
      stones[count++] = (all + floor) & ~all & (top * 2 - floor);
    }
    if (count == 0) return 0;
    mine |= stones[(draw() >> 32) * (uint64_t)count >> 32];
    ++*plies;
    if (four(mine)) return player;
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
  do for (int i = 0; i < 1000; i++, games++) sum += play_out(&plies);
  while (clock() < end);
  printf("%.6f %llu %llu %.6f\n", (double)sum / (double)games, (unsigned long long)games, (unsigned long long)plies,
         (double)(clock() - began) / CLOCKS_PER_SEC);
  return 0;
}
