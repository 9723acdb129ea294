/* Gsearch and Rsearch, to which a rule is handed: what an algorithm needs that *is* such a rule. */
#ifndef GTS_FRAMEWORK_H
#define GTS_FRAMEWORK_H

#include "algo/framework/tree.h"

/*
** Rsearch from search->root, choosing by the rule of this name: leftmost, max, min, hstar, random; or, if it is NULL, as
** the caller says (choose). Pseudo-terminals as the option has them; without any it is Gsearch.
*/
void framework_search (Search *search, const char *rule);

/* What an algorithm says of the root that goes beyond a rule. */
typedef struct AtRoot {
  /* Which live son to descend to, from 0; asked at each development. -1: none, the search is over. */
  int (*choose) (struct AtRoot *root, const Tree *tree);
} AtRoot;

/* The same, but that at the root `root` chooses. Returns the tree, of which nothing has been published but bounds and best moves. */
Tree *framework_search_from (Search *search, const char *rule, AtRoot *root);

#endif
