/*
** What one would write instead of using gts: alpha-beta on uniform trees with independent leaves, and nothing else.
**
**    tree BRANCHING DEPTH SEED COUNT     prints: sum of the values, leaves, seconds; of the trees SEED .. SEED + COUNT - 1
**
** The trees are those of gts.tree{branching=, depth=, seed=}: values, and so counts, must be the same.
*/
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static int branching;
static long leaves;

static uint64_t mix (uint64_t x) {
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9;
  x = (x ^ x >> 27) * 0x94D049BB133111EB;
  return x ^ x >> 31;
}

/* Negamax, fail-soft. `side` is 1 for MAX and -1 for MIN. */
static int search (uint64_t node, int depth, int side, int alpha, int beta) {
  if (depth == 0) {
    leaves++;
    return side * ((int)(node >> 48) - 32768);
  }
  int best = -99999;
  for (int i = 1; i <= branching; i++) {
    int value = -search(mix(node + (uint64_t)i * 0x9E3779B97F4A7C15), depth - 1, -side, -beta, -alpha);
    if (value > best) {
      best = value;
      if (value > alpha) alpha = value;
      if (alpha >= beta) break;
    }
  }
  return best;
}

int main (int argc, char **argv) {
  if (argc != 5) return 2;
  branching = atoi(argv[1]);
  int depth = atoi(argv[2]), seed = atoi(argv[3]), count = atoi(argv[4]);
  long sum = 0;
  clock_t began = clock();
  for (int i = 0; i < count; i++)
    sum += search(mix((uint64_t)(seed + i) + 0x9E3779B97F4A7C15), depth, 1, -99999, 99999);
  printf("%ld %ld %f\n", sum, leaves, (double)(clock() - began) / CLOCKS_PER_SEC);
  return 0;
}
