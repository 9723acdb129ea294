/*
** The nodes of a tier that is solved by an index: some of them, a window, are in memory; all others are in a file of the folder.
**
** A tier is cut into ranges, a power of two of nodes each, by its size alone: so whatever memory there is, a window is some ranges one
** after the other, and an analysis can go on with another window than it was begun with. The file has two places for each range. One
** has what the last checkpoint speaks of, which is not written over; the other one what was done since then.
**
**     | cells of range 0, 1, ... | counters of range 0, 1, ... | the same once more |
*/
#pragma once

#include "solve/cells.h"

/* Cuts the tier into ranges. Cannot fail. */
void ranges_cut (Indexed *ix);

/* Cuts our ranges into at least `pieces` windows of at most `bytes`, and makes room for one; its nodes are unknown. Leaves the search
** for want of memory. */
void ranges_open (Indexed *ix, size_t bytes, uint64_t pieces);

/* Bytes of the smallest window of a tier of `nodes`. */
size_t ranges_least (const Indexed *ix, uint64_t nodes);

/* Loads a window, and stores the one that was there. Fails by way of the host. */
void ranges_load (Indexed *ix, uint32_t window);

/* Stores the window, if it is changed. False, with errno. */
bool ranges_store (Indexed *ix);

/* Loads a window without a word of failure: false, with errno, 0 if the file is damaged. The window before must be stored. */
bool ranges_read (Indexed *ix, uint32_t window);

/* Opens the file of a tier that was begun, or makes it. False, with errno. */
bool ranges_open_file (Indexed *ix, bool begun);

/* Makes the file anew, if there are several processes: all of them have it open then. */
void ranges_begin_file (Indexed *ix);

/* Copies the cells of `count` nodes, of any process; all windows must be stored. Fails by way of the host. */
void ranges_copy (Indexed *ix, uint64_t first, uint64_t count, Cell *cells);

/* Fails: the file of ranges is damaged, or cannot be read or written (errno). */
_Noreturn void ranges_fail (Indexed *ix, int error);

/* From now on this process, which has stored its window, owns all nodes; none is in memory. */
void ranges_own_all (Indexed *ix);

/* The numbers of results below `codes` have become `now`: changes the cells of our nodes. */
void ranges_renumber (Indexed *ix, const Cell *now, size_t codes);

/* Gives the window back and closes the file. Cannot fail. */
void ranges_close (Indexed *ix);

/* The window of a node of ours. */
static inline uint32_t ranges_window (const Indexed *ix, uint64_t node) { return (uint32_t)((node - ix->own) / ix->each); }
