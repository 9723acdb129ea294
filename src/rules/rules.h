/* A checked rules table as a game. */
#pragma once

#include "rules/lua_game.h"

/*
** Makes `lua` serve the checked rules table at AT_RULES: pushes the slots from AT_SUCCESSORS to AT_KEPT, which must be next on
** the stack of L. What it needs while the search runs it takes from `arena`. The range is used only when `informed`. May raise a Lua
** error for want of memory.
*/
void rules_open (LuaGame *lua, lua_State *L, Host *host, Arena *arena, bool informed);

/* How a table knows the positions of rules in Lua: by rules.key, or by themselves if they are integers or strings. */

/*
** Settles how the positions of this search are known to a table. Unless keys are `mixed`, the first one decides whether they are integers,
** of one word, or may be strings, of two. Without keys game.key_words is 0. Called once, with the position that is searched. May raise.
*/
void keys_open (LuaGame *lua, const Position *first, bool mixed);

/* The key that the value on top is, an integer or, where keys have two words, a string, as words. False: it can be none. */
bool keys_read (lua_State *L, int key_words, uint64_t *words);
