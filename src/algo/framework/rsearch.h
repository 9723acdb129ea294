/* Gsearch and Rsearch, to which a rule is handed: what an algorithm needs that *is* such a rule. */
#pragma once

#include "algo/framework/tree.h"

/*
** Rsearch from search->pass.root, choosing by the rule of this name: leftmost, max, min, hstar, random; or, if it is NULL, as
** the caller says (choose). Pseudo-terminals as the option has them; without any it is Gsearch.
*/
void framework_search (Search *search, const char *rule);

/* The choice of an algorithm at the root, beyond a rule. */
typedef struct AtRoot {
  /* Which live child to descend to, from 0; asked at each development. -1: none, the search is over. */
  int (*choose) (struct AtRoot *root, const Tree *tree);
} AtRoot;

/* Like framework_search, but `root` chooses at the root. Returns the tree, of which only bounds and best moves have been published. */
Tree *framework_search_from (Search *search, const char *rule, AtRoot *root);
