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

/* JavaScript, as gts_rules has them: they return 1 or 0, and -1 where they failed; texts live until the next call. */
int host_next (void *game, const int64_t *position, const int64_t *last, int64_t *move, int64_t *child);
int host_evaluate (void *game, const int64_t *position, double *value);
int host_player (void *game, const int64_t *position);
int host_terminal (void *game, const int64_t *position);
int host_bounds (void *game, const int64_t *position, double *lower, double *upper);
int host_key (void *game, const int64_t *position, int64_t *key, const char **text);
const char *host_show (void *game, const int64_t *position);
const char *host_move_name (void *game, int move);
void host_release (void *game, int object);
void host_close (void *game);
const char *host_call (double number, const char *arguments);

/* What rules may have, in `has` of host_game. */
enum { HAS_PLAYER = 1, HAS_TERMINAL = 2, HAS_BOUNDS = 4, HAS_KEY = 8 };

static const char *ask_move_name (void *game, int64_t move) { return host_move_name(game, (int)move); }

static void tell_release (void *game, int64_t object) { host_release(game, (int)object); }

/* Returns the handle of a game of rules in JavaScript; 0: see gts_error. A number that is NaN is not there. */
int host_game (gts *g, int game, int has, const char *name, int start, double lower, double upper, double cycle) {
  const gts_rules rules = {
    .size = sizeof rules, .name = name, .context = (void *)(intptr_t)game, .words = 1, .start = {start},
    .next = host_next, .evaluate = host_evaluate, .key = has & HAS_KEY ? host_key : NULL, .show = host_show, .move_name = ask_move_name,
    .player = has & HAS_PLAYER ? host_player : NULL, .terminal = has & HAS_TERMINAL ? host_terminal : NULL,
    .bounds = has & HAS_BOUNDS ? host_bounds : NULL, .release = tell_release, .close = host_close,
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
