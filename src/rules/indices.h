/* An index of positions, by rules.index: see game.h. */
#ifndef GTS_INDICES_H
#define GTS_INDICES_H

#include "rules/lua_game.h"

/* Pushes the functions at AT_INDEX_SIZE to AT_INDEX_BEFORE, nil where there is none, and serves the game with them. */
void indices_open (LuaGame *lua);

#endif
