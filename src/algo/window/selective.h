/* The selective form of NegaScout. */
#pragma once

struct Search;

/* Searches like `run` of an Algorithm, by the techniques search->asked.selective. */
void selective_run (struct Search *search);
