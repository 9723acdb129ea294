/* Where the module, the worker and the archive of modules are, seen from the folder of the program: in the tree that it was built in, or
** where they were installed; Debian has a folder for each architecture. */
#ifndef GTS_PLACES_H
#define GTS_PLACES_H

#ifndef GTS_MULTIARCH
#define GTS_MULTIARCH "."
#endif

/* Each a folder that has gts/core.so. */
#define PLACES "lib", "../lib/lua/5.4", "../lib/" GTS_MULTIARCH "/lua/5.4"

#endif
