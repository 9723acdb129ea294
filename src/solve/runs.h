/*
** Runs: sorted rows of a layer that were written to a file when there was no more room for them in memory. All runs of a tier lie in
** one file without a name, one behind the other, so that only tiers, not runs, need open files; they are read together through
** buffers that get smaller the more they are.
**
** Where positions of a tier lead to one another, their runs are settled in rounds: what is new in a round becomes a run of known
** positions, which are developed in the next one.
*/
#ifndef GTS_RUNS_H
#define GTS_RUNS_H

#include "solve/analysis.h"

/* Writes the rows of a layer in memory, which are sorted, as a run; the layer is empty in memory then. */
void runs_add (Analysis *w, Layer *layer);

/* Gives `take` the rows of all runs of a layer, by ascending key, each key once; `fresh`: without the positions that are known. */
void runs_merge (Analysis *w, const Layer *layer, bool fresh, void (*take) (Analysis *w, const uint64_t *row));

/* Returns the number of rows in the runs of a layer: more than its positions if some are in several. */
uint64_t runs_rows (const Analysis *w, const Layer *layer);

/* Merges what is new of a layer into one run of known positions, which is opened for reading. Returns the number of its rows; 0: none,
** nothing is open. The caller gives its buffer back. */
uint64_t runs_settle (Analysis *w, Layer *layer, SpillReader *reader);

/* Forgets the runs of a layer; closes all files. Cannot fail. */
void runs_drop (Analysis *w, Layer *layer);
void runs_close (Analysis *w);

#endif
