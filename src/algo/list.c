/* The list of all algorithms: a new one adds two lines here. */
#include "algo/algorithm.h"

#include <stddef.h>

extern const Algorithm alphabeta, failhard, minimax;

const Algorithm *const algorithms[] = {
  &minimax, &failhard, &alphabeta,
  NULL
};
