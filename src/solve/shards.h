/*
** The end of an analysis in which positions were divided by hashes of their keys, so that each member had as many: the shards of each tier
** are merged into one part, which is the same as one process would have written, and a third as large, for its keys lie close together.
*/
#pragma once

#include "solve/analysis.h"

/* Merges the shards of all tiers; the members have a tier each in turn. Afterwards they are gone, positions are not divided any more, and
** the first member has all parts open. Fails like part_write. Killed, it is continued where it was. */
void shards_merge (Analysis *w);
