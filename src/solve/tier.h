/*
** The positions of a tier and what their successors say of them, in the second pass by keys.
**
** A tier whose positions only lead to later ones gets its results so. One with circles gets them by
** solve/propagation.c, of the edges that are met here, and is then held against its successors: each result must be the best of
** theirs, a ply further. With distances that proves it: see solve/verification.h.
*/
#pragma once

#include "solve/analysis.h"

/* Prepares the second pass. Leaves the search for want of memory. */
void tier_open (Analysis *w);

/* Numbers the nodes of the tier at `at`. Fails if a part is damaged. */
void tier_number_nodes (Analysis *w, uint32_t at);

/* The row of a node, where those of the tier are in memory; and wherever it is, to `row`. */
const uint64_t *tier_row (const Analysis *w, uint64_t node);
void tier_find_row (Analysis *w, uint32_t at, uint64_t node, uint64_t *row);

/* From now on rows are read from the parts of the tier, if it has any. */
void tier_drop_rows (Analysis *w);

/* The result of a row, as that of a position of `player`. */
Result tier_seen_as (Analysis *w, Player player, Result result);

/* Asks the rules for the successors of all positions, takes their results in later tiers, and collects the moves within the tier.
** Returns whether all successors are there. */
bool tier_take (Analysis *w, uint32_t at);

/* Holds `results` against those of the successors. Returns the first node of ours that disagrees; UINT64_MAX: none does. */
uint64_t tier_check (Analysis *w, uint32_t at);
