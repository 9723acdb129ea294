#pragma once

#include "solve/analysis.h"

/* The layer of a tier, a local shard and a player, a new one if there is none. */
Layer *layers_of (Analysis *w, int64_t tier, uint32_t local_shard, Player player);
/* Makes room in it for `more` rows; if need be, writes layers in memory to files, the largest first. */
void layers_make_room (Analysis *w, Layer *layer, uint64_t more);
/* Counts what the game holds for positions, as memory of ours; `exact`: without what it has let go. */
void layers_count_held (Analysis *w, bool exact);
/* Sorts its rows; from then on they cannot be looked up by key. */
void layers_sort (Layer *layer);
/* Writes all of it as a part of the tier at `at`, which is open for reading then; one of many shards can be opened when it was settled.
** The layer is gone. */
void layers_write (Analysis *w, uint32_t at, Layer *layer);
/* Forgets it, and its runs. Cannot fail. */
void layers_drop (Analysis *w, Layer *layer);
/* Develops the layers of the tier until no member finds any more; their moves within the tier are added to w->loops. */
void layers_develop (Analysis *w);

/* Adds a tier to those that were found. */
Tier *layers_add_tier (Analysis *w, int64_t tier);

/* Adds a tier of a plan to an Analysis: for plan_load. */
bool layers_take_tier (void *analysis, const Tier *tier);

/* Writes down which tiers there are, and what is known of them, if there is a folder. */
void layers_save_plan (Analysis *w, PlanState complete);

/* Opens a part of a tier that was found, and gives it; where there is none its bytes are NULL. */
Part *layers_open_part (Analysis *w, uint32_t tier, uint32_t local_shard, Player player);

/* Are our parts of this tier there, with results? */
bool layers_have_parts (const Analysis *w, const Tier *tier);

/* Closes and removes the open parts of a tier. */
void layers_forget_open (Analysis *w, uint32_t at);

/* Our parts of a tier, of the players with `any`, have their names for good; where positions are not divided they have them at once. */
void layers_settle (Analysis *w, int64_t tier, const bool any[2], bool open);

/* Fails if a part is not what the plan and the game say of it. */
void layers_check_part (Analysis *w, const Tier *tier, const PartHead *head);
