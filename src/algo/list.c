/* A new algorithm adds one line here. */
#include "algo/list.h"

#include <stddef.h>
#include <string.h>

#ifdef HAVE_LEARN
#define LEARN(f) f(learn)
#else
#define LEARN(f)
#endif

#define ALGORITHMS(f) \
  f(minimax) f(failhard) f(alphabeta) f(ttalphabeta) f(negascout) f(mtd) f(althofer) \
  f(sss) f(dual) f(sss2) f(dual2) f(recsss) f(recdual) f(itersss) f(memsss) f(memdual) f(mgame) \
  f(gsearch) f(rsearch) f(maxsearch) f(minsearch) f(hstarstar) f(bstar) \
  f(pn) f(dfpn) f(mcts) f(ubfm) \
  f(successors) f(perft) LEARN(f) f(playouts) f(survey)

#define DECLARE(id) extern const Algorithm id;
ALGORITHMS(DECLARE)

#define ADDRESS(id) &id,
const Algorithm *const algorithms[] = { ALGORITHMS(ADDRESS) NULL };

const Algorithm *algorithm_find (const char *id) {
  for (int i = 0; algorithms[i]; i++)
    if (strcmp(algorithms[i]->id, id) == 0) return algorithms[i];
  return NULL;
}
