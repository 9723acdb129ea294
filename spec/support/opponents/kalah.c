/*
** Kalah(6,4): a move is a pit, 0 to 5, counted from the mover's left; sowing runs through his own store and past the other's.
** The last seed in the own store: he moves again. In an own empty pit opposite to one with seeds: both go to his store. When a
** player has no seeds in his pits the game is over, and the rest belongs to the other.
*/
#include "opponent.h"

#include <string.h>

#define PITS 6
#define SEEDS 4

static int side (const Board *b, int player) {
  int sum = 0;
  for (int i = 0; i < PITS; i++) sum += b->pit[7 * player + i];
  return sum;
}

static void start (Board *b) {
  memset(b->pit, SEEDS, sizeof b->pit);
  b->pit[6] = b->pit[13] = 0;
}

static int moves (const Board *b, int *list) {
  int count = 0;
  if (side(b, 0) == 0 || side(b, 1) == 0) return 0;
  for (int i = PITS - 1; i >= 0; i--)
    if (b->pit[7 * b->turn + i]) list[count++] = i;
  return count;
}

static void play (Board *b, int move) {
  int own = 7 * b->turn, store = own + 6, other_store = (store + 7) % 14, at = own + move, seeds = b->pit[at];
  b->pit[at] = 0;
  while (seeds > 0) {
    at = (at + 1) % 14;
    if (at == other_store) continue;
    b->pit[at]++;
    seeds--;
  }
  if (at == store) return;
  if (at >= own && at < own + PITS && b->pit[at] == 1 && b->pit[12 - at] > 0) {
    b->pit[store] += 1 + b->pit[12 - at];
    b->pit[at] = b->pit[12 - at] = 0;
  }
  b->turn = !b->turn;
}

static int outcome (const Board *b) { return b->pit[6] + side(b, 0) - b->pit[13] - side(b, 1); }

static int estimate (const Board *b) { return b->pit[6] - b->pit[13]; }

const Rules kalah = {"kalah", start, moves, play, outcome, estimate, 0};
