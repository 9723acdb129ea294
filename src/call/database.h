/* core.database: databases of solved games, for Lua. See src/solve/database.h. */
#ifndef GTS_BINDING_DATABASE_H
#define GTS_BINDING_DATABASE_H

#include <lua.h>

#include "solve/database.h"

void database_register (lua_State *L);

/* Pushes core.databases, whose functions are described in database.c. */
void database_push_functions (lua_State *L);

/* The database at `index`; NULL: it is none. It lives as long as the userdata. */
Database *database_at (lua_State *L, int index);

#endif
