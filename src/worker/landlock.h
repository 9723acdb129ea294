#pragma once

/* Locks files and the network by Landlock. Returns false if that cannot be had. */
int landlock_lock (void);
