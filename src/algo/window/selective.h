/* The selective form of NegaScout. */
#pragma once

struct Search;

/* Searches like `run` of an Algorithm, by the techniques search->asked.selective. */
void selective_run (struct Search *search);

/* The form that is no part of a compiled unit, which has one of the two. */
#ifdef GAME_CALLS
#define SELECTIVE_FORM NULL
#else
#define SELECTIVE_FORM selective_run
#endif
