/* The description of an algorithm. One algorithm: one file, one of these, one line in the list of all. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "search/option.h"

struct Search;

typedef struct Algorithm {
  const char *id;       /* as users write it */
  const char *title;    /* as the literature writes it */
  const char *family;
  const char *source;   /* paper, section, figure */
  const char *needs;    /* optional fields of the rules that it cannot do without, separated by blanks; NULL: none */
  const Option *const *options;         /* that it takes beside those that all take, ended by NULL; NULL: none */
  const char *example;  /* options in Lua that an example of it has beside its id; NULL: none */
  const char *file;     /* its text below src/, if it may be compiled together with rules; else NULL */
  bool informed;        /* uses the bounds of the game */
  bool dual;            /* another algorithm, on the negated tree: MIN plays the part of MAX */
  bool alternative;     /* its value is not the minimax value */
  bool hidden;          /* it is no search: it is asked for by name, and not listed */
  bool leftmost;        /* of several best moves it names the leftmost; else one that is proved to be as good */
  bool lines;           /* it knows the line of play; else the first move alone */
  bool path;            /* depth first: the nodes above a node are its parents, with their positions */
  bool holds;           /* it counts the entries that it holds, and the peak is theirs; else that of the path */
  bool counts;          /* its table keeps statistics of positions, too: see statistics.h */
  bool anytime;         /* it needs no horizon to stop in time: a limit of time is no reason to deepen */
  /* Searches from search->pass.root with the limits and the window of `search`, and ends with publish_conclusion if it finds a value. */
  void (*run) (struct Search *search);
  /* Searches like `run`, with the option `selective`; NULL: the algorithm does not take it. */
  void (*selective) (struct Search *search);
} Algorithm;

struct Engine;

/*
** What a shared object with an algorithm exports, as gts_algorithm_ID: see algo/extension.h. Returns the algorithm, which calls the
** functions of `engine` from now on; NULL: it was compiled for another version of gts, or for an engine of another size.
*/
typedef const Algorithm *AlgorithmOpen (const struct Engine *engine, const char *version, size_t size);
