/*
** What a value rests on, and what of it may therefore be kept.
**
** The value that a search finds for a node is that of its position on every path and at every depth only if nothing else has gone into
** it. Three things may have:
**
**   a horizon     a leaf below was evaluated that is no end of the game: the value is that at this remaining depth alone
**   a repetition  a position below repeats one above the node: the value is that on this path alone (search/repeat.h)
**   a selection   something below was left out, added, or known for more plies than there are to go: beside a horizon, the value is that
**                 of no depth at all
**
** s->pass.basis says so of what is searched: basis_begin and basis_end stand around each node. Whatever keeps values takes Bounds: table
** entries, nodes of a tree, verdicts. The functions below alone make Bounds, each from what they rest on; their
** fields are sealed (named in this file only), so that code which keeps a plain value does not compile.
*/
#pragma once

#include <limits.h>

#include "search/value.h"

#define NO_HORIZON INT_MAX      /* as a depth: to the terminals; as a ply: none */

typedef struct Basis {
  int repeats;          /* the least ply that a repetition repeats; NO_HORIZON: there is none */
  bool horizon;
  bool selection;
} Basis;

/* The basis of what rests on ends of games, bounds of the rules and proofs alone. */
#define FIRM ((Basis){NO_HORIZON, false, false})

/* Adds `more` to what *to rests on. */
static ALWAYS_INLINE void basis_add (Basis *to, Basis more) {
  if (more.repeats < to->repeats) to->repeats = more.repeats;
  to->horizon |= more.horizon;
  to->selection |= more.selection;
}

/* Does a value with this basis, of a node at `ply`, hold on every path to its position? */
static ALWAYS_INLINE bool basis_holds (Basis basis, int ply) { return basis.repeats >= ply; }

/* Returns the basis of a node at `ply` as that of its parent: what repeats the node itself is no repetition there. */
static ALWAYS_INLINE Basis basis_above (Basis basis, int ply) {
  if (basis_holds(basis, ply)) basis.repeats = NO_HORIZON;
  return basis;
}

/* Is the value that of the game, or at least that at its depth? */
static ALWAYS_INLINE bool basis_is_plain (Basis basis) { return !(basis.horizon && basis.selection); }

#define LOWER_SOLVED UINT64_C(8)        /* the lower bound rests on no horizon, and serves at a greater depth too */
#define UPPER_SOLVED UINT64_C(16)       /* as the bits lie in a slot: see entry.h */
#define BOTH_SOLVED (LOWER_SOLVED | UPPER_SOLVED)

/* Bounds of a position, on every path to it, and which of the two are solved. The others hold at the depth that is kept with them. */
typedef struct Bounds {
  Value sealed_lower, sealed_upper;
  uint64_t sealed_solved;
} Bounds;

static ALWAYS_INLINE Value bounds_lower (Bounds b) { return b.sealed_lower; }
static ALWAYS_INLINE Value bounds_upper (Bounds b) { return b.sealed_upper; }
static ALWAYS_INLINE uint64_t bounds_solved (Bounds b) { return b.sealed_solved; }

/* Nothing is known. */
static ALWAYS_INLINE Bounds bounds_open (void) { return (Bounds){-INFINITY, INFINITY, 0}; }

/* Bounds as a table has them, which has been given them as Bounds. */
static ALWAYS_INLINE Bounds bounds_kept (Value lower, Value upper, uint64_t solved) { return (Bounds){lower, upper, solved & BOTH_SOLVED}; }

/* Two figures that are no bounds of a position, and a mark, 0 or one of the two bits; for a table that serves another purpose. */
static ALWAYS_INLINE Bounds bounds_figures (Value lower, Value upper, uint64_t mark) { return (Bounds){lower, upper, mark}; }

/* Those of `b` that are marked in `which`. */
static ALWAYS_INLINE Bounds bounds_only (Bounds b, uint64_t which) {
  if (!(which & LOWER_SOLVED)) b.sealed_lower = -INFINITY;
  if (!(which & UPPER_SOLVED)) b.sealed_upper = INFINITY;
  b.sealed_solved &= which;
  return b;
}

