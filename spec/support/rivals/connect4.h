/* A board of connect-4 as two bitboards, for connect4.c and connect4_playouts.c. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define COLUMNS 7
#define HEIGHT 7                /* six rows, and one bit that stays free */
#define FLOOR UINT64_C(0x0040810204081)
#define BOARD (FLOOR * 0x3F)

static int four (uint64_t stones) {
  static const int steps[] = {1, HEIGHT - 1, HEIGHT, HEIGHT + 1};
  for (int i = 0; i < 4; i++) {
    uint64_t two = stones & stones >> steps[i];
    if (two & two >> 2 * steps[i]) return 1;
  }
  return 0;
}
