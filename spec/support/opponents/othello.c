/* Othello, 8 x 8; a move is a cell, 8 * row + column from the upper left, or 64 for a pass. Player 0 begins. */
#include "opponent.h"

#define PASS 64
#define NOT_LEFT UINT64_C(0xFEFEFEFEFEFEFEFE)
#define NOT_RIGHT UINT64_C(0x7F7F7F7F7F7F7F7F)

static const int steps[8] = {1, 9, 8, 7, -1, -9, -8, -7};
static const uint64_t kept[8] = {
  NOT_LEFT, NOT_LEFT, UINT64_MAX, NOT_RIGHT, NOT_RIGHT, NOT_RIGHT, UINT64_MAX, NOT_LEFT,
};

static uint64_t moved (uint64_t set, int way) {
  int step = steps[way];
  return (step > 0 ? set << step : set >> -step) & kept[way];
}

static uint64_t places (uint64_t mine, uint64_t theirs) {
  uint64_t found = 0;
  for (int way = 0; way < 8; way++) {
    uint64_t run = moved(mine, way) & theirs;
    for (int i = 0; i < 5; i++) run |= moved(run, way) & theirs;
    found |= moved(run, way);
  }
  return found & ~(mine | theirs);
}

static void start (Board *b) {
  b->stones[0] = UINT64_C(1) << 28 | UINT64_C(1) << 35;
  b->stones[1] = UINT64_C(1) << 27 | UINT64_C(1) << 36;
}

static int moves (const Board *b, int *list) {
  uint64_t mine = b->stones[b->turn], theirs = b->stones[!b->turn], set = places(mine, theirs);
  int count = 0;
  if (set == 0 && places(theirs, mine)) list[count++] = PASS;
  for (; set; set &= set - 1) list[count++] = lowest(set);
  return count;
}

static void play (Board *b, int cell) {
  if (cell != PASS) {
    uint64_t mine = b->stones[b->turn], theirs = b->stones[!b->turn], stone = UINT64_C(1) << cell, turned = 0;
    for (int way = 0; way < 8; way++) {
      uint64_t run = 0, at = moved(stone, way);
      for (; at & theirs; at = moved(at, way)) run |= at;
      if (at & mine) turned |= run;
    }
    b->stones[b->turn] = mine | stone | turned;
    b->stones[!b->turn] = theirs & ~turned;
  }
  b->turn = !b->turn;
}

static int outcome (const Board *b) { return pop(b->stones[0]) - pop(b->stones[1]); }

/* Rings of cells that weigh the same: corners, their neighbours on the edge, and so on. */
static int weight (uint64_t stones) {
  static const struct { uint64_t cells; int weight; } classes[] = {
    {UINT64_C(0x8100000000000081), 100}, {UINT64_C(0x4281000000008142), -20}, {UINT64_C(0x0042000000004200), -50},
    {UINT64_C(0x2400810000810024), 10}, {UINT64_C(0x1800008181000018), 5}, {UINT64_C(0x003C424242423C00), -2},
  };
  int sum = 0;
  for (int i = 0; i < 6; i++) sum += classes[i].weight * pop(stones & classes[i].cells);
  return sum;
}

static int estimate (const Board *b) {
  uint64_t mine = b->stones[0], theirs = b->stones[1];
  return weight(mine) - weight(theirs) + 8 * (pop(places(mine, theirs)) - pop(places(theirs, mine)));
}

const Rules othello = {"othello", start, moves, play, outcome, estimate, 0};
