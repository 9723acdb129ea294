/* The libraries that gts was built with, for `gts --version`. */
#ifndef GTS_BUILT_H
#define GTS_BUILT_H

#include <lua.h>

/* Puts `version`, `compiler`, `built` and `formats`, tables described in built.c, into the table on top. */
void built_set_fields (lua_State *L);

#endif
