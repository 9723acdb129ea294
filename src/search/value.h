/* Values, and the windows that they are seen through: what is better for whom, and by how little. */
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/unlikely.h"
#include "game/game.h"

/*
** Inlines a function at every call, so that constant parameters (the player, mostly) fold. Not where nothing is optimized: there each copy
** would have its own place in the frame, and a ply take kilobytes of the stack.
*/
#ifdef __OPTIMIZE__
#define ALWAYS_INLINE inline __attribute__((always_inline))
#else
#define ALWAYS_INLINE inline
#endif

/* Cold path: optimized for size and compile time. */
#define COLD __attribute__((cold, noinline))

/* The values that matter: those between alpha and beta. */
typedef struct Window { Value alpha, beta; } Window;

/* No constant: not every compiler can hold infinity. */
#define WHOLE_WINDOW ((Window){-INFINITY, INFINITY})

/* Is a better than b for `player`? */
static inline bool better (Player player, Value a, Value b) { return player == MAX ? a > b : a < b; }

/* Returns the worst value for `player`. */
static inline Value worst_for (Player player) { return player == MAX ? -INFINITY : INFINITY; }

/* The side of a window that the player moves up. */
static inline Value own_side (Player player, Window w) { return player == MAX ? w.alpha : w.beta; }

/* `value` is sure to `player`: so the window moves up to it, on his side. */
static inline void narrow (Player player, Value value, Window *w) {
  if (player == MAX) {
    if (value > w->alpha) w->alpha = value;
  } else {
    if (value < w->beta) w->beta = value;
  }
}

static inline bool window_open (Window w) { return w.alpha < w.beta; }

/* The next double above `value`, or below it: nextafter, inlined. */
static inline Value next_above (Value value) {
  union { Value value; int64_t bits; } next = {value};
  if (value == 0) next.bits = 1;
  else if (value < INFINITY) next.bits += value > 0 ? 1 : -1;
  return next.value;
}

static inline Value next_below (Value value) { return -next_above(-value); }

/* Returns the null window that separates values better than `bound` for `player` from the others. */
static inline Window null_window (Player player, Value bound) {
  return player == MAX ? (Window){bound, next_above(bound)} : (Window){next_below(bound), bound};
}
