/*
** Positions that repeat one on their path, for games that give them a value (game->cyclic): such a node is a leaf.
**
** What a table keeps of a node must not depend on how it was reached (the graph-history problem: Palay, "Searching with
** probabilities", 1985; Kishimoto & Mueller, "A general solution to the graph history interaction problem", 2004). So a value is not
** stored if it rests on a repetition of a node above the one it is the value of. What is stored then holds on every path: a player
** who can force a terminal of some value can do so without repeating anything, and one who can avoid it can do so wherever he stands;
** so at the root it makes no difference where below it a repetition is taken for what it is, or for what it is worth by itself.
** (With a horizon this holds of what is solved; estimates may come from a path of the same length.)
**
** Where the game knows a score, a repetition adds game->cycle to it. All positions of a circle have one score (checked), and a path
** that has left them never comes back: so all this holds among them, what lies behind them being as good as leaves.
**
** For searches that go depth first, entering each node before those below it.
*/
#pragma once

#include "search/search.h"

/* Begins to watch for repetitions, if the game and the algorithm want it. May leave the search for want of memory. */
void repeat_open (Search *search);

/*
** Enters `n`: does it repeat one on its path, with the same player to move? If so, sets search->pass.basis.repeats to the ply it repeats.
*/
bool repeat_enter (Search *search, Node *n);
