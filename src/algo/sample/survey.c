/*
** Surveys a game: plays random games from the root, and asks of every position on their way what a search would ask. The counts tell
** whether its evaluation says something before the end of the game, and its bounds, and how large the tree is: gts.best chooses by
** them between deepening and sampling (lua/gts/best/choice.lua).
**
** An evaluation says something where positions at one ply differ in it: all are compared with the first one seen at their ply, so that
** what depends on the ply alone, as on the player to move, says nothing.
**
** The product of the numbers of moves along a random game is, on average, the number of all games. (Knuth, "Estimating the efficiency
** of backtrack programs", 1975.) The mean of its logarithm is less than the logarithm of that.
**
** It finds no value, and publishes none.
*/
#include "algo/sample/playout.h"

#include <math.h>

enum { PLIES = 512 };   /* with evaluations of their own; all beyond are one */

static const char *const names[] = {"positions", "settled", "compared", "differing", "games", "ended", "paths", NULL};
enum {
  POSITIONS,            /* that were asked: none is terminal */
  SETTLED,              /* whose bounds meet; the others were evaluated, too */
  COMPARED, DIFFERING,  /* whose evaluation was compared with the first at their ply; and differs */
  GAMES, ENDED,         /* that were played; that ended */
  PATHS                 /* sum, over the latter, of the logarithms of the products of the numbers of moves */
};

typedef struct Survey {
  Search *search;
  Value first[PLIES];   /* the first evaluation seen at each ply; NaN: none yet */
  double paths;         /* of the game that is played: sum of the logarithms of the numbers of moves */
} Survey;

static bool is_settled (Search *s, const Position *p) {
  Value lower = s->pass.lower, upper = s->pass.upper;
  if (!visit_informed(s) || !game_has_bounds(s->game)) return false;
  game_bounds(s->game, p, &lower, &upper);
  return lower >= upper;
}

static void compare (Survey *v, int64_t ply, Value value) {
  Value *first = &v->first[ply < PLIES ? ply : PLIES - 1];
  double *figures = v->search->outcome.figures.of;
  if (isnan(*first)) {
    *first = value;
    return;
  }
  figures[COMPARED]++;
  figures[DIFFERING] += value != *first;
}

/* A PlayoutChoose: asks of the position, and plays a random move. */
static bool look (void *surveyor, Playout *p, Stand *st, int64_t ply) {
  Survey *v = surveyor;
  Search *s = v->search;
  const bool settled = is_settled(s, &st->position);
  const Value value = settled ? 0 : game_evaluate(s->game, &st->position);
  s->outcome.stats.leaves += !settled;
  if (!playout_step(p, st, ply)) return false;
  s->outcome.figures.of[POSITIONS]++;
  v->paths += log((double)st->of);
  if (settled) s->outcome.figures.of[SETTLED]++;
  else compare(v, ply, value);
  return true;
}

/* Is it clear that the evaluation says something? Then there is no more to learn that would matter. */
static bool is_clear (const double *figures) {
  enum { ENOUGH = 32, PART = 8 };
  return figures[COMPARED] >= ENOUGH && figures[DIFFERING] * PART > figures[COMPARED];
}

static void run (Search *s) {
  Survey v = {.search = s};
  double *figures = s->outcome.figures.of;
  Playout playout;
  double most = playout_iterations(s);
  s->outcome.figures.names = names;
  playout_open(&playout, s, false);
  playout.choose = look;
  playout.chooser = &v;
  for (int i = 0; i < PLIES; i++) v.first[i] = NAN;
  if (visit_leaf(s, &s->pass.root)) most = 0;
  while (figures[GAMES] < most && !is_clear(figures)) {
    const double before = figures[POSITIONS];
    v.paths = 0;
    playout_run(&playout, &s->pass.root);
    figures[GAMES]++;
    if (figures[POSITIONS] - before >= (double)playout.longest) continue;
    figures[ENDED]++;
    figures[PATHS] += v.paths;
  }
}

const Algorithm survey = {.id = "survey", .options = OPTIONS(&option_iterations, &option_rollout, &option_longest_rollout, &option_seed),
  .informed = true, .alternative = true, .hidden = true, .run = run
};
