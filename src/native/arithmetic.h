/*
** What rules translated to C are made of: Lua's own arithmetic on integers and floats, without Lua (reference manual, 3.4).
**
** A translated function that meets what it cannot do (a division by zero, a nil where a number should be) does not raise the
** error itself: it gives up, and the same call is made once more in Lua, which knows best what to say. So the macros here jump
** to the label `give_up`.
*/
#ifndef GTS_COMPILED_H
#define GTS_COMPILED_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "game/game.h"

/* What a Lua value is. Strings, tables and functions are constants, known by a number. */
typedef enum Tag { T_NIL, T_BOOL, T_INT, T_FLT, T_STR, T_TAB, T_FUN } Tag;

/* A game some of whose rules are compiled; what they give up, and what is not compiled, is asked of `rules`. */
typedef struct CompiledGame {
  Game game;            /* first: a CompiledGame is a Game */
  Game *rules;          /* the same game, served by Lua */
  int64_t *top;         /* the first slot that is free for things held along the path; see enter_walk */
  /* Looks up from a loop that may be endless: leaves the search if it is to be stopped. */
  void (*look) (struct CompiledGame *game);
  int32_t turns;        /* calls of functions that call themselves, until the next look */
} CompiledGame;

#define TWO_63 9223372036854775808.0    /* the first float above all integers; its negative is the least integer */
#define KEY_IS_INTEGER UINT64_C(0xfe00000000000000)     /* the second word of a key that is an integer */
#define WALK_SLOTS 4            /* how many slots an open walk holds things in */
#define TURNS_BETWEEN_LOOKS (1 << 16)
#define DEEPEST_RECURSION 500   /* deeper calls are left to Lua, whose stack grows */

#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#define GIVE_UP_IF(condition) do { if (UNLIKELY(condition)) goto give_up; } while (0)

/*
** Opens a walk if it is at its beginning, and leaves the slots above it free for what the child will need. The same for rules
** in Lua and for compiled ones, so that either can go on with a walk of the other.
*/
static inline void enter_walk (int64_t *top, Walk *walk) {
  if (walk->index == 0) walk->state[0] = *top;
  *top = walk->state[0] + WALK_SLOTS;
}

static inline int64_t lua_add (int64_t a, int64_t b) { return (int64_t)((uint64_t)a + (uint64_t)b); }
static inline int64_t lua_sub (int64_t a, int64_t b) { return (int64_t)((uint64_t)a - (uint64_t)b); }
static inline int64_t lua_mul (int64_t a, int64_t b) { return (int64_t)((uint64_t)a * (uint64_t)b); }

static inline int64_t lua_abs (int64_t a) { return a < 0 ? lua_sub(0, a) : a; }

/* Division rounds down, and the remainder has the sign of the divisor; b is not 0. */
static inline int64_t lua_idiv (int64_t a, int64_t b) {
  if (b == -1) return lua_sub(0, a);
  int64_t q = a / b;
  return q - ((a % b != 0) & ((a ^ b) < 0));
}

static inline int64_t lua_mod (int64_t a, int64_t b) {
  if (b == -1) return 0;
  int64_t r = a % b;
  return r + (((r != 0) & ((r ^ b) < 0)) ? b : 0);
}

static inline double lua_fmod (double a, double b) {
  double r = fmod(a, b);
  return (r > 0 && b < 0) || (r < 0 && b > 0) ? r + b : r;
}

static inline double lua_pow (double a, double b) { return b == 2 ? a * a : pow(a, b); }

/* A shift by a negative number goes the other way, and one by 64 or more leaves nothing. */
static inline int64_t lua_shl (int64_t a, int64_t b) {
  if (b >= 0) return b < 64 ? (int64_t)((uint64_t)a << b) : 0;
  return b > -64 ? (int64_t)((uint64_t)a >> -b) : 0;
}

static inline int64_t lua_shr (int64_t a, int64_t b) {
  if (b >= 0) return b < 64 ? (int64_t)((uint64_t)a >> b) : 0;
  return b > -64 ? (int64_t)((uint64_t)a << -b) : 0;
}

/* Has the float `d` an integer that equals it? */
static inline bool is_integer (double d) { return d >= -TWO_63 && d < TWO_63 && d == floor(d); }

/* Comparisons of an integer with a float, exact where a conversion is not. */
static inline bool int_equals (int64_t i, double d) { return is_integer(d) && (int64_t)d == i; }

static inline bool int_less (int64_t i, double d) {
  return d >= TWO_63 ? true : d > -TWO_63 ? i < (int64_t)ceil(d) : false;       /* NaN: false */
}

static inline bool int_less_equal (int64_t i, double d) {
  return d >= TWO_63 ? true : d >= -TWO_63 ? i <= (int64_t)floor(d) : false;
}

static inline bool less_int (double d, int64_t i) {
  return d >= TWO_63 ? false : d >= -TWO_63 ? (int64_t)floor(d) < i : d < 0;
}

static inline bool less_equal_int (double d, int64_t i) {
  return d >= TWO_63 ? false : d > -TWO_63 ? (int64_t)ceil(d) <= i : d < 0;
}

/* a < b and a <= b for numbers that are integers or floats. */
static inline bool number_less (Tag ta, int64_t ia, double da, Tag tb, int64_t ib, double db) {
  if (ta == T_INT) return tb == T_INT ? ia < ib : int_less(ia, db);
  return tb == T_INT ? less_int(da, ib) : da < db;
}

static inline bool number_less_equal (Tag ta, int64_t ia, double da, Tag tb, int64_t ib, double db) {
  if (ta == T_INT) return tb == T_INT ? ia <= ib : int_less_equal(ia, db);
  return tb == T_INT ? less_equal_int(da, ib) : da <= db;
}

/* a == b for any values. */
static inline bool raw_equal (Tag ta, int64_t ia, double da, Tag tb, int64_t ib, double db) {
  if (ta == T_INT && tb == T_FLT) return int_equals(ia, db);
  if (ta == T_FLT && tb == T_INT) return int_equals(ib, da);
  if (ta != tb) return false;
  return ta == T_NIL ? true : ta == T_FLT ? da == db : ia == ib;
}

/* The limit of a loop over integers, which may be a float; false if the loop is not to run at all. */
static inline bool loop_limit (int64_t first, int64_t step, Tag tag, int64_t *limit, double float_limit) {
  if (tag == T_FLT) {
    if (isnan(float_limit)) return false;
    double rounded = step < 0 ? ceil(float_limit) : floor(float_limit);
    if (rounded >= TWO_63) {
      if (step < 0) return false;
      *limit = INT64_MAX;
    } else if (rounded < -TWO_63) {
      if (step > 0) return false;
      *limit = INT64_MIN;
    } else *limit = (int64_t)rounded;
  }
  return step > 0 ? first <= *limit : first >= *limit;
}

/* How often a loop goes round again after the first time. */
static inline uint64_t loop_count (int64_t first, int64_t limit, int64_t step) {
  if (step > 0) return ((uint64_t)limit - (uint64_t)first) / (uint64_t)step;
  return ((uint64_t)first - (uint64_t)limit) / ((uint64_t)(-(step + 1)) + 1u);
}

#endif
