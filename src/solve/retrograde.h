/*
** Retrograde analysis: the value, and the distance to the end, of every position that can be reached.
**
** Forward, all positions are found, tier by tier: by rules.tier where the game has it; else by the plies from the first position, as
** long as no position is met in two of them; else all in one tier, in memory. Backward, from the last tier to the first, each position
** gets its result from those of its successors, by asking the rules once more for them. Where the positions of a tier lead to one
** another, solve/propagation.h resolves them.
**
** What does not fit into memory is sorted and put aside in runs, which are merged; results of later tiers that do not fit are asked for
** in the order of their keys. In a folder every tier is a file that is written whole, and a plan says which there
** are: so a job that was killed can be continued.
*/
#pragma once

#include "search/search.h"
#include "solve/analysis.h"

/*
** As an algorithm: search->asked.task is the Retrograde. Publishes the value of the first position, with its distance. Leaves the search by
** way of the host: for want of memory, if the rules contradict themselves, if a file cannot be written or is damaged, if the game goes
** round in circles without a value for that.
*/
extern const Algorithm retrograde;

/* Gives back all that it holds but the database. Cannot fail. */
void retrograde_close (Retrograde *task);
