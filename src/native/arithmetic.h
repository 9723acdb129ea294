/* What rules translated to C compute with: Lua's own arithmetic on integers and floats, without Lua (reference manual, 3.4). */
#ifndef GTS_ARITHMETIC_H
#define GTS_ARITHMETIC_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/unlikely.h"

/* The type tags of Lua values. Tables and functions that were there before are constants, numbered. */
typedef enum Tag { T_NIL, T_BOOL, T_INT, T_FLT, T_STR, T_TAB, T_FUN } Tag;

/*
** A float by its bits: every one can be written so, whatever the compiler; and one that computes with constants in another precision
** than the processor does not see them.
*/
typedef union FloatBits { uint64_t bits; double value; } FloatBits;

static inline double FLOAT (uint64_t bits) { return (FloatBits){.bits = bits}.value; }

#define TWO_63 9223372036854775808.0    /* the first float above all integers; its negative is the least integer */

/* Macros, for not every compiler knows inline functions as fast as these. */
#define lua_add(a, b) ((int64_t)((uint64_t)(a) + (uint64_t)(b)))
#define lua_sub(a, b) ((int64_t)((uint64_t)(a) - (uint64_t)(b)))
#define lua_mul(a, b) ((int64_t)((uint64_t)(a) * (uint64_t)(b)))

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

/* Compilers know powers of constants to the last bit, which the C library, that Lua asks, does not: they must not see what is called. */
static inline double lua_pow (double a, double b) {
  double (*volatile power) (double, double) = pow;
  return b == 2 ? a * a : power(a, b);
}

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

static inline bool int_less_equal (int64_t i, double d) { return d >= TWO_63 ? true : d >= -TWO_63 ? i <= (int64_t)floor(d) : false; }

static inline bool less_int (double d, int64_t i) { return d >= TWO_63 ? false : d >= -TWO_63 ? (int64_t)floor(d) < i : d < 0; }

static inline bool less_equal_int (double d, int64_t i) { return d >= TWO_63 ? false : d > -TWO_63 ? (int64_t)ceil(d) <= i : d < 0; }

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

/*
** The limit of a loop over integers, which may be a float; false if the loop is not to run at all. To Lua, NaN is a limit below all
** integers.
*/
static inline bool loop_limit (int64_t first, int64_t step, Tag tag, int64_t *limit, double float_limit) {
  if (tag == T_FLT) {
    double rounded = step < 0 ? ceil(float_limit) : floor(float_limit);
    if (is_integer(rounded)) *limit = (int64_t)rounded;
    else if (rounded > 0) {
      if (step < 0) return false;
      *limit = INT64_MAX;
    } else {
      if (step > 0) return false;
      *limit = INT64_MIN;
    }
  }
  return step > 0 ? first <= *limit : first >= *limit;
}

/* Returns the number of iterations of a loop after the first. */
static inline uint64_t loop_count (int64_t first, int64_t limit, int64_t step) {
  if (step > 0) return ((uint64_t)limit - (uint64_t)first) / (uint64_t)step;
  return ((uint64_t)first - (uint64_t)limit) / ((uint64_t)(-(step + 1)) + 1u);
}

#endif
