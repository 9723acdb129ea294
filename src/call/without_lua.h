/* The game of a helper thread; described in without_lua.c. */
#pragma once

#include "game/game.h"

/* Returns rules, the game of a LuaGame, with functions that ask nothing of Lua: the host of the LuaGame is left with STOP_SUPERSEDED. */
Game without_lua (const Game *rules);
