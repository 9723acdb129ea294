/*
** Retrograde propagation: the results of the positions of one tier that lead to one another, from those of the tiers behind, by counters
** of successors that are not resolved (Strohlein 1970, Thompson 1986).
**
** Without circles a position is resolved when all its successors are. With circles, and a value for endless play (rules.cycle, the middle),
** the player whose win a value is must force it: he needs one successor that has it, of his opponent's positions all successors must have
** it (Zermelo 1913). Values are taken from the best for him downwards, and within each by distance, so that each position is resolved once,
** for good. Positions that neither player can win have the middle value. No move between them may settle anything: see refuse_gain.
**
** Results spread by a ply in each round. Where the positions are distributed the owner of a successor has the edge, and sends the
** result to the owner of the predecessor: all members are at one value and one distance at a time.
*/
#pragma once

#include "solve/analysis.h"

struct Propagation {
  uint32_t *open;               /* of our nodes: successors that are not resolved; an initial result counts as one */
  Results initial;              /* terminals, and bests of successors in later tiers; with circles a copy, before any is resolved */
  uint32_t *queue;              /* nodes that are resolved, and whose predecessors are to be updated, in order */
  uint64_t head, tail;
  bool in_order;                /* without circles */
  Player side;                  /* with circles: whose wins they are */
  Value *sent;                  /* the last value that went into the message for each member */
};

/* In a group: ready to count the successors of `nodes`. Leaves the search for want of memory. */
void propagation_open (Analysis *w, uint64_t nodes);

/* Our node `from` has a successor in the tier, of ours or of another member. Cannot fail. */
static inline void propagation_count (const Propagation *v, uint64_t from) {
  if (v->open) v->open[from]++;
}

/*
** Resolves all nodes of the tier, by the edges of w->graph, whose memory is given back. False, without circles: *node, which is ours, has
** no end. Where it is another member's, that ends the search.
*/
bool propagation_solve (Analysis *w, uint64_t *node);
