/* An index of positions, by rules.index: see game.h. */
#pragma once

#include "rules/lua_game.h"

/* Sets the functions of the game that have to do with its index, by the slots of the rules. */
void indices_open (LuaGame *lua);
