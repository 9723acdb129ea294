/*
** The library for JavaScript (rocks/wasm/gts.js): games whose rules are functions there, and functions there as arguments. Positions
** and moves are objects of JavaScript, with numbers; a game is known there by the number in its context.
*/
#include <math.h>
#include <stdint.h>

#include "library/search.h"

/* For JavaScript. */
gts *host_begin (void);
int host_game (gts *g, int game, int has, const char *name, int start, double lower, double upper, double cycle);

/* JavaScript: they return 1 or 0, and -1 where they failed; texts live until the next call. */
int host_next (int game, int position, int last, int32_t *to);
int host_evaluate (int game, int position, double *value);
int host_player (int game, int position);
int host_terminal (int game, int position);
int host_bounds (int game, int position, double *to);
int host_key (int game, int position, int32_t *halves, const char **text);
const char *host_show (int game, int position);
const char *host_move_name (int game, int move);
void host_release (int game, int object);
void host_close (int game);
const char *host_call (double number, const char *arguments);

/* What rules may have, in `has` of host_game. */
enum { HAS_PLAYER = 1, HAS_TERMINAL = 2, HAS_BOUNDS = 4 };

static int game_of (const void *context) { return (int)(intptr_t)context; }

static int ask_next (void *context, const int64_t *position, const int64_t *last, int64_t *move, int64_t *child) {
  int32_t to[2] = {0, 0};
  const int there = host_next(game_of(context), (int)*position, last ? (int)*last : 0, to);
  *move = to[0];
  *child = to[1];
  return there;
}

static int ask_evaluate (void *context, const int64_t *position, double *value) {
  return host_evaluate(game_of(context), (int)*position, value);
}

static int ask_player (void *context, const int64_t *position) { return host_player(game_of(context), (int)*position); }

static int ask_terminal (void *context, const int64_t *position) { return host_terminal(game_of(context), (int)*position); }

static int ask_bounds (void *context, const int64_t *position, double *lower, double *upper) {
  double to[2] = {NAN, NAN};
  const int good = host_bounds(game_of(context), (int)*position, to);
  *lower = to[0];
  *upper = to[1];
  return good;
}

/* The lower half first. */
static int ask_key (void *context, const int64_t *position, int64_t *key, const char **text) {
  int32_t halves[2] = {0, 0};
  const int good = host_key(game_of(context), (int)*position, halves, text);
  *key = (int64_t)((uint64_t)(uint32_t)halves[1] << 32 | (uint32_t)halves[0]);
  return good;
}

static const char *ask_show (void *context, const int64_t *position) { return host_show(game_of(context), (int)*position); }

static const char *ask_move_name (void *context, int64_t move) { return host_move_name(game_of(context), (int)move); }

static void tell_release (void *context, int64_t object) { host_release(game_of(context), (int)object); }

static void tell_close (void *context) { host_close(game_of(context)); }

/* Returns the handle of a game of rules in JavaScript; 0: see gts_error. A number that is NaN is not there. */
int host_game (gts *g, int game, int has, const char *name, int start, double lower, double upper, double cycle) {
  const gts_rules rules = {
    .size = sizeof rules, .name = name, .context = (void *)(intptr_t)game, .words = 1, .start = {start},
    .next = ask_next, .evaluate = ask_evaluate, .key = ask_key, .show = ask_show, .move_name = ask_move_name,
    .player = has & HAS_PLAYER ? ask_player : NULL, .terminal = has & HAS_TERMINAL ? ask_terminal : NULL,
    .bounds = has & HAS_BOUNDS ? ask_bounds : NULL, .release = tell_release, .close = tell_close,
    .has_range = !isnan(lower), .lower = lower, .upper = upper, .has_cycle = !isnan(cycle), .cycle = cycle,
  };
  return (int)gts_functions(g, &rules);
}

static const char *call (void *context, int64_t number, const char *arguments) {
  (void)context;
  return host_call((double)number, arguments);
}

/* Returns a gts that calls functions of JavaScript; NULL: see gts_error. */
gts *host_begin (void) {
  gts *g = gts_open();
  if (g) gts_set_function(g, call, NULL);
  return g;
}
