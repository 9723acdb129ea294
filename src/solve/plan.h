/* Which tiers there are in a folder: written anew, whole, whenever one more was found. */
#ifndef GTS_PLAN_H
#define GTS_PLAN_H

#include "solve/part.h"

/* A tier that was found. */
typedef struct Tier {
  int64_t tier, reach;          /* its successors lie in no later tier than that */
  uint64_t count[2];            /* positions, by the player to move */
  uint64_t loops;               /* 1: they lead to one another */
} Tier;

typedef struct PlanHead {
  uint64_t magic;
  uint64_t complete;            /* all tiers were found */
  uint32_t by_ply, shards;      /* tiers are plies; what each tier is divided into, 0: it is not */
  uint64_t tiers;
  uint64_t check[2];            /* of all of it, with zeros here */
  char game[DIRECTORY_GAME];
} PlanHead;

/* Writes a plan of `head->tiers` tiers; head->complete and by_ply are the caller's. False, with directory->wrong. */
bool plan_save (Directory *directory, const PlanHead *head, const Tier *tiers);

typedef enum PlanFound { PLAN_NONE, PLAN_GOOD, PLAN_DAMAGED } PlanFound;

/* Reads a plan: `take` gets each tier, unless it is NULL. PLAN_DAMAGED, with directory->wrong: then none was given. */
PlanFound plan_load (Directory *directory, PlanHead *head, void (*take) (void *to, const Tier *tier), void *to);

/* Removes the plan. Cannot fail. */
void plan_remove (const Directory *directory);

#endif
