/* A checked rules table as a game. */
#ifndef GTS_RULES_H
#define GTS_RULES_H

#include "rules/lua_game.h"

/*
** Makes `lua` serve the checked rules table at AT_RULES: pushes the slots from AT_SUCCESSORS to AT_KEPT, which must be next on
** the stack of L. What it needs while the search runs it takes from `arena`. The range is used only when `informed`. May raise a Lua
** error for want of memory.
*/
void rules_open (LuaGame *lua, lua_State *L, Host *host, Arena *arena, bool informed);

#endif
