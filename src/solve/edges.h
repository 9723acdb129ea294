/*
** The moves within a tier, where the rules do not give predecessors and the tier is not developed again and again: in a file, by the
** node that a move leads to.
**
** The first walk collects them (solve/spill.h). Sorted, they are written in blocks, each of some nodes one after the other:
**
**     | first node, end, bytes, checksum | node, less that before; who leads to it, less the one before if it is the same node | ...
**
** in numbers of variable length (solve/varint.h), and after the last one a head that says how many there are, with a checksum of
** all heads. A member has a file with the blocks of the nodes that it owns; the files together have all nodes, ascending, so that an
** analysis can go on with another number of members.
*/
#pragma once

#include "solve/cells.h"

/* Begins to collect in about `bytes`. Leaves the search for want of memory. */
void edges_open (Indexed *ix, size_t bytes);

/* A move leads from `source`, at which `mover` moves, to `target`; `negated`: as in preference_seen. Fails if that cannot be written. */
void edges_put (Indexed *ix, uint64_t target, bool negated, uint64_t source, Player mover);

/* Takes a move that another member has met: the target and a bit, the source and a bit. */
void edges_receive (Indexed *ix, uint64_t target, uint64_t source);

/* All moves are collected: they are sorted and written. Fails if they cannot be. */
void edges_build (Indexed *ix);

/* Opens what `files` members had written before a kill. Fails if it is damaged. */
void edges_load (Indexed *ix, uint32_t files);

/* Begins a walk: until the next call, the nodes that edges_to is asked about ascend, each once. Cannot fail. */
void edges_begin (Indexed *ix);

/* Gives all that lead to a node of ours, with a result. Fails if the file is damaged. */
void edges_to (Indexed *ix, uint64_t node, Result above, CellsTake *take);

/* Gives everything back. Cannot fail. */
void edges_close (Indexed *ix);

/* Removes the files. Cannot fail. */
void edges_remove (const Indexed *ix);
