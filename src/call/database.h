/* core.database: databases of solved games, for Lua. See src/solve/database.h. */
#pragma once

#include <lauxlib.h>

#include "solve/database.h"

/* core.databases, described in database.c. */
extern const luaL_Reg database_functions[];

/* The database at `index`; NULL: it is none. It lives as long as the userdata. */
Database *database_at (lua_State *L, int index);
