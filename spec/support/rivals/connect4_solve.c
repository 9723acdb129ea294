/*
** Connect-4 solved from the start, as one would write it by hand: who wins, by null windows, with what strong programs know. A node is
** a position in which the player to move cannot win at once; moves that lose at once are no moves; the others come by the cells that
** complete a line afterwards, then from the middle. A key has two neighbouring slots of the table, and what took more work stays.
**
** connect4_solve BITS prints the value for the first player (1, 0, -1), the nodes, and their seconds, with a table of 2^BITS slots of
** 16 bytes. The board is part of the program: -DCOLUMNS=5 -DROWS=4; (COLUMNS + 1) * (ROWS + 1) <= 62.
*/
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#ifndef COLUMNS
#define COLUMNS 7
#define ROWS 6
#endif
#define HEIGHT (ROWS + 1)       /* the bits of a column */

typedef uint64_t Cells;

typedef struct Slot {
  Cells key;
  uint32_t work;
  int8_t lower, upper;
} Slot;

static Cells lowest, board;
static Cells lower_of_pairs;            /* of each pair of cells in a column, counted from the top */
static Slot *slots;
static uint64_t slot_count, nodes;

/* The free cells that make three of these stones four in a line. */
static inline Cells threats (Cells stones, Cells all) {
  Cells found = stones << 1 & stones << 2 & stones << 3;
  for (int step = HEIGHT - 1; step <= HEIGHT + 1; step++) {
    const Cells up = stones << step & stones << 2 * step, down = stones >> step & stones >> 2 * step;
    found |= (up & (stones << 3 * step | stones >> step)) | (down & (stones >> 3 * step | stones << step));
  }
  return found & board & ~all;
}

static inline Cells column_of (int column) { return ((UINT64_C(1) << ROWS) - 1) << column * HEIGHT; }

static Cells mirrored (Cells key) {
  Cells image = 0;
  for (int c = 0; c < COLUMNS; c++) image |= (key >> c * HEIGHT & ((UINT64_C(1) << HEIGHT) - 1)) << (COLUMNS - 1 - c) * HEIGHT;
  return image;
}

static Slot *pair_of (Cells key) {
  Cells hash = key * UINT64_C(0x9E3779B97F4A7C15);
  hash = (hash ^ hash >> 32) * UINT64_C(0xD6E8FEB86659FD93);
  return &slots[((hash ^ hash >> 32) & (slot_count - 1)) & ~UINT64_C(1)];
}

static void store (Slot *pair, Cells key, int lower, int upper, uint64_t work) {
  Slot *to = pair[0].key == key || pair[0].key == 0 || (pair[1].key != key && pair[1].key != 0 && pair[0].work <= pair[1].work) ?
             &pair[0] : &pair[1];
  *to = (Slot){key, (uint32_t)(work > UINT32_MAX ? UINT32_MAX : work), (int8_t)lower, (int8_t)upper};
}

/* The moves, sorted; returns how many. */
static int sort (Cells mine, Cells all, Cells moves, Cells *sorted) {
  int count = 0, merits[COLUMNS] = {0};
  for (int c = 0; c < COLUMNS; c++) {
    const Cells cell = moves & column_of(c);
    if (cell == 0) continue;
    const int merit = 100 * __builtin_popcountll(threats(mine | cell, all | cell)) - abs(2 * c - COLUMNS + 1);
    int to = count++;
    for (; to > 0 && merits[to - 1] < merit; to--) merits[to] = merits[to - 1], sorted[to] = sorted[to - 1];
    merits[to] = merit;
    sorted[to] = cell;
  }
  return count;
}

static inline bool line (Cells stones) {
  static const int steps[] = {1, HEIGHT - 1, HEIGHT, HEIGHT + 1};
  bool found = false;
  for (int i = 0; i < 4; i++) {
    const Cells two = stones & stones >> steps[i];
    found |= (two & two >> 2 * steps[i]) != 0;
  }
  return found;
}

/* Narrows the window by lines that are not open any more, and by what the player who is not to move gets when he follows up. */
static inline void narrow (Cells mine, Cells others, int left, int *alpha, int *beta) {
  const Cells free = board & ~(mine | others), landing = (mine | others) + lowest & board;
  if (*alpha < 0 && !line(others | free)) *alpha = 0;
  if (*beta > 0 && !line(left % 2 ? mine | free : mine | (free & lower_of_pairs) | landing)) *beta = 0;
  if (left % 2 == 0 && *beta == 0 && *alpha < 0 && line(others | (free & ~lower_of_pairs & ~landing)) &&
      !line(mine | (free & lower_of_pairs) | landing)) *beta = -1;
}

static int search (Cells mine, Cells all, int left, int alpha, int beta) {
  const Cells others = mine ^ all, dangers = threats(others, all), before = nodes++;
  Cells moves = all + lowest & board, sorted[COLUMNS];
  const Cells forced = moves & dangers;
  if (forced & (forced - 1)) return -1;
  moves = (forced ? forced : moves) & ~(dangers >> 1);
  if (moves == 0) return -1;
  if (left <= 2) return 0;
  narrow(mine, others, left, &alpha, &beta);
  if (alpha >= beta) return alpha;
  Cells key = mine + all + lowest;
  const Cells image = mirrored(key);
  if (image < key) key = image;
  Slot *pair = pair_of(key), *known = pair[0].key == key ? &pair[0] : pair[1].key == key ? &pair[1] : NULL;
  int lower = known ? known->lower : -1, upper = known ? known->upper : 1, best = -2;
  if (lower >= beta) return lower;
  if (upper <= alpha) return upper;
  const int count = sort(mine, all, moves, sorted);
  for (int i = 0; i < count && best < beta; i++) {
    const int value = -search(others, all | sorted[i], left - 1, -beta, -alpha);
    if (value > best) best = value;
  }
  if (best < beta) upper = best < upper ? best : upper;
  else lower = best > lower ? best : lower;
  store(pair, key, lower, upper, nodes - before);
  return best;
}

static double seconds (void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

int main (int argc, char **argv) {
  if (argc != 2) return 1;
  slot_count = UINT64_C(1) << atoi(argv[1]);
  const size_t size = slot_count * sizeof *slots, page = (size_t)1 << 21;
  slots = aligned_alloc(page, (size + page - 1) & ~(page - 1));
  if (slots == NULL) return 1;
  madvise(slots, size, MADV_HUGEPAGE);
  memset(slots, 0, size);
  for (int c = 0; c < COLUMNS; c++) {
    lowest |= UINT64_C(1) << c * HEIGHT;
    board |= column_of(c);
    for (int row = ROWS - 2; row >= 0; row -= 2) lower_of_pairs |= UINT64_C(1) << (c * HEIGHT + row);
  }
  const double began = seconds();
  int value = 1;
  while (value > -1 && search(0, 0, COLUMNS * ROWS, value - 1, value) < value) value--;
  printf("%d %llu %f\n", value, (unsigned long long)nodes, seconds() - began);
  return 0;
}
