/* The list of all algorithms: a new one adds two lines here. */
#include "algo/algorithm.h"

#include <stddef.h>

extern const Algorithm alphabeta, althofer, failhard, minimax, mtd, negascout, ttalphabeta;
extern const Algorithm sss, dual, sss2, dual2, recsss, recdual, itersss, memsss, memdual, mgame;
extern const Algorithm gsearch, hstarstar, maxsearch, minsearch, rsearch;

const Algorithm *const algorithms[] = {
  &minimax, &failhard, &alphabeta, &ttalphabeta, &negascout, &mtd, &althofer,
  &sss, &dual, &sss2, &dual2, &recsss, &recdual, &itersss, &memsss, &memdual, &mgame,
  &gsearch, &rsearch, &maxsearch, &minsearch, &hstarstar,
  NULL
};
