/* Tic-tac-toe as one would write it by hand: minimax of the whole tree. tictactoe [TIMES] prints value, nodes and seconds. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const unsigned lines[] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};

static unsigned long long nodes;

static int three (unsigned stones) {
  for (int i = 0; i < 8; i++)
    if ((stones & lines[i]) == lines[i]) return 1;
  return 0;
}

static int search (unsigned mine, unsigned theirs) {
  nodes++;
  if (three(theirs)) return -1;
  unsigned all = mine | theirs;
  if (all == 0777) return 0;
  int best = -2;
  for (unsigned cell = 1; cell < 01000; cell <<= 1) {
    if (all & cell) continue;
    int value = -search(theirs, mine | cell);
    if (value > best) best = value;
  }
  return best;
}

int main (int argc, char **argv) {
  int times = argc > 1 ? atoi(argv[1]) : 1, value = 0;
  clock_t began = clock();
  for (int i = 0; i < times; i++) value = search(0, 0);
  printf("%d %llu %.6f\n", value, nodes, (double)(clock() - began) / CLOCKS_PER_SEC);
  return 0;
}
