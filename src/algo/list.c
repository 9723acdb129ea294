/* The list of all algorithms: a new one adds two lines here. */
#include "algo/algorithm.h"

#include <stddef.h>

extern const Algorithm alphabeta, althofer, failhard, minimax, mtd, negascout, ttalphabeta;
extern const Algorithm gsearch, hstarstar, maxsearch, minsearch, rsearch;

const Algorithm *const algorithms[] = {
  &minimax, &failhard, &alphabeta, &ttalphabeta, &negascout, &mtd, &althofer,
  &gsearch, &rsearch, &maxsearch, &minsearch, &hstarstar,
  NULL
};
