#ifndef GTS_LANDLOCK_H
#define GTS_LANDLOCK_H

/* Locks files and the network by Landlock. Returns false if that cannot be had. */
int landlock_lock (void);

#endif
