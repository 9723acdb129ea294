/*
** The state of a tier that is being solved by an index, in a file of the folder: so that a job that was killed goes on within the tier.
**
** The file is written beside and renamed, now and then; it is removed when the tier is done. Every byte of it has a checksum.
*/
#ifndef GTS_CHECKPOINT_H
#define GTS_CHECKPOINT_H

#include "solve/cells.h"

/* Reads the state of the tier into `ix`, whose arrays are there. False: there is none. Fails if the file is damaged. */
bool checkpoint_load (Indexed *ix);

/* Writes it, if there is a folder and it is time to. Fails if it cannot be written. */
void checkpoint_offer (Indexed *ix);

/* Writes it where the analysis is left in the midst of a tier, for want of time or by an error. Cannot fail. */
void checkpoint_leave (const Indexed *ix);

/* Removes it. Cannot fail. */
void checkpoint_remove (const Indexed *ix);

#endif
