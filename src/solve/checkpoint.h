/*
** The state of a tier that is being solved by an index, in a file of the folder: so that a job that was killed goes on within the tier.
**
** What is known of the nodes is in the file of ranges; this one says where in it each range is, and how far the work is. It is written
** beside and renamed, now and then; it is removed when the tier is done. Every byte of both has a checksum.
*/
#pragma once

#include "solve/cells.h"

/* Reads the state of the tier into `ix`, whose window is there. False: there is none. Fails if a file is damaged. */
bool checkpoint_load (Indexed *ix);

/* Is there a folder, and is it time to write the state? Then it is written, with all nodes. Fails if it cannot be written. */
bool checkpoint_is_due (const Indexed *ix);
void checkpoint_write (Indexed *ix);

/* Writes it where the analysis is left in the midst of a tier, for want of time or by an error. Cannot fail. */
void checkpoint_leave (Indexed *ix);

/* Removes it. Cannot fail. */
void checkpoint_remove (const Indexed *ix);
