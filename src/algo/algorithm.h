/* One algorithm: one file, one of these, one line in the list. */
#ifndef GTS_ALGORITHM_H
#define GTS_ALGORITHM_H

#include "search/search.h"

typedef struct Algorithm {
  const char *id;       /* as users write it */
  const char *title;    /* as the literature writes it */
  const char *family;
  const char *source;   /* paper, section, figure */
  const char *needs;    /* optional fields of the rules that it cannot do without, separated by blanks */
  const char *options;  /* options it takes beside those that all take, separated by blanks */
  bool informed;        /* uses the bounds of the rules */
  bool alternative;     /* its value is not the minimax value */
  /* Searches from search->root with the limits and window of `search`, and ends with search_conclude. */
  void (*run) (Search *search);
} Algorithm;

/* All algorithms, ended by NULL, in the order in which they are listed to people. */
extern const Algorithm *const algorithms[];

#endif
