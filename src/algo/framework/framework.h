/* Gsearch and Rsearch, to which a rule is handed: what an algorithm needs that *is* such a rule. */
#ifndef GTS_FRAMEWORK_H
#define GTS_FRAMEWORK_H

#include "search/search.h"

/*
** Rsearch from search->root, choosing by the rule of this name: leftmost, max, min, hstar, random; or, if it is NULL, as
** the caller says (choose). Pseudo-terminals as the option has them; without any it is Gsearch.
*/
void framework_search (Search *search, const char *rule);

#endif
