/*
** What becomes known of nodes by others: results of their successors in waves, and of later tiers. Nodes of the window get it at once;
** for others it is mailed, and they get it when they are next in the window.
**
** What a wave finds is a ply further than the wave, so that it does not matter in which order it is taken; but it must be taken after what
** the wave itself finds in the node. So there is mail of this wave, and of the one before, which is taken when a window is loaded.
*/
#pragma once

#include "solve/ranges.h"

/* Sets the result of a node, which was open. */
static inline void updates_known (Indexed *ix, uint64_t node, Cell now) {
  Cell *cell = cells_at(ix, node);
  if (cell_is_initial(*cell) && ix->open) ix->pending[*cell & ~CODE_INITIAL]--;
  *cell = now;
  ix->known[now]++;
  ix->changed = true;
  if (ix->newest) {
    const uint32_t plies = codes_result(&ix->codes, now).plies;
    if (plies > ix->newest[ix->window]) ix->newest[ix->window] = plies;
  }
}

/* A successor of an open node of the window, or its own initial result, is known: with `now` it has the result of that. */
static inline void updates_resolve (Indexed *ix, uint64_t node, bool wins, Cell now) {
  ix->changed = true;
  if (wins || --ix->open[node - ix->base] == 0) updates_known(ix, node, now);
}

/* Takes what another process has sent, for a node of ours: it, 2 bits. */
void updates_receive (Indexed *ix, uint64_t message);

/* Begins: mail is opened that takes about `bytes`, of answers or, if there are several windows, of waves. */
void updates_open_answers (Indexed *ix, size_t bytes);
void updates_open_waves (Indexed *ix, size_t bytes);
void updates_close (Indexed *ix);

/* From now on waves give the results of these codes, by the player who wins, 0: none; what they gave before has been taken. */
void updates_turn (Indexed *ix, const Cell codes[2]);

/* A successor of a node that is not in the window is known: see updates_resolve. `side`: the player who wins. */
void updates_send (Indexed *ix, uint64_t node, bool wins, Player side);

/* A later tier has this result for a node, at which `mover` moves. In a check: a successor gives the node its result; code 0: none that
** was at hand does. */
void updates_answer (Indexed *ix, uint64_t node, Player mover, Cell code);
#define UPDATES_NEEDS 1            /* in a check its counter is what has come for a node: none did, */
#define UPDATES_FOUND 2            /* and one does */

/* Makes a window the one in memory, with what was mailed to it. Fails by way of the host. */
void updates_load (Indexed *ix, uint32_t window);

/* Fails if a message was for a node without a position. */
void updates_check (const Indexed *ix);

/* Takes all mail, of all windows, and stores them; the same window is there afterwards, unless `leaving`. False, with errno. */
bool updates_settle (Indexed *ix, bool leaving);

/* Is there mail for a window of the wave before; any at all? */
bool updates_waits_old (const Indexed *ix, uint32_t window);
bool updates_any (const Indexed *ix);
