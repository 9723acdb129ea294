/*
** Connect-4 as one would write it by hand: two bitboards, fail-soft negamax alpha-beta with integer values, columns from left
** to right. connect4 DEPTH [TIMES [table]] prints the value, the nodes of all runs and their seconds; without the word `table`
** nothing is remembered, with it every inner node in a map that grows and forgets nothing.
*/
#include "connect4.h"

static uint64_t nodes;

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

/* The map: a word for each position, its key above four bits: a value from 0 to 2, and what that is. Free places are 0. */

enum { EXACT = 1, LOWER, UPPER };

static uint64_t *map, room, used;

/* Where a key is, or would be. The position as one number: the stones of one player, and the lowest free cell of each column. */
static uint64_t *place (uint64_t key) {
  uint64_t hash = key * UINT64_C(0x9E3779B97F4A7C15), i = (hash ^ hash >> 32) & (room - 1);
  while (map[i] != 0 && map[i] >> 4 != key) i = (i + 1) & (room - 1);
  return &map[i];
}

static void grow (void) {
  uint64_t *old = map, old_room = room;
  room = room ? 2 * room : 1 << 16;
  map = calloc(room, sizeof *map);
  if (map == NULL) exit(1);
  for (uint64_t i = 0; i < old_room; i++)
    if (old[i]) *place(old[i] >> 4) = old[i];
  free(old);
}

static void store (uint64_t key, int value, int kind) {
  if (2 * used >= room) grow();
  uint64_t *entry = place(key);
  used += *entry == 0;
  *entry = key << 4 | (uint64_t)(value + 1) << 2 | (uint64_t)kind;
}

static int search_map (uint64_t mine, uint64_t theirs, int depth, int alpha, int beta) {
  nodes++;
  if (four(theirs)) return -1;
  uint64_t all = mine | theirs, key = mine + all + FLOOR;
  if (depth == 0 || all == BOARD) return 0;
  uint64_t entry = room ? *place(key) : 0;
  int best = -2, first = alpha, known = (int)(entry >> 2 & 3) - 1, kind = (int)(entry & 3);
  if (kind == EXACT || (kind == LOWER && known >= beta) || (kind == UPPER && known <= alpha)) return known;
  for (int column = 0; column < COLUMNS; column++) {
    uint64_t floor = UINT64_C(1) << column * HEIGHT, top = floor << (HEIGHT - 2);
    if (all & top) continue;
    uint64_t stone = (all + floor) & ~all & (top * 2 - floor);
    int value = -search_map(theirs, mine | stone, depth - 1, -beta, -alpha);
    if (value <= best) continue;
    best = value;
    if (value > alpha) alpha = value;
    if (alpha >= beta) break;
  }
  store(key, best, best <= first ? UPPER : best >= beta ? LOWER : EXACT);
  return best;
}

static int search_mapped (int depth) {
  free(map);
  map = NULL;
  room = used = 0;
  return search_map(0, 0, depth, -2, 2);
}

int main (int argc, char **argv) {
  int depth = argc > 1 ? atoi(argv[1]) : 12, times = argc > 2 ? atoi(argv[2]) : 1, value = 0;
  clock_t began = clock();
  for (int i = 0; i < times; i++) value = argc > 3 ? search_mapped(depth) : search(0, 0, depth, -2, 2);
  printf("%d %llu %.6f\n", value, (unsigned long long)nodes, (double)(clock() - began) / CLOCKS_PER_SEC);
  return 0;
}
