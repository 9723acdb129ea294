/* What the second pass takes of memory: known when all positions are found, and what does not fit is refused before it begins. */
#pragma once

#include "solve/analysis.h"

/* Bytes that it takes, beside what is held now, to find the results of the tier at `at`, by the means that take the least. */
uint64_t footprint_of_tier (const Analysis *w, uint32_t at);

/* Has the tier at `at` edges that do not fit into memory, and can be in a file? */
bool footprint_wants_file (const Analysis *w, uint32_t at);

/* Bytes of the buffer that these edges go through, beside what is held now. */
size_t footprint_of_buffer (const Analysis *w, uint32_t at);

/*
** Returns the bytes that the most demanding of our tiers takes in all, of those that are not done. Fails if that is more than the limit, or
** a tier has too many positions; where several work at it, if it is so for any of us.
*/
uint64_t footprint_check (Analysis *w);
