/*
** The line of ProbCut: the value of a deep search is about a + b times that of a shallow one, with a normal error (Buro, "ProbCut: an
** effective selective extension of the alpha-beta algorithm", 1995). It is fitted to samples of the search itself, by least squares.
*/
#pragma once

#include <math.h>
#include <stdbool.h>

#define MOST_SAMPLES 64
#define LEAST_SAMPLES 24        /* before these there is no line */
#define SAMPLE_EVERY 16         /* nodes of the depth of samples; so they are spread over the search */
#define LEAST_SLOPE 0.25        /* a line that hardly rises says nothing */

typedef struct Regression {
  int count;                            /* of samples */
  unsigned nodes;                       /* that might have been samples */
  double x, y, xx, xy, yy;              /* sums over the samples: x the shallow value, y the deep one */
  double intercept, slope, error;       /* of the line; the standard error of a deep value */
} Regression;

static inline bool regression_wants (Regression *r) { return r->count < MOST_SAMPLES && r->nodes++ % SAMPLE_EVERY == 0; }

static void regression_add (Regression *r, double shallow, double deep) {
  r->x += shallow;
  r->y += deep;
  r->xx += shallow * shallow;
  r->xy += shallow * deep;
  r->yy += deep * deep;
  if (++r->count < LEAST_SAMPLES) return;
  const double n = r->count, xx = r->xx - r->x * r->x / n, xy = r->xy - r->x * r->y / n, yy = r->yy - r->y * r->y / n;
  r->slope = xx > 0 ? xy / xx : 0;
  r->intercept = (r->y - r->slope * r->x) / n;
  r->error = sqrt(fmax(0, yy - r->slope * xy) / (n - 2));
}

static inline bool regression_serves (const Regression *r) { return r->slope >= LEAST_SLOPE; }

/* The shallow value from which on the deep one lies beyond `deep`, but for an error of that many `deviations`. */
static inline double regression_bound (const Regression *r, double deep, double deviations) {
  return (deep - r->intercept + deviations * r->error) / r->slope;
}

/* How many standard errors are exceeded with this likelihood? By halving: the likelihood is erfc(z / sqrt(2)) / 2. */
static double deviations_of (double likelihood) {
  double low = 0, high = 40;
  for (int i = 0; i < 60; i++) {
    const double middle = (low + high) / 2;
    if (erfc(middle * M_SQRT1_2) / 2 > likelihood) low = middle;
    else high = middle;
  }
  return low;
}