/* Those of the reversed position, whose value is the negative one (0, and not -0, of 0). */
static inline Bounds bounds_reversed (Bounds b) {
  const uint64_t solved = b.sealed_solved == LOWER_SOLVED || b.sealed_solved == UPPER_SOLVED ? b.sealed_solved ^ BOTH_SOLVED : b.sealed_solved;
  return (Bounds){0 - b.sealed_upper, 0 - b.sealed_lower, solved};
}

/* With `more` added to both. Where that is not exact, nothing is known. */
static inline Bounds bounds_moved (Bounds b, Value more) {
  const Value lower = b.sealed_lower + more, upper = b.sealed_upper + more;
  if (!(fabs(b.sealed_lower) < 0x1p53 && fabs(lower) < 0x1p53)) b = bounds_only(b, UPPER_SOLVED);
  else b.sealed_lower = lower;
  if (!(fabs(b.sealed_upper) < 0x1p53 && fabs(upper) < 0x1p53)) b = bounds_only(b, LOWER_SOLVED);
  else b.sealed_upper = upper;
  return b;
}

/* The better of the bounds of a position that two have found; of equal ones the solved one. */
static ALWAYS_INLINE Bounds bounds_and (Bounds a, Bounds b) {
  const uint64_t lower = b.sealed_solved & LOWER_SOLVED, upper = b.sealed_solved & UPPER_SOLVED;
  if (b.sealed_lower > a.sealed_lower || (b.sealed_lower == a.sealed_lower && lower)) {
    a.sealed_lower = b.sealed_lower;
    a.sealed_solved = (a.sealed_solved & ~LOWER_SOLVED) | lower;
  }
  if (b.sealed_upper < a.sealed_upper || (b.sealed_upper == a.sealed_upper && upper)) {
    a.sealed_upper = b.sealed_upper;
    a.sealed_solved = (a.sealed_solved & ~UPPER_SOLVED) | upper;
  }
  return a;
}

/*
** What a search of the window `w` has found of a node at `ply`, by a value with this basis: an upper bound if it is below beta, a lower
** bound if it is above alpha. Nothing, if it does not hold on every path, or is the value of no depth.
*/
static ALWAYS_INLINE Bounds bounds_found (Basis basis, int ply, Window w, Value value) {
  const bool keeps = basis_holds(basis, ply) && basis_is_plain(basis);
  const bool at_least = keeps && value > w.alpha, at_most = keeps && value < w.beta;
  return (Bounds){at_least ? value : -INFINITY, at_most ? value : INFINITY,
                  basis.horizon ? 0 : (at_least ? LOWER_SOLVED : 0) | (at_most ? UPPER_SOLVED : 0)};
}

/* Like bounds_found, of a search that need not see the whole tree: bounds at a depth are likely, and for tables whose readers expect that. */
static ALWAYS_INLINE Bounds bounds_likely (Basis basis, int ply, Window w, Value value) {
  basis.selection = false;
  return bounds_found(basis, ply, w, value);
}

/* What is `proved`, narrowed to bounds that were `found` and do not contradict it: of likely ones, the newest. */
static ALWAYS_INLINE Bounds bounds_within (Bounds proved, Bounds found) {
  if (found.sealed_upper < proved.sealed_lower) found = bounds_only(found, LOWER_SOLVED);
  if (found.sealed_lower > proved.sealed_upper) found = bounds_only(found, UPPER_SOLVED);
  return bounds_and(proved, found);
}

/* The value of a node at `ply`, with this basis, as both bounds. */
static ALWAYS_INLINE Bounds bounds_value (Basis basis, int ply, Value value) {
  return basis_holds(basis, ply) && basis_is_plain(basis) ? (Bounds){value, value, basis.horizon ? 0 : BOTH_SOLVED} : bounds_open();
}

/*
** The basis of a bound that `player` is sure of. If it is better for him than a repetition, worth `round`, its proof has none: there a
** repetition would be a failure.
*/
static inline Basis basis_of_bound (Basis basis, Player player, Value bound, Value round) {
  if (better(player, bound, round)) basis.repeats = NO_HORIZON;
  return basis;
}

/* The bound that `player` is sure of, of a node at `ply`. */
static inline Bounds bounds_sure (Basis basis, int ply, Player player, Value bound) {
  return bounds_found(basis, ply, player == MAX ? (Window){-INFINITY, bound} : (Window){bound, INFINITY}, bound);
}
